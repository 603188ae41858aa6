/// The tree of watched folders by watch number, so that renaming a folder is one step whatever its size.
///
/// A watch's number identifies the inode while the watch exists: a known number that appears elsewhere is a folder that
/// was moved there.
struct FolderTable: Sendable {
  private struct Node: Sendable {
    var parent: Int32?
    var name: [UInt8]
    var children: [[UInt8]: Int32] = [:]
    var isForeign = false
  }

  private var nodes: [Int32: Node] = [:]
  /// Folders onto which others were moved, until the kernel reports that they moved on or were deleted.
  private var covered: [Slot: Int32] = [:]
  /// The root's watch.
  private(set) var root: Int32?

  private struct Slot: Hashable { var parent: Int32, name: [UInt8] }

  /// The number of folders.
  var count: Int { nodes.count }

  var watches: [Int32] { Array(nodes.keys) }

  /// Returns whether a watch belongs to a folder here.
  func contains(_ watch: Int32) -> Bool { nodes[watch] != nil }

  /// Sets the root.
  mutating func setRoot(_ watch: Int32) {
    if nodes[watch] == nil { nodes[watch] = Node(parent: nil, name: []) }
    root = watch
  }

  /// Sets a folder's parent and name; returns true if the folder was not known.
  @discardableResult
  mutating func put(_ watch: Int32, in parent: Int32, name: [UInt8]) -> Bool {
    guard nodes[parent] != nil, watch != root else { return false }
    let isNew = nodes[watch] == nil
    if isNew { nodes[watch] = Node(parent: parent, name: name) } else { detach(watch) }
    if let other = nodes[parent]?.children[name], other != watch {
      // An exchange of two folders is reported as two renames, the first onto a name that is still in use.
      covered[Slot(parent: parent, name: name)] = other
    }
    nodes[watch]?.parent = parent
    nodes[watch]?.name = name
    nodes[parent]?.children[name] = watch
    return isNew
  }

  /// Removes a folder from its parent, but keeps its old path for pending events; nil if none is known.
  mutating func lift(from parent: Int32, name: [UInt8]) -> Int32? {
    if let watch = covered.removeValue(forKey: Slot(parent: parent, name: name)) { return watch }
    guard let watch = nodes[parent]?.children[name] else { return nil }
    nodes[parent]?.children[name] = nil
    return watch
  }

  /// Sets whether a folder is a nested repository, which is not entered: its watch shows only the end of its `.git`.
  mutating func setForeign(_ watch: Int32, _ isForeign: Bool) { nodes[watch]?.isForeign = isForeign }

  /// Returns whether a folder is a nested repository.
  func isForeign(_ watch: Int32) -> Bool { nodes[watch]?.isForeign == true }

  /// Returns the parent of a folder; nil for the root.
  func parent(of watch: Int32) -> Int32? { nodes[watch]?.parent }

  /// Returns the folder with a name in a parent.
  func child(of parent: Int32, name: [UInt8]) -> Int32? { nodes[parent]?.children[name] }

  /// Removes a folder that another one was moved onto, after it was deleted.
  mutating func removeCovered(_ watch: Int32) {
    if covered.values.contains(watch) { _ = remove(watch) }
  }

  /// Removes a folder and all below it; returns their watches.
  mutating func remove(_ watch: Int32) -> [Int32] {
    guard nodes[watch] != nil else { return [] }
    detach(watch)
    var removed: [Int32] = []
    var rest = [watch]
    while let next = rest.popLast() {
      guard let node = nodes.removeValue(forKey: next) else { continue }
      removed.append(next)
      rest.append(contentsOf: node.children.values)
    }
    if removed.contains(where: { $0 == root }) { root = nil }
    return removed
  }

  /// Returns the names from the root to a folder; nil if it is not known.
  func parts(of watch: Int32) -> [[UInt8]]? {
    var parts: [[UInt8]] = []
    var current = watch
    while let node = nodes[current] {
      guard let parent = node.parent else { return current == root ? parts.reversed() : nil }
      parts.append(node.name)
      current = parent
      // A folder cannot be inside itself; a table with such a cycle has missed an event.
      if parts.count > 2_100 { return nil }
    }
    return nil
  }

  private mutating func detach(_ watch: Int32) {
    guard let node = nodes[watch], let parent = node.parent else { return }
    if nodes[parent]?.children[node.name] == watch { nodes[parent]?.children[node.name] = nil }
    let slot = Slot(parent: parent, name: node.name)
    if covered[slot] == watch { covered[slot] = nil }
  }
}
