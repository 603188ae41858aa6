internal import CGit2
internal import GitObjects

/// A pack and its index in memory, made of whole objects: each is compressed, none is stored as a delta.
///
/// Searching for deltas takes three quarters of the time of libgit2's pack builder at a first import, and finds next to
/// nothing among different documents. Formats: git's `gitformat-pack`, pack version 2, index version 2.
struct PackBody: ~Copyable {
  /// An entry of the index.
  private struct Entry {
    var id: ObjectID
    var checksum: UInt32
    var offset: UInt32
  }

  /// The size of the pack so far in bytes.
  var size: Int { pack.count }

  private var pack: [UInt8]
  private var entries: [Entry] = []
  private let deflater: Deflater

  /// Creates an empty pack.
  ///
  /// - Throws: `.failed` if memory is short.
  init() throws(ObjectStoreError) {
    deflater = try Deflater()
    pack = Array("PACK".utf8)
    IndexFile.append(2, to: &pack)
    IndexFile.append(0, to: &pack)
  }

  /// Adds an object that the pack does not contain; the total must be below 2 GiB.
  ///
  /// - Throws: `.failed` if memory is short.
  mutating func add(_ kind: ObjectKind, _ content: [UInt8], id: ObjectID) throws(ObjectStoreError) {
    let start = try requireRoom(for: content.count)
    let checksum = try deflater.appendEntry(kind, content, to: &pack)
    entries.append(Entry(id: id, checksum: checksum, offset: start))
  }

  /// Adds a blob that was compressed elsewhere and that the pack does not contain.
  ///
  /// - Throws: `.failed` if the pack would be too large.
  mutating func add(_ blob: PackableBlob) throws(ObjectStoreError) {
    let start = try requireRoom(for: blob.entry.count)
    pack += blob.entry
    entries.append(Entry(id: blob.id, checksum: blob.checksum, offset: start))
  }

  /// Returns the offset at which so many bytes can be added.
  private func requireRoom(for count: Int) throws(ObjectStoreError) -> UInt32 {
    guard pack.count + count < Int(Int32.max) else { throw .failed("a pack would be too large") }
    return UInt32(pack.count)
  }

  /// Returns the files of the pack.
  consuming func finish() -> PackFiles {
    var count: [UInt8] = []
    IndexFile.append(UInt32(entries.count), to: &count)
    pack.replaceSubrange(8..<12, with: count)
    let sum = pack.withUnsafeBytes { SHA1.hash($0) }
    pack.append(contentsOf: sum)
    let name = "pack-" + (ObjectID(bytes: sum) ?? .zero).hex
    return PackFiles(name: name, pack: pack, index: Self.index(entries.sorted { $0.id < $1.id }, sum))
  }

  private static func index(_ entries: [Entry], _ packSum: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0xff, 0x74, 0x4f, 0x63]
    file.reserveCapacity(1_072 + entries.count * 28)
    IndexFile.append(2, to: &file)
    var counts = [UInt32](repeating: 0, count: 256)
    let ids = entries.map(\.id.bytes)
    for id in ids { counts[Int(id[0])] += 1 }
    var total: UInt32 = 0
    for count in counts {
      total += count
      IndexFile.append(total, to: &file)
    }
    for id in ids { file.append(contentsOf: id) }
    for entry in entries { IndexFile.append(entry.checksum, to: &file) }
    for entry in entries { IndexFile.append(entry.offset, to: &file) }
    file.append(contentsOf: packSum)
    file.append(contentsOf: file.withUnsafeBytes { SHA1.hash($0) })
    return file
  }
}

/// The two files of a pack.
struct PackFiles: Sendable {
  /// Their common name without extension: `pack-<checksum>`.
  let name: String
  let pack: [UInt8]
  let index: [UInt8]
}

extension ObjectKind {
  /// The kind's number in a pack.
  var packNumber: UInt8 {
    switch self {
    case .commit: 1
    case .tree: 2
    case .blob: 3
    case .tag: 4
    }
  }
}

/// Compresses contents one after the other at zlib's fastest level, with a single allocation.
final class Deflater {
  /// zlib keeps a pointer to it, so it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// Creates a compressor.
  ///
  /// - Throws: `.failed` if memory is short.
  init() throws(ObjectStoreError) {
    stream.initialize(to: z_stream())
    guard deflateInit_(stream, 1, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .failed("there is no memory to compress objects")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Appends a content of less than 2 GiB in zlib format.
  ///
  /// - Throws: `.failed` if zlib fails; the output is unchanged then.
  func append(_ content: [UInt8], to output: inout [UInt8]) throws(ObjectStoreError) {
    deflateReset(stream)
    let bound = Int(deflateBound(stream, UInt(content.count)))
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: bound))
    let status = content.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { buffer in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = buffer.baseAddress.map { $0 + start }
        stream.pointee.avail_out = UInt32(bound)
        return deflate(stream, Z_FINISH)
      }
    }
    let used = status == Z_STREAM_END ? bound - Int(stream.pointee.avail_out) : 0
    output.removeLast(bound - used)
    guard status == Z_STREAM_END else { throw .failed("an object of \(content.count) bytes could not be compressed") }
  }
}
