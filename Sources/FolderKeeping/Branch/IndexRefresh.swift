internal import GitObjects

/// The schedule of index updates after exchanges of placeholders and contents. Pure: times are monotonic nanoseconds.
struct IndexRefresh: Hashable, Sendable {
  /// The delay in which further exchanges join an update.
  private static let gathering: Int64 = 200_000_000
  /// The delay of a second update: a file that changed within the same second as the index may have changed later.
  private static let racyDelay: Int64 = 1_000_000_000

  /// The earliest time of the next update.
  private var earliest: Int64 = 0
  private var racy: [WorkspacePath] = []
  private var racyDue: Int64 = 0

  /// Whether files wait for a second update.
  var hasRacy: Bool { !racy.isEmpty }

  /// Returns the time of the next update; nil if none is needed.
  ///
  /// - Parameter hasExchanged: whether files were exchanged since the last update.
  func due(hasExchanged: Bool, at now: Int64) -> Int64? {
    guard hasExchanged || hasRacy else { return nil }
    return max(hasExchanged ? now + Self.gathering : racyDue, earliest)
  }

  /// Whether an update may begin.
  func mayBegin(at now: Int64) -> Bool { earliest <= now }

  /// Adds files that need a second update.
  mutating func addRacy(_ paths: [WorkspacePath], at now: Int64) {
    guard !paths.isEmpty else { return }
    racy += paths
    racyDue = now + Self.racyDelay
  }

  /// Removes and returns the files whose second update is due.
  mutating func takeRacy(at now: Int64) -> [WorkspacePath] {
    guard racyDue <= now else { return [] }
    defer { racy = [] }
    return racy
  }

  /// Records an update: at most 2 % of the time, as for the branch; after a failure, because git holds the lock, after
  /// a second.
  mutating func noteEnd(from start: Int64, to end: Int64, isDone: Bool) {
    earliest = end + (isDone ? 50 * (end - start) : 1_000_000_000)
  }
}
