internal import GitObjects
internal import Glibc
internal import SystemPackage

/// A remote repository in a directory of this machine, read as files for its listener.
struct RemoteDirectory {
  /// The directory of the remote's address; git appends `.git` if there is no such directory.
  let path: String

  init(_ address: String) {
    path = access(address, F_OK) != 0 && access(address + ".git", F_OK) == 0 ? address + ".git" : address
  }

  /// Whether other machines may change it without a notification from this kernel (NFS, SMB, FUSE, 9p, …).
  var isShared: Bool {
    guard let mounts = text("/proc/self/mountinfo"), let real = realpath(path, nil) else { return false }
    defer { free(real) }
    return MountTable(mounts).isShared(String(cString: real))
  }

  /// Returns the commit of a branch, from its file or from packed-refs; nil if there is none.
  func branch(_ name: String) -> ObjectID? {
    for inner in ["/.git/", "/"] {
      if let text = text(path + inner + "refs/heads/" + name), let id = ObjectID(hex: text.prefix(40)) { return id }
      guard let packed = text(path + inner + "packed-refs") else { continue }
      for line in packed.split(separator: "\n") where line.dropFirst(40) == " refs/heads/" + name {
        return ObjectID(hex: line.prefix(40))
      }
    }
    return nil
  }

  private func text(_ path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec]) else { return nil }
    return try? file.closeAfter {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(contentsOf: buffer.prefix(count))
      }
    }
  }
}

/// The file systems of paths, according to `/proc/self/mountinfo`.
struct MountTable {
  /// File systems whose files other machines change without a notification from this kernel.
  private static let shared: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "ceph", "afs", "vboxsf", "fuse", "lustre", "glusterfs",
  ]

  private var mounts: [(point: String, type: Substring)] = []

  /// Parses the table: the fifth field is the mount point, the type follows a lone dash.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
      mounts.append((Self.unescape(fields[4]), fields[dash + 1]))
    }
  }

  /// Returns whether a path (without symbolic links) is on a file system that other machines change without a
  /// notification.
  func isShared(_ path: String) -> Bool {
    // Of two mounts at one place the later one is visible.
    var best: (length: Int, type: Substring)?
    for (point, type) in mounts {
      let prefix = point == "/" ? "/" : point + "/"
      guard (path + "/").utf8.starts(with: prefix.utf8), prefix.utf8.count >= best?.length ?? 0 else { continue }
      best = (prefix.utf8.count, type)
    }
    guard let type = best?.type else { return false }
    return Self.shared.contains(type) || type.hasPrefix("fuse.")
  }

  /// Returns a field with escapes such as `\040` for a space decoded.
  private static func unescape(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
