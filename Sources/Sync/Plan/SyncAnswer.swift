/// What a person decided about a question; what each does is in the question's own text.
package enum SyncAnswer: String, Hashable, Sendable, CaseIterable {
  /// Put both together; what is here stands.
  case join
  /// Do as the remote says.
  case take
}
