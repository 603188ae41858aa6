internal import GitObjects

extension IndexFile {
  /// A path that the branch's old and new commit have differently, with what git needs to know of the file.
  struct Change {
    /// The path's bytes.
    var path: [UInt8]
    /// What the old commit has.
    var old: TreeEntry?
    /// What the new commit has.
    var new: TreeEntry?
    /// The file's stat; nil where it is not certain that it belongs to the new content.
    var stat: IndexStat?
  }

  /// Brings the entries that the user left as the old commit has them to the new one.
  ///
  /// An entry that stands otherwise was staged by the user and stays; so do conflict stages, and an entry whose
  /// addition would put a file and a directory of one name into the index. An entry that is absent, or is only meant
  /// to be added (`add -N`), is brought to the new commit.
  mutating func apply(_ changes: [Change]) {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + changes.count * 128)
    var begins: [Int] = []
    begins.reserveCapacity(starts.count + changes.count)
    var next = 0
    // Forgetting one by one costs more than git's making them again.
    if changes.count > 64 { trees = [] }
    func copy(upTo position: Int) {
      guard position > next else { return }
      let shift = output.count - starts[next]
      for index in next..<position { begins.append(starts[index] + shift) }
      output.append(contentsOf: bytes[starts[next]..<starts[position]])
      next = position
    }
    for change in changes.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
      let place = find(change.path)
      let isThere = place < count && name(at: place).elementsEqual(change.path)
      guard isBrought(change, at: isThere ? place : nil) else { continue }
      if !isThere, change.new != nil, collides(change.path, changes) { continue }
      copy(upTo: place)
      if let new = change.new {
        begins.append(output.count)
        let flags = isThere ? bytes[starts[place] + 60] & 0x80 : 0
        Self.appendEntry(
          fixed: Self.fixed(new, change.stat, nameLength: change.path.count, flags: flags), name: change.path,
          to: &output)
      }
      if isThere { next = place + 1 }
      forgetTrees(above: change.path)
    }
    copy(upTo: count)
    begins.append(output.count)
    bytes = output
    starts = begins
    // Version 3 is version 2 with extended entries; without any git calls it 2.
    if version == 3, !(0..<count).contains(where: { bytes[starts[$0] + 60] & 0x40 != 0 }) { version = 2 }
  }

  /// Whether a path has an entry.
  func has(_ path: [UInt8]) -> Bool { place(of: path) != nil }

  /// What a path's entry says; nil where it has none, or one of a conflict or that is only meant to be added.
  func staged(_ path: [UInt8]) -> (mode: FileMode, id: ObjectID)? {
    guard let place = place(of: path), case let start = starts[place], bytes[start + 60] & 0x30 == 0,
      !isMeantToBeAdded(place), let mode = FileMode(bits: Self.word(bytes, start + 24)),
      let id = ObjectID(bytes: bytes[(start + 40)..<(start + 60)])
    else { return nil }
    return (mode, id)
  }

  /// When the file was changed last that a path's entry was taken from as a whole, in seconds since 1970; nil where there
  /// was none.
  ///
  /// git keeps that file's stat. What was put together otherwise (`add -p`, `apply --cached`, `update-index --cacheinfo`)
  /// has a time of zero.
  func fileTime(_ path: [UInt8]) -> Int64? {
    place(of: path).map { Int64(Self.word(bytes, starts[$0] + 8)) }.flatMap { $0 == 0 ? nil : $0 }
  }

  private func place(of path: [UInt8]) -> Int? {
    let place = find(path)
    return place < count && name(at: place).elementsEqual(path) ? place : nil
  }

  private func isMeantToBeAdded(_ place: Int) -> Bool {
    bytes[starts[place] + 60] & 0x40 != 0 && bytes[starts[place] + 62] & 0x20 != 0
  }

  private func isBrought(_ change: Change, at place: Int?) -> Bool {
    guard let place else { return true }
    let start = starts[place]
    guard bytes[start + 60] & 0x30 == 0 else { return false }
    if isMeantToBeAdded(place) { return true }
    let id = ObjectID(bytes: bytes[(start + 40)..<(start + 60)])
    let mode = FileMode(bits: Self.word(bytes, start + 24))
    return [change.old, change.new].contains { $0 != nil && $0?.id == id && $0?.mode == mode }
  }

  /// Whether a standing entry that stays is a directory of the path, or stands below it.
  private func collides(_ path: [UInt8], _ changes: [Change]) -> Bool {
    func stays(_ place: Int) -> Bool {
      let standing = name(at: place)
      guard let change = changes.first(where: { $0.path.elementsEqual(standing) }) else { return true }
      return change.new != nil || !isBrought(change, at: place)
    }
    for (position, byte) in path.enumerated() where byte == UInt8(ascii: "/") {
      let place = find(path[..<position])
      if place < count, name(at: place).elementsEqual(path[..<position]), stays(place) { return true }
    }
    var below = find(path + [UInt8(ascii: "/")])
    while below < count, name(at: below).starts(with: path), name(at: below).dropFirst(path.count).first == 0x2F {
      if stays(below) { return true }
      below += 1
    }
    return false
  }

  /// The place of a path's first entry, or where it would stand.
  private func find(_ path: some Collection<UInt8>) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if name(at: middle).lexicographicallyPrecedes(path) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The name of an entry.
  func name(at position: Int) -> ArraySlice<UInt8> {
    let start = starts[position]
    let begin = start + (bytes[start + 60] & 0x40 != 0 ? 64 : 62)
    var length = Int(bytes[start + 60] & 0x0F) << 8 | Int(bytes[start + 61])
    if length == 0xFFF {
      while bytes[begin + length] != 0 { length += 1 }
    }
    return bytes[begin..<(begin + length)]
  }

  /// The part of an entry before its name.
  static func fixed(_ entry: TreeEntry, _ stat: IndexStat?, nameLength: Int, flags: UInt8 = 0) -> [UInt8] {
    let none = IndexStat(changed: (0, 0), modified: (0, 0), device: 0, inode: 0, user: 0, group: 0, size: 0)
    var fixed: [UInt8] = []
    fixed.reserveCapacity(62)
    for word in (stat ?? none).words(mode: entry.mode.rawValue) { append(word, to: &fixed) }
    fixed.append(contentsOf: entry.id.bytes)
    let length = min(nameLength, 0xFFF)
    fixed.append(flags | UInt8(length >> 8))
    fixed.append(UInt8(length & 0xFF))
    return fixed
  }
}
