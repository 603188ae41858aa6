/// Some lines of a text.
package enum LineRange: Hashable, Sendable, Codable {
  /// From one to another, counted from 1; nil for the end.
  case between(Int, Int?)
  /// The last, this many.
  case last(Int)
}
