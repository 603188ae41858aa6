package import Documents
package import FileSystem
package import GitObjects
internal import Journal
package import LocalState

/// The content of every recorded path when it was last read, so that unchanged files are not read again.
///
/// Kept in memory, stored in `.git/stet/cache` at rest and at stop. A doubtful stored form makes it empty: the next
/// scan then reads every file. It is a hint; its loss costs only time.
package struct StatCache: Sendable {
  private static let magic: UInt64 = 0x5354_4554_4341_0002
  /// The place of the stored form.
  package static let file = StoredFile("cache")

  private var files = CachedFiles()
  /// The number of entries that were set since it was stored.
  private var changes = 0
  /// The hard links among the files.
  private var links = LinkedNames()
  /// The symbolic links of the folder, also of ignored ones.
  package let symbolicLinks = SymbolicLinks()

  /// Whether something changed since it was stored.
  package var isDirty: Bool { changes > 0 }

  /// Whether enough changed that storing everything costs little for each change.
  ///
  /// An outdated stored form is still valid: an entry that is no longer true proves nothing, and after a crash its file
  /// is read again.
  package var isWorthStoring: Bool { changes >= max(64, files.count / 50) }

  package init() {}

  /// The number of known paths.
  package var count: Int { files.count }

  /// The known state of a path.
  package subscript(path: WorkspacePath) -> CachedFile? {
    get { files[path] }
    set {
      let old = files[path]
      files[path] = newValue
      changes += 1
      links.replace(old, by: newValue, at: path, in: files)
    }
  }

  /// The known states in a folder by name, without those of its subfolders; the path is empty for the root.
  func files(in folder: String) -> [NameKey: CachedFile] { files.files(in: folder) }

  /// Returns the other names that the file at a path had when it was last read (hard links).
  package func otherNames(of path: WorkspacePath) -> [WorkspacePath] {
    files[path].map { links.others(than: path, $0, in: files) } ?? []
  }

  /// Returns the hard links that a save or a deletion separated since the last call: each from the replaced or deleted
  /// name to one that keeps the earlier file.
  package mutating func takeParted() -> [PathRename] { links.takeParted() }

  /// Reads the stored form; the cache is empty if there is none or it is damaged.
  package init(from tree: any FileTree) {
    guard let bytes = (try? Self.file.read(from: tree, limit: .max)) ?? nil, bytes.count > 12 else { return }
    var trailer = ByteReader(bytes, from: bytes.count - 4)
    guard let checksum = trailer.short(), checksum == Checksum.of(bytes[0..<(bytes.count - 4)]) else { return }
    var reader = ByteReader(bytes, from: 0, to: bytes.count - 4)
    guard reader.number() == Self.magic, let loaded = CachedFiles(from: &reader) else { return }
    files = loaded
    links = LinkedNames(loaded)
    loaded.forEach { path, file in if file.stamp.kind == .symlink { symbolicLinks.look(at: path, in: tree) } }
  }

  /// Takes the entries of a stored form that was read meanwhile; entries that were set since stay.
  package mutating func take(_ stored: StatCache) {
    symbolicLinks.take(stored.symbolicLinks)
    guard !files.isEmpty else {
      (files, links) = (stored.files, stored.links)
      return
    }
    files.merge(stored.files)
    links = LinkedNames(files)
  }

  /// Removes the files that changed within the last day of changes, and those with a later time.
  ///
  /// After a power cut one of them may have the cached size and time, and zeros for content, even if Stet had stopped
  /// in order before: a system keeps written data for seconds or minutes in memory. It is a day because clocks are set,
  /// and nothing else shows the time of the cut.
  ///
  /// - Parameter now: wall clock, nanoseconds since 1970.
  /// - Returns: whether there were any.
  package mutating func forgetRecent(now: Int64) -> Bool {
    let day: Int64 = 86_400_000_000_000
    let newest = files.values.lazy.map(\.stamp.changed).filter { $0 <= now }.max()
    let before = files.count
    files.keep { file in newest.map { file.stamp.changed < $0 - day } ?? false }
    let forgotten = before - files.count
    links = LinkedNames(files)
    changes += forgotten
    return forgotten > 0
  }

  /// Stores the cache: writes a new file and renames it over the old, not durable (a lost cache is rebuilt).
  package mutating func store(in tree: any FileTree) throws(FileError) {
    var writer = ByteWriter()
    writer.put(Self.magic)
    files.put(in: &writer)
    var bytes = writer.bytes
    withUnsafeBytes(of: Checksum.of(bytes[...]).littleEndian) { bytes.append(contentsOf: $0) }
    try Self.file.write(bytes, .volatile, in: tree)
    changes = 0
  }
}
