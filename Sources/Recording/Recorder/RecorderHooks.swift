/// Places in a turn where a test can stop, crash or interfere.
package struct RecorderHooks {
  /// A step of the turn (review §2).
  package enum Step: String, CaseIterable, Sendable {
    /// Temporaries are complete and synced.
    case staged
    /// The journal holds the turn.
    case journalled
    /// All files are in their places.
    case placed
    /// Displaced files were observed.
    case inspected
    /// Objects are written.
    case stored
    /// The tip was moved.
    case moved
  }

  /// Called after each step.
  package var after: (Step) -> Void

  /// Makes hooks; by default they do nothing.
  package init(after: @escaping (Step) -> Void = { _ in }) {
    self.after = after
  }
}
