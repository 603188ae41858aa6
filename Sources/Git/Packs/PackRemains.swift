internal import GitObjects
internal import Glibc

/// A damaged pack that is read object by object at the offsets of its index.
///
/// git and libgit2 refuse a whole pack for one wrong bit in its first or last bytes, and `git unpack-objects` ends soon
/// after the first damaged object. This type loses only objects that are damaged themselves, or stored as a delta to
/// one that exists nowhere else. Formats: git's `gitformat-pack`, index version 2.
struct PackRemains: ~Copyable {
  /// The objects that the index lists.
  var ids: Dictionary<ObjectID, Int>.Keys { offsets.keys }

  private let pack: Int32
  private let offsets: [ObjectID: Int]
  private let starts: [Int: ObjectID]

  deinit { close(pack) }

  /// Opens a pack and its index by their path without extension; nil if one is missing or the index is damaged, too.
  init?(_ stem: String, in directory: GitDirectory) {
    guard let index = PackList.whole(stem + ".idx", in: directory), let offsets = Self.offsets(in: index)
    else { return nil }
    let pack = open(directory.path(stem + ".pack"), O_RDONLY | O_CLOEXEC)
    guard pack >= 0 else { return nil }
    self.pack = pack
    self.offsets = offsets
    starts = Dictionary(offsets.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns an object whose bytes match its hash; nil if it cannot be read.
  ///
  /// - Parameter elsewhere: reads the base of a delta that the pack has lost.
  func read(
    _ id: ObjectID, elsewhere: (ObjectID) -> (kind: ObjectKind, content: [UInt8])?
  ) -> (kind: ObjectKind, content: [UInt8])? {
    var differences: [[UInt8]] = []
    var current = id
    var found: (kind: ObjectKind, content: [UInt8])?
    while found == nil {
      // git's chains have at most 4,095 deltas.
      guard differences.count < 5_000 else { return nil }
      if let start = offsets[current], let entry = entry(at: start) {
        switch entry.form {
        case .whole(let kind): found = (kind, entry.bytes)
        case .difference(let base):
          differences.append(entry.bytes)
          current = base
        }
      } else {
        guard current != id, let other = elsewhere(current) else { return nil }
        found = other
      }
    }
    guard var object = found else { return nil }
    for difference in differences.reversed() {
      guard let content = PackDifference.apply(difference, to: object.content) else { return nil }
      object.content = content
    }
    let hash = object.content.withUnsafeBytes { LibGit2.id(of: object.kind, $0) }
    return hash == id ? object : nil
  }

  private enum Form {
    case whole(ObjectKind)
    case difference(to: ObjectID)
  }

  /// The longest content to read; longer objects are not documents.
  private static let limit: Int64 = 1 << 31

  private func entry(at start: Int) -> (form: Form, bytes: [UInt8])? {
    var head = [UInt8](repeating: 0, count: 64)
    let count = pread(pack, &head, head.count, off_t(start))
    guard count > 0, let first = head.first else { return nil }
    // The length is ignored, because the hash proves completeness.
    guard var position = head[..<count].firstIndex(where: { $0 & 0x80 == 0 }).map({ $0 + 1 }) else { return nil }
    let form: Form
    switch first >> 4 & 7 {
    case 6:
      var back = 0
      repeat {
        guard position < count, back < 1 << 48 else { return nil }
        back = (back << 7) + Int(head[position] & 0x7f)
        position += 1
        if head[position - 1] & 0x80 != 0 { back += 1 }
      } while head[position - 1] & 0x80 != 0
      guard let base = starts[start - back] else { return nil }
      form = .difference(to: base)
    case 7:
      guard position + 20 <= count, let base = ObjectID(bytes: head[position..<(position + 20)]) else { return nil }
      position += 20
      form = .difference(to: base)
    case let number:
      let kinds: [ObjectKind] = [.commit, .tree, .blob, .tag]
      guard let kind = kinds.first(where: { $0.packNumber == number }) else { return nil }
      form = .whole(kind)
    }
    var bytes: [UInt8] = []
    let length = try? ObjectStream.inflate(pack, at: off_t(start + position), limit: Self.limit, isSmall: true) {
      bytes += $0
    }
    return length == nil ? nil : (form, bytes)
  }

  /// Returns the offset of each object; nil if the index has another version.
  private static func offsets(in index: [UInt8]) -> [ObjectID: Int]? {
    func word(_ position: Int) -> Int { index[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) } }
    guard index.count >= 1_072, index[..<8].elementsEqual([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]) else { return nil }
    let total = word(8 + 4 * 255)
    guard index.count >= 1_072 + total * 28 else { return nil }
    var offsets: [ObjectID: Int] = [:]
    for number in 0..<total {
      let name = 1_032 + number * 20
      guard let id = ObjectID(bytes: index[name..<(name + 20)]) else { continue }
      var offset = word(1_032 + total * 24 + number * 4)
      if offset & 0x8000_0000 != 0 {
        let long = 1_032 + total * 28 + (offset & 0x7fff_ffff) * 8
        guard long + 8 <= index.count - 40 else { continue }
        offset = (word(long) & 0x7fff_ffff) << 32 | word(long + 4)
      }
      offsets[id] = offset
    }
    return offsets
  }
}

/// A delta of git's packs (`gitformat-pack`, "deltified representation").
enum PackDifference {
  /// Returns the content; nil if the delta is damaged or belongs to another base.
  static func apply(_ difference: [UInt8], to base: [UInt8]) -> [UInt8]? {
    var position = 0
    func next() -> Int? {
      guard position < difference.count else { return nil }
      defer { position += 1 }
      return Int(difference[position])
    }
    func length() -> Int? {
      var length = 0
      for shift in stride(from: 0, to: 56, by: 7) {
        guard let byte = next() else { return nil }
        length |= (byte & 0x7f) << shift
        if byte & 0x80 == 0 { return length }
      }
      return nil
    }
    guard length() == base.count, let size = length() else { return nil }
    var content: [UInt8] = []
    while let step = next() {
      if step & 0x80 != 0 {
        var (start, count) = (0, 0)
        for bit in 0..<4 where step & 1 << bit != 0 {
          guard let byte = next() else { return nil }
          start |= byte << (8 * bit)
        }
        for bit in 0..<3 where step & 0x10 << bit != 0 {
          guard let byte = next() else { return nil }
          count |= byte << (8 * bit)
        }
        if count == 0 { count = 0x10000 }
        guard start + count <= base.count, content.count + count <= size else { return nil }
        content += base[start..<(start + count)]
      } else {
        guard step > 0, position + step <= difference.count, content.count + step <= size else { return nil }
        content += difference[position..<(position + step)]
        position += step
      }
    }
    return content.count == size ? content : nil
  }
}
