internal import Values

/// The texts of a merge without their byte order marks: as part of a line or a sentence, a mark would be moved into the
/// middle of the merged text, or distinguish two equal ones.
struct UnmarkedTexts {
  /// The texts without the marks.
  let texts: Three<[UInt8]>
  /// The length of the mark that each text had; 0 for none.
  let lengths: Three<Int>

  /// Removes the marks; nil if no text begins with one, and if a side emptied the file: an empty text is no decision
  /// against the mark.
  init?(_ texts: Three<[UInt8]>) {
    guard texts.base.isEmpty || !texts.ours.isEmpty && !texts.theirs.isEmpty else { return nil }
    lengths = texts.map { ByteOrderMark.length(in: $0) }
    guard lengths.base + lengths.ours + lengths.theirs > 0 else { return nil }
    self.texts = Three(
      base: Array(texts.base[lengths.base...]), ours: Array(texts.ours[lengths.ours...]),
      theirs: Array(texts.theirs[lengths.theirs...]))
  }

  /// The mark of the merged text, or nothing: that of the side that added or removed one, else that of both.
  var mark: [UInt8] {
    let isOurs = lengths.ours == lengths.theirs || lengths.theirs == lengths.base
    return (isOurs ? lengths.ours : lengths.theirs) > 0 ? ByteOrderMark.bytes : []
  }
}
