/// The state of a session in its life cycle. Pure.
package enum SessionState: Hashable, Sendable {
  /// Not started; working; waiting for the person; paused, with everything saved; finished.
  case idle, running, waitingForUser, backgrounded, completed
  /// Ended with an error, for this reason.
  case failed(String)

  /// The reason of a session that a person ended.
  static let cancelReason = "cancelled"

  /// The state without a reason.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The states of `SessionState`.
    case idle, running, waitingForUser, backgrounded, completed, failed
  }

  /// The next states of each state; every other transition is refused.
  private static let transitions: [Kind: Set<Kind>] = [
    .idle: [.running],
    .running: [.waitingForUser, .backgrounded, .completed, .failed],
    .waitingForUser: [.running, .backgrounded],
    .backgrounded: [.running, .completed],
  ]

  /// Creates a state from its parts in a log; the reason is kept only for a failure.
  package init(_ kind: Kind, reason: String? = nil) {
    self =
      switch kind {
      case .idle: .idle
      case .running: .running
      case .waitingForUser: .waitingForUser
      case .backgrounded: .backgrounded
      case .completed: .completed
      case .failed: .failed(reason ?? "no reason is known")
      }
  }

  /// The state without its reason.
  package var kind: Kind {
    switch self {
    case .idle: .idle
    case .running: .running
    case .waitingForUser: .waitingForUser
    case .backgrounded: .backgrounded
    case .completed: .completed
    case .failed: .failed
    }
  }

  /// The reason of a failure; nil for any other state.
  package var reason: String? {
    if case .failed(let reason) = self { reason } else { nil }
  }

  /// Returns whether the state may follow this one.
  package func allows(_ next: Kind) -> Bool { Self.transitions[kind]?.contains(next) ?? false }

  /// Returns the states from this one to another, the last included, by the fewest transitions; nil if none lead there.
  package func path(to goal: Kind) -> [Kind]? {
    var paths: [[Kind]] = [[kind]]
    var seen: Set<Kind> = [kind]
    while !paths.isEmpty {
      let path = paths.removeFirst()
      for next in Kind.allCases
      where path.last.flatMap({ Self.transitions[$0] })?.contains(next) == true && seen.insert(next).inserted {
        if next == goal { return path.dropFirst() + [next] }
        paths.append(path + [next])
      }
    }
    return nil
  }

  /// Whether no state follows.
  package var isFinal: Bool { Self.transitions[kind] == nil }

  /// The status for people.
  package var text: String {
    switch self {
    case .idle: "Not started"
    case .running: "Working..."
    case .waitingForUser: "Waiting for your input"
    case .backgrounded: "Paused (in background)"
    case .completed: "Finished"
    case .failed(Self.cancelReason): "Cancelled"
    case .failed(let reason): "Failed: \(reason)"
    }
  }
}
