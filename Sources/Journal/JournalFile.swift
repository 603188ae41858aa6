package import FileSystem

/// The journal of planned turns, durable before they happen: the group commit.
///
/// A file of records, each a length (8 bytes), a CRC-32C (4 bytes) and the entry. Reading ends at the first record that
/// is cut short or damaged: a torn end was never acknowledged. A checkpoint begins a new file and deletes the old.
/// Lives on the recorder's executor.
package final class JournalFile {
  static let folder = FileLocation.store("journal")

  private let tree: any FileTree
  /// The number of the present file.
  private(set) var generation: UInt64
  /// The greatest number that a file ever had, including one that could not be finished.
  private var greatest: UInt64
  /// Whether the present file's name is durable.
  private var isNamed = false
  /// The files that the device does not read to their ends.
  private var unread: Set<UInt64> = []
  /// The approximate size of the present file in bytes.
  package private(set) var size: Int = 0

  private init(tree: any FileTree, generation: UInt64) {
    self.tree = tree
    self.generation = generation
    greatest = generation
  }

  private var location: FileLocation { Self.location(generation) }

  private static func location(_ generation: UInt64) -> FileLocation { .store("journal/\(generation)") }

  /// The result of opening.
  package struct Opening {
    /// The journal, with a new file for appended entries: after a torn end they could not be read again.
    package var journal: JournalFile
    /// The entries of the existing files, oldest first.
    package var entries: [JournalEntry]
    /// The files that the device does not read to their ends, as after a power cut on btrfs. The entries before the
    /// damage are among `entries`; the next checkpoint moves the files to `.git/stet/rescue`.
    package var unread: [String]
  }

  /// Opens the journals of a workspace.
  ///
  /// - Throws: `FileError` if the folder or a journal cannot be read; a failing device is not an error.
  package static func open(in tree: any FileTree) throws(FileError) -> Opening {
    try tree.makeDirectories(folder)
    let numbers = try tree.entries(of: folder).compactMap { UInt64($0.name) }.sorted()
    let journal = JournalFile(tree: tree, generation: (numbers.last ?? 0) + 1)
    var opening = Opening(journal: journal, entries: [], unread: [])
    for number in numbers {
      do {
        guard let content = try tree.read(location(number), limit: .max) else { continue }
        opening.entries.append(contentsOf: decode(content.bytes))
      } catch {
        guard error.code == .device else { throw error }
        opening.entries.append(contentsOf: decode(beginning(of: location(number), in: tree)))
        opening.unread.append(".git/stet/journal/\(number)")
        journal.unread.insert(number)
      }
    }
    return opening
  }

  /// Returns the bytes of a file before the part that the device does not read.
  private static func beginning(of location: FileLocation, in tree: any FileTree) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try? tree.readPieces(of: location, share: { _ in false }) { piece in
      bytes += piece
      return true
    }
    return bytes
  }

  /// Moves a file to the rescue folder: the device may read it another time.
  private func setAside(_ number: UInt64) throws(FileError) {
    try tree.makeDirectories(.store("rescue"))
    var name = "rescue/journal-\(number)"
    while try tree.stamp(of: .store(name)) != nil { name += "-" }
    try tree.move(Self.location(number), toNew: .store(name))
    unread.remove(number)
  }

  /// Returns the whole records at the beginning of a journal's bytes.
  static func decode(_ bytes: [UInt8]) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    var position = 0
    while position < bytes.count {
      var header = ByteReader(bytes, from: position)
      guard let length = header.number(), let checksum = header.short(), length <= UInt64(bytes.count - position - 12)
      else { break }
      let start = position + 12
      let end = start + Int(length)
      guard Checksum.of(bytes[start..<end]) == checksum, let entry = JournalEntry(bytes: bytes, from: start, to: end)
      else { break }
      entries.append(entry)
      position = end
    }
    return entries
  }

  /// Returns the bytes of a record.
  static func encode(_ entry: JournalEntry) -> [UInt8] {
    let body = entry.bytes
    var writer = ByteWriter()
    writer.put(UInt64(body.count))
    writer.put(Checksum.of(body[...]))
    return writer.bytes + body
  }

  /// Appends a record; with `durable` it is on the device when the call returns.
  ///
  /// - Throws: `FileError` if it could not be written or synced. The file must then be abandoned (`rotate`), because a
  ///   second sync of the same file proves nothing (reliability §5).
  package func append(_ entry: JournalEntry, durable: Bool = true) throws(FileError) {
    try append([entry], durable: durable)
  }

  /// Appends records with one write; after a power cut there are the first of them, or none.
  package func append(_ entries: [JournalEntry], durable: Bool) throws(FileError) {
    let bytes = entries.flatMap(Self.encode)
    _ = try tree.append(location, bytes: bytes, durable: durable)
    if durable, !isNamed {
      try tree.synchronize(Self.folder)
      isNamed = true
    }
    size += bytes.count
  }

  /// Begins a new file with these entries, durable with its name, and deletes the older ones.
  ///
  /// - Throws: `FileError`; if the new file could not be made durable, the old one stays in use.
  package func rotate(_ entries: [JournalEntry]) throws(FileError) {
    greatest += 1
    let bytes = entries.flatMap(Self.encode)
    do throws(FileError) {
      _ = try tree.append(Self.location(greatest), bytes: bytes, durable: true)
      try tree.synchronize(Self.folder)
    } catch {
      // A part of the new file would hide the content of the old one.
      try? tree.remove(Self.location(greatest))
      throw error
    }
    generation = greatest
    isNamed = true
    size = bytes.count
    for number in try tree.entries(of: Self.folder).compactMap({ UInt64($0.name) }) where number < generation {
      if unread.contains(number) { try setAside(number) } else { try tree.remove(Self.location(number)) }
    }
  }
}
