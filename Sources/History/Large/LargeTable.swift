internal import GitObjects
internal import LargeFiles

/// The pointers of one tree, by path: listing them again costs what changed since.
struct LargeTable {
  /// A pointer.
  struct Entry {
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
  var files: [WorkspacePath: Entry] = [:]

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
      files[path] = nil
      return
    }
    files[path] = Entry(blob: entry.id, pointer: found, isLarge: nil)
  }
}
