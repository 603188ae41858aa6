/// The role of a line in its document.
enum LineRole: Hashable {
  /// A line of spaces only.
  case blank
  /// A line of a paragraph.
  case prose(continues: Bool)
  /// A line of a paragraph in a quote (`> …`).
  case quote(continues: Bool)
  /// A line, or a continuation of one, that is never split but has a meaning of its own: list item, table row, heading.
  case whole(continues: Bool)
  /// A line that has a meaning only with its neighbours: code, markup.
  case strict
}
