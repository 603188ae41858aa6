internal import GitObjects

extension IndexFile {
  /// A path that differs between the branch's old and new commit, with the facts that git needs about the file.
  struct Change {
    /// The path's bytes.
    var path: [UInt8]
    /// The old commit's entry.
    var old: TreeEntry?
    /// The new commit's entry.
    var new: TreeEntry?
    /// The file's stat; nil if it is not certain that it belongs to the new content.
    var stat: IndexStat?
  }

  /// Moves the entries that are equal to the old commit's to the new one's.
  ///
  /// An entry with another version was staged by the user and is kept. So are conflict stages, and an entry whose
  /// addition would put a file and a directory of one name into the index. A missing entry, or one that is only marked
  /// for addition (`add -N`), gets the new commit's version.
  mutating func apply(_ changes: [Change]) {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + changes.count * 128)
    var begins: [Int] = []
    begins.reserveCapacity(starts.count + changes.count)
    var next = 0
    // Above this number, invalidating them one by one costs more than git's rebuild.
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
    // Version 3 is version 2 with extended entries; git labels an index without any of them version 2.
    if version == 3, !(0..<count).contains(where: { bytes[starts[$0] + 60] & 0x40 != 0 }) { version = 2 }
  }

  /// Returns the paths of the entries with this file name, in all folders.
  func paths(named name: String) -> Set<String> {
    let inRoot = Array(name.utf8)
    let below = [UInt8(ascii: "/")] + inRoot
    var found: Set<String> = []
    for position in 0..<count {
      let path = self.name(at: position)
      guard path.suffix(below.count).elementsEqual(below) || path.elementsEqual(inRoot) else { continue }
      found.insert(NameText.decode(path))
    }
    return found
  }

  /// Returns whether a path has an entry.
  func has(_ path: [UInt8]) -> Bool { place(of: path) != nil }

  /// Returns a path's entry; nil if it has none, has a conflict, or is only marked for addition.
  func staged(_ path: [UInt8]) -> (mode: FileMode, id: ObjectID)? {
    guard let place = place(of: path), case let start = starts[place], bytes[start + 60] & 0x30 == 0,
      !isMeantToBeAdded(place), let mode = FileMode(bits: Self.word(bytes, start + 24)),
      let id = ObjectID(bytes: bytes[(start + 40)..<(start + 60)])
    else { return nil }
    return (mode, id)
  }

  /// Returns the modification time of the file from which a path's entry was staged as a whole, in seconds since 1970;
  /// nil if there was none.
  ///
  /// git keeps that file's stat. An entry composed in another way (`add -p`, `apply --cached`, `update-index
  /// --cacheinfo`) has a time of zero.
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

  /// Returns whether a kept entry is a parent directory of the path, or lies below it.
  private func collides(_ path: [UInt8], _ changes: [Change]) -> Bool {
    func stays(_ place: Int) -> Bool {
      let current = name(at: place)
      guard let change = changes.first(where: { $0.path.elementsEqual(current) }) else { return true }
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

  /// Returns the position of a path's first entry, or the position where it would be inserted.
  private func find(_ path: some Collection<UInt8>) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if name(at: middle).lexicographicallyPrecedes(path) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the name of an entry.
  func name(at position: Int) -> ArraySlice<UInt8> {
    let start = starts[position]
    let begin = start + (bytes[start + 60] & 0x40 != 0 ? 64 : 62)
    var length = Int(bytes[start + 60] & 0x0F) << 8 | Int(bytes[start + 61])
    if length == 0xFFF {
      while bytes[begin + length] != 0 { length += 1 }
    }
    return bytes[begin..<(begin + length)]
  }

  /// Returns the part of an entry before its name.
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
