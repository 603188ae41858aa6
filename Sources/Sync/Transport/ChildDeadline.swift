/// The time at which a child that does not end is killed: a function of its last output.
package struct ChildDeadline: Hashable, Sendable {
  /// The silence after which a child is killed while it connects or transfers.
  package var stall: Duration
  /// The silence after which a child is killed once it has sent everything and the other side works (hooks,
  /// connectivity check).
  package var answer: Duration

  /// The limits for exchanges with a remote: 30 s and 120 s.
  package static let exchange = ChildDeadline(stall: .seconds(30), answer: .seconds(120))

  /// The limits for a question to git's configuration, whose included files may be on another machine: 10 s.
  package static let configuration = ChildDeadline(stall: .seconds(10), answer: .seconds(10))

  /// Makes limits.
  package init(stall: Duration, answer: Duration) {
    self.stall = stall
    self.answer = answer
  }

  /// Returns the allowed silence after the child's last words; progress lines end in `, done.` when a phase is over.
  package func limit(after lastWords: some StringProtocol) -> Duration {
    lastWords.contains(", done.") ? answer : stall
  }
}
