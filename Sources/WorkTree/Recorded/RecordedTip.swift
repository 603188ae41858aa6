package import GitObjects

/// The tip and the held versions, with which the files on disk are compared.
///
/// Only the recorder moves them, and only after the journal has the change.
package final class RecordedTip {
  /// The repository, which notes the objects since the last checkpoint.
  package let store: TrackedStore
  /// Reads and changes trees of the store.
  package let editor: TreeEditor
  /// The tip; nil before the first commit.
  package var tip: ObjectID?
  /// The tree of the tip.
  package var tree = ObjectID.emptyTree
  /// The last commit of held versions; nil if there never was one.
  package var heldTip: ObjectID?
  /// The tree of held versions.
  package var heldTree = ObjectID.emptyTree

  /// Makes it without versions.
  package init(store: TrackedStore) {
    self.store = store
    editor = TreeEditor(store: store)
  }

  /// Returns the tip's entry at a path; nil for none.
  package func entry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? {
    try editor.entry(at: path.string, of: tree)
  }

  /// Returns the held entry at a path; nil for none.
  package func heldEntry(at path: WorkspacePath) throws(ObjectStoreError) -> TreeEntry? {
    heldTip == nil ? nil : try editor.entry(at: path.string, of: heldTree)
  }
}
