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
