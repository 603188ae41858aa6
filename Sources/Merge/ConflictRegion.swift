/// A place where both sides changed the same or neighbouring lines, as ranges of lines counted from 0.
package struct ConflictRegion: Hashable, Sendable {
  /// The lines of the base.
  package var base: Range<Int>
  /// What our side has instead.
  package var ours: Range<Int>
  /// What their side has instead.
  package var theirs: Range<Int>
  /// Where the text that stands is in the merged text.
  package var kept: Range<Int>

  /// Makes a region.
  package init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>, kept: Range<Int>) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.kept = kept
  }
}
