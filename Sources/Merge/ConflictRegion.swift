/// A place where both sides changed the same or neighbouring lines, as ranges of lines counted from 0.
package struct ConflictRegion: Hashable, Sendable {
  /// The changed lines of the base.
  package var base: Range<Int>
  /// The lines of our side in their place.
  package var ours: Range<Int>
  /// The lines of their side in their place.
  package var theirs: Range<Int>
  /// The lines of the merged text that hold the kept text.
  package var kept: Range<Int>

  /// Makes a region.
  package init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>, kept: Range<Int>) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.kept = kept
  }
}
