/// A person's answer to a question; the question's own text explains the effect of each.
package enum SyncAnswer: String, Hashable, Sendable, CaseIterable {
  /// Combine both; the content here is kept.
  case join
  /// Follow the remote.
  case take
}
