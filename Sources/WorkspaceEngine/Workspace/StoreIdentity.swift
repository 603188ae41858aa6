internal import FileSystem
internal import LocalState

/// The binding of `.git/stet` to this machine and this very directory (review C7), and the boot and mount of its last
/// use.
struct StoreIdentity {
  private static let file = StoredFile("identity")

  /// Whether the store is used for the first time.
  var isNew: Bool
  /// Whether the store was copied from another machine or directory.
  var isCopy: Bool
  /// Whether the machine has not been restarted and the file system has not been mounted anew since the store was last
  /// opened: a device that was pulled out or refused writes has lost what was not synced, as after a power cut.
  var isSameBoot: Bool

  private let tree: DiskTree
  /// Machine and directory, as text that no other store has.
  let bound: String
  private let boot: String
  private let lines: [String]

  /// Compares what is noted with what is.
  ///
  /// Nothing is noted yet: a start that is killed must find the same answers the next time, or a copied journal would
  /// be replayed and what a power cut left of a file would be taken for a save.
  ///
  /// - Throws: `FileError` where it cannot be read.
  static func check(in tree: DiskTree) throws(FileError) -> StoreIdentity {
    try tree.makeDirectories(.store)
    let place = try tree.identity(of: .store)
    let machine = SystemIdentity.machineID() ?? "unknown"
    let mount = place.uniqueMount.map { " \($0)" } ?? ""
    let boot = (SystemIdentity.bootID() ?? "unknown") + mount
    let bound = "\(machine) \(place.inode) \(place.birth.map(String.init) ?? "unknown")"
    let noted = try file.read(from: tree, limit: 4_096).map { String(decoding: $0, as: UTF8.self) }
    let lines = noted?.split(separator: "\n").map(String.init) ?? []
    return StoreIdentity(
      isNew: lines.isEmpty, isCopy: !lines.isEmpty && lines[0] != bound,
      isSameBoot: lines.isEmpty || lines.dropFirst().first == boot,
      tree: tree, bound: bound, boot: boot, lines: lines)
  }

  /// Notes machine and directory: call when a copied journal has been set aside.
  ///
  /// - Throws: `FileError` where it cannot be written.
  func notePlace() throws(FileError) { try note(lines.count > 1 ? lines[1] : boot) }

  /// Notes the boot: call when the folder has been looked at.
  ///
  /// - Throws: `FileError` where it cannot be written.
  func noteBoot() throws(FileError) { try note(boot) }

  private func note(_ boot: String) throws(FileError) {
    let text = Array("\(bound)\n\(boot)\n".utf8)
    if try Self.file.read(from: tree, limit: 4_096) == text { return }
    try Self.file.write(text, .content, in: tree)
  }
}
