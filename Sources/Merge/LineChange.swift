/// Lines of an old text that others of a new text replace; either may be none (insertion, deletion), never both.
package struct LineChange: Hashable, Sendable {
  /// The lines that go, or where the new ones are put in.
  package var old: Range<Int>
  /// The lines that come, or where the old ones stood.
  package var new: Range<Int>

  /// Makes a change.
  package init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// Lines that go plus lines that come: the measure of how far two versions are apart.
  package var size: Int { old.count + new.count }
}
