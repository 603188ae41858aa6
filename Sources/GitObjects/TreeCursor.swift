/// A cursor that moves from entry to entry of a tree object's content, and checks whether git wrote it.
struct TreeCursor {
  private let content: UnsafeBufferPointer<UInt8>
  private var start = 0
  private var current: TreeBytes.Raw?
  /// Files whose names are prefixes of the current name: a directory of such a name would be a duplicate.
  private var prefixes: [Range<Int>] = []
  /// Whether everything so far is in git's own form.
  private(set) var isSound = true

  /// Creates a cursor at the first entry. The content must not move while the cursor is in use.
  init(_ content: UnsafeBufferPointer<UInt8>) {
    self.content = content
    read()
  }

  /// Whether the cursor is at an entry; it is not at the end, and if the content is not in git's own form.
  var isAtEntry: Bool { current != nil }

  /// The byte range of the entry.
  var bytes: Range<Int> { start..<(current?.end ?? start) }

  /// The name of the current entry; valid as long as the content.
  var name: UnsafeBufferPointer<UInt8> { current.map { name($0.name) } ?? UnsafeBufferPointer(start: nil, count: 0) }

  /// The kind of the current entry.
  var mode: FileMode? { current.flatMap { FileMode(bits: $0.mode) } }

  /// The id of the current entry.
  var id: ObjectID? {
    current.flatMap { ObjectID(prefixOf: UnsafeRawBufferPointer(name(($0.end - 20)..<$0.end))) }
  }

  private var isTree: Bool { (current?.mode ?? 0) & 0o170000 == 0o040000 }

  private func name(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: content[range])
  }

  /// Returns whether two cursors are at entries of the same bytes.
  static func areSame(_ first: TreeCursor, _ second: TreeCursor) -> Bool {
    let (left, right) = (first.bytes, second.bytes)
    return first.isAtEntry && second.isAtEntry && left.count == right.count
      && first.name(left).elementsEqual(second.name(right))
  }

  /// Returns whether this entry precedes another cursor's.
  func precedes(_ other: TreeCursor) -> Bool {
    guard let mine = current, let others = other.current else { return false }
    return TreeBytes.precedes(name(mine.name), isTree, other.name(others.name), other.isTree)
  }

  /// Returns the entry as a value and advances, if it has the name and kind of another cursor's; else nil.
  mutating func take(like other: TreeCursor) -> TreeEntry? {
    guard let current, !precedes(other), !other.precedes(self) else { return nil }
    let id = ObjectID(prefixOf: UnsafeRawBufferPointer(name((current.end - 20)..<current.end)))
    guard let mode = FileMode(bits: current.mode), let id else {
      fail()
      return nil
    }
    let entry = TreeEntry(name: NameText.decode(name(current.name)), mode: mode, id: id)
    advance()
    return entry
  }

  /// Moves to the next entry.
  mutating func advance() {
    guard let last = current else { return }
    let wasTree = isTree
    start = last.end
    read()
    guard let next = current else { return }
    if !TreeBytes.precedes(name(last.name), wasTree, name(next.name), isTree) { fail() }
  }

  private mutating func read() {
    current = TreeBytes.next(in: content, at: start)
    guard let entry = current else {
      if start < content.count { fail() }
      return
    }
    guard FileMode(bits: entry.mode) != nil, !name(entry.name).contains(UInt8(ascii: "/")) else { return fail() }
    while let last = prefixes.last, !name(entry.name).starts(with: name(last)) { prefixes.removeLast() }
    if isTree {
      if prefixes.last?.count == entry.name.count { fail() }
    } else {
      prefixes.append(entry.name)
    }
  }

  private mutating func fail() {
    current = nil
    isSound = false
  }
}
