internal import CGit2
internal import GitObjects
internal import Glibc

/// A blob that is stored in a pack as a whole, not as a delta, so that it can be read piece by piece.
///
/// libgit2 reads an object of a pack only as a whole. Git makes no deltas of files above 512 MB
/// (`core.bigFileThreshold`), so really large blobs are stored like this. Formats: git's `gitformat-pack`, index
/// version 2.
struct PackedBlob: ~Copyable {
  private let pack: Int32
  private let start: off_t
  private let size: Int64

  deinit { close(pack) }

  private init(pack: Int32, start: off_t, size: Int64) {
    self.pack = pack
    self.start = start
    self.size = size
  }

  /// Finds a blob in the packs of a repository; nil if no pack stores it as a whole.
  static func find(_ id: ObjectID, in directory: GitDirectory) -> PackedBlob? {
    for name in directory.names(in: "objects/pack") where name.hasSuffix(".idx") {
      let path = directory.path("objects/pack/\(name.dropLast(4))")
      guard let offset = offset(of: id, in: path + ".idx") else { continue }
      let pack = open(path + ".pack", O_RDONLY | O_CLOEXEC)
      guard pack >= 0 else { continue }
      guard let head = header(at: offset, in: pack) else {
        close(pack)
        continue
      }
      return PackedBlob(pack: pack, start: head.start, size: head.size)
    }
    return nil
  }

  /// Reads the content piece by piece.
  ///
  /// - Throws: errors of `take`; `ObjectStoreError.failed` if the bytes are damaged by zlib's checksum.
  func read(_ take: ([UInt8]) throws -> Void) throws {
    guard try ObjectStream.inflate(pack, at: start, limit: size, take) == size else {
      throw ObjectStoreError.failed("an object in a pack is damaged")
    }
  }

  /// Returns the offset of an object's entry in the pack; nil if the index does not contain it.
  private static func offset(of id: ObjectID, in path: String) -> off_t? {
    let index = open(path, O_RDONLY | O_CLOEXEC)
    guard index >= 0 else { return nil }
    defer { close(index) }
    guard let head = bytes(8 + 1_024, at: 0, of: index), head[..<8].elementsEqual([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2])
    else { return nil }
    let wanted = id.bytes
    let first = wanted[0] == 0 ? 0 : word(head, at: 8 + 4 * (Int(wanted[0]) - 1))
    let last = word(head, at: 8 + 4 * Int(wanted[0]))
    let total = word(head, at: 8 + 4 * 255)
    guard first < last, last <= total, let names = bytes((last - first) * 20, at: 1_032 + first * 20, of: index) else {
      return nil
    }
    guard
      let place = (0..<(last - first)).first(where: { names[($0 * 20)..<($0 * 20 + 20)].elementsEqual(wanted) }),
      let short = bytes(4, at: 1_032 + total * 24 + (first + place) * 4, of: index)
    else { return nil }
    let offset = word(short, at: 0)
    guard offset & 0x8000_0000 != 0 else { return off_t(offset) }
    guard let long = bytes(8, at: 1_032 + total * 28 + (offset & 0x7fff_ffff) * 8, of: index) else { return nil }
    return off_t(word(long, at: 0) & 0x7fff_ffff) << 32 | off_t(word(long, at: 4))
  }

  /// Returns the offset of a blob's compressed bytes and their decompressed size; nil for another kind of entry.
  private static func header(at offset: off_t, in pack: Int32) -> (start: off_t, size: Int64)? {
    guard let head = bytes(12, at: Int(offset), of: pack), head[0] >> 4 & 7 == 3 else { return nil }
    var size = Int64(head[0] & 0x0f)
    var position = 0
    var shift: Int64 = 4
    while head[position] & 0x80 != 0 {
      position += 1
      guard position < head.count, shift < 57 else { return nil }
      size |= Int64(head[position] & 0x7f) << shift
      shift += 7
    }
    return (offset + off_t(position + 1), size)
  }

  private static func bytes(_ count: Int, at position: Int, of file: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, off_t(position)) == count ? bytes : nil
  }

  private static func word(_ bytes: [UInt8], at position: Int) -> Int {
    bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
