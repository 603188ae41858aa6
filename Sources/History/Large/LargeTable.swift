internal import GitObjects
internal import LargeFiles

/// The pointers of one tree, by path: listing them again costs what changed since.
struct LargeTable {
  /// A pointer.
  struct Entry {
    /// Its mode.
    var mode: FileMode
    /// Its blob.
    var blob: ObjectID
    /// What it says.
    var pointer: Pointer
    /// Whether attributes make it more than a text; nil where they were not asked since they changed.
    var isLarge: Bool?
  }

  /// The tree; nil before anything was looked at.
  private(set) var tree: ObjectID?
  /// Its pointers.
  private(set) var files: [WorkspacePath: Entry] = [:]
  /// Their paths in order; nil where some came or went since they were sorted.
  private var order: [WorkspacePath]?

  /// What a tree has at a path; nil also where the table is of another tree.
  subscript(path: WorkspacePath, of wanted: ObjectID) -> Entry? { tree == wanted ? files[path] : nil }

  /// The paths at a path and below (nil: all), in order.
  mutating func paths(under folder: WorkspacePath?) -> ArraySlice<WorkspacePath> {
    if let folder, files[folder] != nil { return [folder] }
    let all = order ?? files.keys.sorted()
    order = all
    guard let folder else { return all[...] }
    // What is below a folder stands together: its paths begin alike.
    let prefix = (folder.string + "/").utf8
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].string.utf8.lexicographicallyPrecedes(prefix) { low = middle + 1 } else { high = middle }
    }
    return all[low...].prefix { $0.isBelow(folder) }
  }

  /// Notes whether attributes make a path more than a text.
  mutating func note(_ path: WorkspacePath, isLarge: Bool) { files[path]?.isLarge = isLarge }

  /// Brings it to another tree.
  ///
  /// - Parameter pointer: what a blob says, where it is a pointer.
  mutating func follow(
    _ target: ObjectID, in store: any ObjectStore, pointer: (ObjectID) -> Pointer?
  ) throws(ObjectStoreError) {
    guard tree != target else { return }
    if let tree {
      for change in try TreeDiff.changes(from: tree, to: target, in: store) {
        if change.path.utf8.elementsEqual(".gitattributes".utf8) || change.path.hasSuffix("/.gitattributes") {
          for path in files.keys { files[path]?.isLarge = nil }
        }
        note(change.path, change.new, pointer)
      }
    } else {
      for file in try Tree.flatten(target, in: store) { note(file.path, file.entry, pointer) }
    }
    tree = target
  }

  private mutating func note(_ path: String, _ entry: TreeEntry?, _ pointer: (ObjectID) -> Pointer?) {
    guard let path = try? WorkspacePath(path) else { return }
    guard let entry, entry.mode.isFile, let found = pointer(entry.id) else {
      if files.removeValue(forKey: path) != nil { order = nil }
      return
    }
    let entryBefore = files.updateValue(
      Entry(mode: entry.mode, blob: entry.id, pointer: found, isLarge: nil), forKey: path)
    if entryBefore == nil { order = nil }
  }
}
