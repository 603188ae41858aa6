package import FileSystem
internal import GitObjects
internal import Journal
internal import LargeFiles
internal import LocalState

extension LargeTable {
  private static let magic: UInt64 = 0x5354_4554_4c41_0001
  /// The place of the stored form, beside the stat cache.
  private static let file = StoredFile("large")

  /// Loads the stored form; nil if there is none, or it is doubtful. It is a hint like the stat cache: later changes
  /// are observed, and its loss costs only time.
  package static func load(from tree: any FileTree) -> LargeTable? {
    guard let bytes = (try? file.read(from: tree, limit: .max)) ?? nil, bytes.count > 12 else { return nil }
    var trailer = ByteReader(bytes, from: bytes.count - 4)
    guard trailer.short() == Checksum.of(bytes[0..<(bytes.count - 4)]) else { return nil }
    var reader = ByteReader(bytes, from: 0, to: bytes.count - 4)
    guard reader.number() == magic, let attributes = reader.short(), let target = reader.id(), let target,
      let count = reader.number(), count < 50_000_000
    else { return nil }
    let isJudged = attributes == otherAttributes(in: tree)
    var table = LargeTable()
    table.reserve(Int(count))
    var (paths, isInOrder): ([WorkspacePath], Bool) = ([], true)
    paths.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let path = reader.text().flatMap({ try? WorkspacePath($0) }), let flags = reader.byte(), flags < 8,
        let id = reader.id(), let id, let content = reader.contentID(), let size = reader.signed()
      else { return nil }
      if let last = paths.last, last >= path { isInOrder = false }
      paths.append(path)
      table.take(
        Entry(
          mode: flags & 1 == 0 ? .file : .executable, blob: id, pointer: Pointer(id: content, size: Int(size)),
          isLarge: isJudged && flags & 2 != 0 ? flags & 4 != 0 : nil), at: path)
    }
    table.stand(at: target, order: isInOrder ? paths : nil)
    return table
  }

  /// Stores the table: writes a new file and renames it over the old, not durable. Does nothing before the table has a
  /// tree, and while a blob of the tree cannot be read.
  package mutating func store(in tree: any FileTree) throws(FileError) {
    // A stored table with an older tree is better than an incomplete one: the next start reads the changes since.
    guard let target = self.tree, isDirty, unread.isEmpty else { return }
    // Only pointers without extensions are stored: others are practically unknown, and all would have to be read.
    guard files.values.allSatisfy(\.pointer.extensions.isEmpty) else { return }
    var writer = ByteWriter()
    writer.put(Self.magic)
    writer.put(Self.otherAttributes(in: tree))
    writer.put(target)
    writer.put(UInt64(files.count))
    // In order, so that a reader need not sort them.
    for path in paths(under: nil) {
      guard let file = files[path] else { continue }
      writer.put(path.string)
      let judged: UInt8 = file.isLarge.map { $0 ? 6 : 2 } ?? 0
      writer.put((file.mode == .executable ? 1 : 0) | judged)
      writer.put(file.blob)
      writer.put(bytesOf: file.pointer.id)
      writer.put(Int64(file.pointer.size))
    }
    let bytes = writer.bytes
    writer.put(Checksum.of(bytes[...]))
    try Self.file.write(writer.bytes, .volatile, in: tree)
    isDirty = false
  }

  /// Returns the checksum of attributes that are in no tree: `.git/info/attributes`.
  private static func otherAttributes(in tree: any FileTree) -> UInt32 {
    Checksum.of(((try? tree.read(.git("info/attributes"), limit: 1 << 24))?.bytes ?? [])[...])
  }
}

extension ByteWriter {
  /// Appends the 32 bytes of a content's id.
  fileprivate mutating func put(bytesOf id: ContentID) { for byte in id.bytes { put(byte) } }
}

extension ByteReader {
  /// Reads the 32 bytes of a content's id.
  fileprivate mutating func contentID() -> ContentID? {
    guard let first = number(), let second = number(), let third = number(), let fourth = number() else { return nil }
    return ContentID(words: first.byteSwapped, second.byteSwapped, third.byteSwapped, fourth.byteSwapped)
  }
}
