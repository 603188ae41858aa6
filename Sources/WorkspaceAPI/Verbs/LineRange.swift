/// A range of lines in a text.
package enum LineRange: Hashable, Sendable, Codable {
  /// The lines from one to another, counted from 1; nil for the end.
  case between(Int, Int?)
  /// The given number of last lines.
  case last(Int)
}
