/// A place that an undo leaves unchanged because it was edited since.
package struct LeftPlace: Hashable, Sendable {
  /// The reason why a place is left unchanged.
  package enum Reason: String, Hashable, Sendable, Codable {
    /// The same lines, or content that cannot be mixed, were changed since.
    case changed
    /// The change created the file, and somebody edited it since.
    case written
    /// The file was deleted since.
    case deleted
    /// The path holds something of another kind now.
    case replaced
    /// The file was renamed since.
    case renamed
    /// The change renamed the file, and its old name was taken since.
    case taken
  }

  /// The path of the file.
  package var path: String
  /// The reason why it is left unchanged.
  package var reason: Reason
  /// The unchanged lines, counted from 0; empty for the whole file.
  package var lines: [Range<Int>]

  /// Makes a place.
  package init(path: String, reason: Reason, lines: [Range<Int>] = []) {
    self.path = path
    self.reason = reason
    self.lines = lines
  }
}
