package import FileSystem
internal import LocalState

/// The files of the database on disk, with the checksum that is written beside it when it is closed.
package struct IndexFiles {
  /// The name of the database in `.git/stet`.
  private static let name = "index.sqlite"
  private static let sum = StoredFile("index.sum")

  /// The path of the database.
  let path: String
  private let tree: DiskTree

  /// Names the files of the workspace with a root.
  package init(root: String, tree: DiskTree) {
    path = "\(root)/.git/stet/\(Self.name)"
    self.tree = tree
  }

  /// The state of the database before it is opened.
  enum Seal {
    /// It is byte for byte as it was when it was closed.
    case intact
    /// It was closed, and changed afterwards.
    case broken
    /// It was not closed, or there is none.
    case missing
  }

  /// Compares the database with its checksum. SQLite alone would not notice a changed letter in a list of words.
  func readSeal() -> Seal {
    // A database that cannot be read now is checked by SQLite when it is opened.
    guard let kept = Self.sum.text(from: tree, limit: 100), let sum = checksum() else { return .missing }
    return kept == sum && !exists("-wal") ? .intact : .broken
  }

  /// Stores the checksum of the closed database.
  func seal() {
    guard exists(""), let sum = checksum(), !exists("-wal") else { return }
    try? Self.sum.write(sum, .volatile, in: tree)
  }

  /// Removes the checksum, before the database changes.
  func unseal() { try? Self.sum.remove(from: tree) }

  /// Creates an empty database that only its user can read, if there is none: it has the words of all documents.
  func prepare() {
    guard !exists("") else { return }
    try? tree.create(.store(Self.name), bytes: [], permissions: 0o600, durable: false)
  }

  /// Removes the database.
  func remove() {
    unseal()
    for ending in ["", "-wal", "-shm", "-journal"] { try? tree.remove(.store(Self.name + ending)) }
  }

  private func exists(_ ending: String) -> Bool {
    let stamp = (try? tree.stamp(of: .store(Self.name + ending))) ?? nil
    return stamp != nil
  }

  /// Returns a sum of the file's bytes that differs for any change of eight bytes, also of a missing file; nil if the
  /// file cannot be read.
  private func checksum() -> String? {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    var count = 0
    let isRead = try? tree.readOwn(.store(Self.name)) { piece in
      count += piece.count
      piece.withUnsafeBytes { bytes in
        var index = 0
        while index + 8 <= bytes.count {
          sum = (sum ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
          sum ^= sum >> 32
          index += 8
        }
        while index < bytes.count {
          sum = (sum ^ UInt64(bytes[index])) &* 0x9E37_79B9_7F4A_7C15
          index += 1
        }
      }
    }
    guard isRead != nil else { return nil }
    return "\(count) \(String(sum, radix: 16))\n"
  }
}
