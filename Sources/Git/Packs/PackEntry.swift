internal import CGit2
internal import GitObjects
internal import Glibc

/// The place of an object in a pack. Formats: git's `gitformat-pack`, index version 2.
struct PackEntry: ~Copyable {
  /// The way in which the compressed bytes stand for the object.
  enum Form {
    /// They are the content of a blob.
    case blob
    /// They are a delta of the object at an offset of the same pack.
    case offsetDelta(base: off_t)
    /// They are a delta of an object of any pack.
    case delta(base: ObjectID)
  }

  let pack: Int32
  /// The offset of the compressed bytes.
  let start: off_t
  /// The number of decompressed bytes.
  let size: Int64
  let form: Form

  deinit { close(pack) }

  private init(pack: Int32, start: off_t, size: Int64, form: Form) {
    self.pack = pack
    self.start = start
    self.size = size
    self.form = form
  }

  /// Finds a blob or a delta in the packs of a repository; nil if no pack has it.
  static func find(_ id: ObjectID, in directory: GitDirectory) -> PackEntry? {
    for name in directory.names(in: "objects/pack") where name.hasSuffix(".idx") {
      let path = directory.path("objects/pack/\(name.dropLast(4))")
      guard let offset = offset(of: id, in: path + ".idx") else { continue }
      let pack = open(path + ".pack", O_RDONLY | O_CLOEXEC)
      guard pack >= 0 else { continue }
      if let entry = at(offset, of: pack) { return entry }
    }
    return nil
  }

  /// Returns the entry at another offset of the same pack; nil if no blob or delta is there.
  func other(at offset: off_t) -> PackEntry? {
    let pack = dup(pack)
    return pack < 0 ? nil : Self.at(offset, of: pack)
  }

  /// Returns the entry at an offset; the descriptor belongs to it, and is closed if there is none.
  private static func at(_ offset: off_t, of pack: Int32) -> PackEntry? {
    guard let head = header(at: offset, in: pack) else {
      close(pack)
      return nil
    }
    return PackEntry(pack: pack, start: head.start, size: head.size, form: head.form)
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
    // Whatever a damaged table says, no more is read than the file has: names, checksums and offsets of all objects.
    var status = stat()
    guard first < last, last <= total, fstat(index, &status) == 0, 1_032 + total * 28 + 40 <= Int(status.st_size),
      let names = bytes((last - first) * 20, at: 1_032 + first * 20, of: index)
    else { return nil }
    guard
      let place = (0..<(last - first)).first(where: { names[($0 * 20)..<($0 * 20 + 20)].elementsEqual(wanted) }),
      let short = bytes(4, at: 1_032 + total * 24 + (first + place) * 4, of: index)
    else { return nil }
    let offset = word(short, at: 0)
    guard offset & 0x8000_0000 != 0 else { return off_t(offset) }
    guard let long = bytes(8, at: 1_032 + total * 28 + (offset & 0x7fff_ffff) * 8, of: index) else { return nil }
    return off_t(word(long, at: 0) & 0x7fff_ffff) << 32 | off_t(word(long, at: 4))
  }

  private static func header(at offset: off_t, in pack: Int32) -> (start: off_t, size: Int64, form: Form)? {
    // The rest of the pack is at least its own hash of 20 bytes.
    guard let head = bytes(32, at: Int(offset), of: pack) ?? bytes(21, at: Int(offset), of: pack) else { return nil }
    var size = Int64(head[0] & 0x0f)
    var position = 0
    var shift: Int64 = 4
    while head[position] & 0x80 != 0 {
      position += 1
      guard position < 12, shift < 57 else { return nil }
      size |= Int64(head[position] & 0x7f) << shift
      shift += 7
    }
    position += 1
    switch head[0] >> 4 & 7 {
    case 3: return (offset + off_t(position), size, .blob)
    case 6:
      var distance = off_t(head[position] & 0x7f)
      while head[position] & 0x80 != 0 {
        position += 1
        guard position < 21, distance < 1 << 48 else { return nil }
        distance = (distance + 1) << 7 | off_t(head[position] & 0x7f)
      }
      guard distance > 0, distance < offset else { return nil }
      return (offset + off_t(position + 1), size, .offsetDelta(base: offset - distance))
    case 7:
      guard head.count >= position + 20, let base = ObjectID(bytes: Array(head[position..<(position + 20)])) else {
        return nil
      }
      return (offset + off_t(position + 20), size, .delta(base: base))
    default: return nil
    }
  }

  private static func bytes(_ count: Int, at position: Int, of file: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, off_t(position)) == count ? bytes : nil
  }

  private static func word(_ bytes: [UInt8], at position: Int) -> Int {
    bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
  }
}
