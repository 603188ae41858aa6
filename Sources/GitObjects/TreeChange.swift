/// One path that two trees have differently.
///
/// Directories do not appear themselves: one that came or went appears as its files. Only one whose path is longer than
/// any path (`WorkspacePath.longest`) does, whatever is below it.
package struct TreeChange: Hashable, Sendable {
  /// The path relative to the trees' root. A string and no `WorkspacePath`: trees made elsewhere can hold names that
  /// are none (`.GIT`), and those must be seen in order to be refused.
  package var path: String
  /// What the first tree has there; nil where it has no file.
  package var old: TreeEntry?
  /// What the second tree has there; nil where it has no file.
  package var new: TreeEntry?

  /// Makes a change.
  package init(path: String, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}
