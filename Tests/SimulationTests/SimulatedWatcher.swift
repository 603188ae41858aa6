/// The events of a folder: a set of paths, or an overflow, after which all must be looked at.
struct SimulatedWatcher {
  private(set) var paths: Set<String> = []
  private(set) var hasOverflowed = false

  /// Takes events.
  mutating func see(_ paths: [String]) { self.paths.formUnion(paths) }

  /// Loses all events that wait.
  mutating func overflow() {
    guard !paths.isEmpty else { return }
    paths = []
    hasOverflowed = true
  }

  /// The paths to look at, in order; nil where all must be looked at.
  mutating func take() -> [String]? {
    defer { (paths, hasOverflowed) = ([], false) }
    return hasOverflowed ? nil : paths.sorted()
  }
}
