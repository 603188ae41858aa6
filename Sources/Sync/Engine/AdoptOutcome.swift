/// The result of an adoption by the recorder.
package enum AdoptOutcome: Hashable, Sendable {
  /// Work tree and tip are at the commit, or further: content displaced by the adoption is recorded on top of it.
  case adopted
  /// The tip was not the expected one; nothing was changed. Plan again.
  case tipMoved
}
