/// A place in the content of a tree object that moves from entry to entry, and sees whether git wrote it.
struct TreeCursor {
  private let content: UnsafeBufferPointer<UInt8>
  private var start = 0
  private var current: TreeBytes.Raw?
  /// Files whose names begin the current name: a directory of such a name would be there twice.
  private var prefixes: [Range<Int>] = []
  /// Whether all that was seen so far is as git writes it.
  private(set) var isSound = true

  /// Begins at the first entry. The content must stay where it is while the cursor is in use.
  init(_ content: UnsafeBufferPointer<UInt8>) {
    self.content = content
    read()
  }

  /// Whether there is an entry here; there is none at the end, and where the content is not as git writes it.
  var isAtEntry: Bool { current != nil }

  /// The entry's bytes.
  var bytes: Range<Int> { start..<(current?.end ?? start) }

  /// The name of the entry here; valid as long as the content.
  var name: UnsafeBufferPointer<UInt8> { current.map { name($0.name) } ?? UnsafeBufferPointer(start: nil, count: 0) }

  /// The kind of the entry here.
  var mode: FileMode? { current.flatMap { FileMode(bits: $0.mode) } }

  /// What the entry here names.
  var id: ObjectID? {
    current.flatMap { ObjectID(prefixOf: UnsafeRawBufferPointer(name(($0.end - 20)..<$0.end))) }
  }

  private var isTree: Bool { (current?.mode ?? 0) & 0o170000 == 0o040000 }

  private func name(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: content[range])
  }

  /// Whether two cursors stand at entries of the same bytes.
  static func areSame(_ first: TreeCursor, _ second: TreeCursor) -> Bool {
    let (left, right) = (first.bytes, second.bytes)
    return first.isAtEntry && second.isAtEntry && left.count == right.count
      && first.name(left).elementsEqual(second.name(right))
  }

  /// Whether this entry stands before another cursor's.
  func precedes(_ other: TreeCursor) -> Bool {
    guard let mine = current, let others = other.current else { return false }
    return TreeBytes.precedes(name(mine.name), isTree, other.name(others.name), other.isTree)
  }

  /// The entry as a value if it has the name and kind of another cursor's, which is then left behind; else nil.
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

  /// Goes to the next entry.
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
