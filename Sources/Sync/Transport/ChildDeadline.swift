/// When a child that does not end is given up: a function of what it said last.
package struct ChildDeadline: Hashable, Sendable {
  /// Silence after which a child is given up while it connects or transfers.
  package var stall: Duration
  /// Silence after which it is given up once it has sent all and the other side works (hooks, connectivity check).
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

  /// How long the child may stay silent after its last words; progress lines end in `, done.` when a phase is over.
  package func limit(after lastWords: some StringProtocol) -> Duration {
    lastWords.contains(", done.") ? answer : stall
  }
}
