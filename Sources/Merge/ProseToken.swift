/// The smallest piece of a document that a merge moves: a sentence, a list item, a table row, or a line.
struct ProseToken: Hashable {
  /// The bytes before it at the beginning of its paragraph: an indent, the marks of a quote.
  var lead: Range<Int>
  /// Its bytes without the separator to the next one.
  var core: Range<Int>
  /// The spaces, or the line end, after it; empty at the end of the text.
  var tail: Range<Int>
  /// Whether it is the last one of its line or paragraph: the tail is a line end.
  var endsBlock: Bool
  /// Whether it is the first one of its line or paragraph.
  var startsBlock: Bool
  /// Whether it is part of a paragraph, in which a line end is a space.
  var isSentence: Bool
  /// Whether it has a meaning only with its neighbours.
  var isStrict: Bool

  /// Whether it is part of a quote, in which marks follow a line end.
  var isQuote = false
  /// Whether it is the heading of a section.
  var isHeading = false

  /// Whether it is a blank line.
  var isBlank: Bool { core.isEmpty && !isStrict }
  /// Whether it is a list item, a table row or a reference.
  var isLine: Bool { !isSentence && !isStrict && !isHeading && !core.isEmpty }
}
