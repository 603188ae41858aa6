/// When git's configuration is looked at for damage while the daemon runs, and its copy is brought up to date.
///
/// A program that saves it may leave it empty or half written for a moment, so that it has to rest first.
struct ConfigurationWatch {
  /// So long nothing may have happened to it.
  static let rest: Int64 = 1_000_000_000

  /// When it is to be looked at, monotonic nanoseconds; nil where it has not changed since.
  private(set) var due: Int64?

  /// Takes note that it changed.
  mutating func noteChange(at now: Int64) { due = now + Self.rest }

  /// Takes note that it is looked at; whether that was due.
  mutating func begin(at now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}
