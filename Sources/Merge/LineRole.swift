/// What a line is to a reader of the document.
enum LineRole: Hashable {
  /// Nothing but spaces.
  case blank
  /// A paragraph's line.
  case prose(continues: Bool)
  /// A line of a paragraph in a quote (`> …`).
  case quote(continues: Bool)
  /// A line, or the next one of several, that stays whole but has a meaning of its own: list item, table row, heading.
  case whole(continues: Bool)
  /// A line that only makes sense with its neighbours: code, markup.
  case strict
}
