/// What stays as it is of a change that is taken back, because somebody was there since.
package struct LeftPlace: Hashable, Sendable {
  /// Why it stays.
  package enum Reason: String, Hashable, Sendable, Codable {
    /// The same lines, or content that cannot be mixed, were changed since.
    case changed
    /// The file was made by the change, and somebody wrote in it since.
    case written
    /// The file was deleted since.
    case deleted
    /// Something of another kind stands there now.
    case replaced
    /// The file was renamed since.
    case renamed
    /// The file was renamed by the change, and its old name is taken since.
    case taken
  }

  /// Where it is.
  package var path: String
  /// Why it stays.
  package var reason: Reason
  /// The lines that stay, counted from 0; empty where it is the whole file.
  package var lines: [Range<Int>]

  /// Makes a place.
  package init(path: String, reason: Reason, lines: [Range<Int>] = []) {
    self.path = path
    self.reason = reason
    self.lines = lines
  }
}
