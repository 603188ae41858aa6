/// One path that differs between two trees.
///
/// Directories have no change of their own: an added or removed one is listed as its files. A directory whose path
/// exceeds `WorkspacePath.longest` is listed itself, without its contents.
package struct TreeChange: Hashable, Sendable {
  /// The path relative to the trees' root. A string instead of a `WorkspacePath`: other programs' trees can contain
  /// names that are not valid (`.GIT`), and those must be visible to be refused.
  package var path: String
  /// The first tree's entry; nil if it has no file there.
  package var old: TreeEntry?
  /// The second tree's entry; nil if it has no file there.
  package var new: TreeEntry?

  /// Creates a change.
  package init(path: String, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}
