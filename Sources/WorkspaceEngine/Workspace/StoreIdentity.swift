internal import FileSystem

/// What `.git/stet` is bound to: this machine and this very directory (review C7), and the boot it was last used in.
struct StoreIdentity {
  private static let location = FileLocation.store("identity")

  /// Whether the store was copied from another machine or directory.
  var isCopy: Bool
  /// Whether the machine has not been restarted since the store was last opened.
  var isSameBoot: Bool

  /// Compares what is noted with what is, and notes it anew.
  ///
  /// - Throws: `FileError` where it cannot be read or written.
  static func check(in tree: DiskTree) throws(FileError) -> StoreIdentity {
    try tree.makeDirectories(.store)
    let place = try tree.identity(of: .store)
    let machine = SystemIdentity.machineID() ?? "unknown"
    let boot = SystemIdentity.bootID() ?? "unknown"
    let bound = "\(machine) \(place.inode) \(place.birth.map(String.init) ?? "unknown")"
    let text = "\(bound)\n\(boot)\n"
    let noted = try tree.read(location, limit: 4_096).map { String(decoding: $0.bytes, as: UTF8.self) }
    let lines = noted?.split(separator: "\n").map(String.init) ?? []
    if noted != text {
      let fresh = FileLocation.store("identity.new")
      try tree.remove(fresh)
      try tree.create(fresh, bytes: Array(text.utf8), permissions: 0o600, durable: true)
      try tree.replace(location, with: fresh)
    }
    return StoreIdentity(
      isCopy: !lines.isEmpty && lines[0] != bound, isSameBoot: lines.isEmpty || lines.dropFirst().first == boot)
  }
}
