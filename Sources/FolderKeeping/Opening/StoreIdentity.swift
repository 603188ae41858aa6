internal import FileSystem
internal import Git
internal import LocalState

/// The binding of `.git/stet` to this machine and directory (review C7), with the boot and the mount of its last use.
struct StoreIdentity {
  private static let file = StoredFile("identity")

  /// Whether the store is used for the first time.
  var isNew: Bool
  /// Whether the store was copied from another machine or directory.
  var isCopy: Bool
  /// Whether neither the machine was restarted nor the file system mounted anew since the last opening: a device that
  /// was removed or refused writes has lost unsynced data, as after a power cut.
  var isSameBoot: Bool

  private let tree: DiskTree
  /// The machine and the directory, as text that is unique to this store.
  private let bound: String
  private let boot: String
  private let lines: [String]

  /// Compares the stored identity with the actual one.
  ///
  /// It stores nothing yet: after a killed start the next one must get the same result. Otherwise it would replay a
  /// copied journal and record the remains of a file after a power cut as a save.
  ///
  /// - Throws: `FileError` if the file cannot be read.
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

  /// Returns eight hexadecimal digits that are unique to this store.
  func mark(in repository: Repository) -> String {
    String(repository.id(of: .blob, Array(bound.utf8)).hex.prefix(8))
  }

  /// Stores machine and directory; call it after a copied journal has been set aside.
  ///
  /// - Throws: `FileError` if the file cannot be written.
  func notePlace() throws(FileError) { try note(lines.count > 1 ? lines[1] : boot) }

  /// Stores the boot; call it after the scan of the folder.
  ///
  /// - Throws: `FileError` if the file cannot be written.
  func noteBoot() throws(FileError) { try note(boot) }

  private func note(_ boot: String) throws(FileError) {
    let text = Array("\(bound)\n\(boot)\n".utf8)
    if try Self.file.read(from: tree, limit: 4_096) == text { return }
    try Self.file.write(text, .content, in: tree)
  }
}
