/// What came of asking the recorder to take a commit as its tip.
package enum AdoptOutcome: Hashable, Sendable {
  /// Work tree and tip stand at the commit, or further: what was displaced on the way is recorded on top of it.
  case adopted
  /// The tip was not where it was expected; nothing was changed. Plan again.
  case tipMoved
}
