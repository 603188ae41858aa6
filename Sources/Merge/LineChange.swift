/// Lines of an old text that lines of a new text replace. One of the two may be empty (insertion, deletion), never
/// both.
package struct LineChange: Hashable, Sendable {
  /// The removed lines, or the place of the insertion.
  package var old: Range<Int>
  /// The added lines, or the place of the deletion.
  package var new: Range<Int>

  /// Makes a change.
  package init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// The number of removed plus added lines: the measure of the distance between two versions.
  package var size: Int { old.count + new.count }
}
