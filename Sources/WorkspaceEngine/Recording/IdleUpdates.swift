internal import GitObjects

/// Which files that a person saved have been idle long enough to have their provenance brought up to date (DESIGN
/// "Provenance"). Pure: times are monotonic nanoseconds.
struct IdleUpdates: Hashable, Sendable {
  /// How long nobody must have touched a file.
  static let idle: Int64 = 600_000_000_000
  /// More files than this are not kept in mind: their keys follow with the next write.
  static let most = 10_000

  private var saved: [WorkspacePath: Int64] = [:]

  /// Notes that a file was saved, or is open still.
  mutating func note(_ path: WorkspacePath, at now: Int64) {
    guard saved[path] != nil || saved.count < Self.most else { return }
    saved[path] = now
  }

  /// When the next one is due; nil where none is.
  var due: Int64? { saved.values.min().map { $0 + Self.idle } }

  /// Takes those that are due, in order of their paths.
  mutating func take(at now: Int64) -> [WorkspacePath] {
    let due = saved.filter { $0.value + Self.idle <= now }.keys.sorted()
    for path in due { saved[path] = nil }
    return due
  }
}
