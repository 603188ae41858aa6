internal import Values

/// The two texts of a new file without their byte order marks: as part of a line or a sentence, a mark would be moved
/// into the middle of the merged text, or distinguish two equal ones.
struct NewFileTexts {
  /// The texts without the marks.
  let texts: Three<[UInt8]>
  /// The length of the mark that our text had; 0 for none.
  let ours: Int
  /// The length of the mark that their text had; 0 for none.
  let theirs: Int

  /// Removes the marks; nil if no text begins with one, and if there was a file before.
  init?(_ texts: Three<[UInt8]>) {
    guard texts.base.isEmpty else { return nil }
    ours = ByteOrderMark.length(in: texts.ours)
    theirs = ByteOrderMark.length(in: texts.theirs)
    guard ours + theirs > 0 else { return nil }
    self.texts = Three(base: [], ours: Array(texts.ours[ours...]), theirs: Array(texts.theirs[theirs...]))
  }
}
