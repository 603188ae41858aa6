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
