/// The schedule of the daemon's check of git's configuration for damage and of the update of its copy.
///
/// A program that saves the configuration may leave it empty or incomplete for a moment, so the check waits for a rest.
struct ConfigurationWatch {
  /// The time without a change before the check, in nanoseconds.
  static let rest: Int64 = 1_000_000_000

  /// The time of the check, in monotonic nanoseconds; nil if there was no change since the last check.
  private(set) var due: Int64?

  /// Records a change.
  mutating func noteChange(at now: Int64) { due = now + Self.rest }

  /// Returns whether the check is due, and then clears it.
  mutating func begin(at now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
