internal import GitObjects

/// Decides which appends of a person are recorded together: the first at once, one that follows within the window at
/// its end. Pure: times are monotonic nanoseconds and passed in.
///
/// A version that waits is kept here, so that it can be recorded by itself where what follows does not continue it.
struct AppendFolds {
  /// How long after a recorded append the next ones wait; less than the second within which a save is recorded.
  static let window: Int64 = 800_000_000
  /// Larger files are recorded at once: what waits is in memory.
  static let largest = 4_000_000

  /// A version that waits to be recorded.
  struct Version {
    /// Its mode.
    var mode: FileMode
    /// Its blob.
    var blob: ObjectID
    /// Its bytes.
    var bytes: [UInt8]
  }

  private var recorded: [WorkspacePath: (blob: ObjectID, time: Int64)] = [:]
  private var waiting: [WorkspacePath: Version] = [:]

  /// Notes that a person's append was recorded: with it the path has this blob.
  mutating func noteRecorded(_ path: WorkspacePath, _ blob: ObjectID, at now: Int64) {
    recorded = recorded.filter { $0.value.time + Self.window > now }
    recorded[path] = (blob, now)
  }

  /// Answers until when an append to a recorded version waits; nil where it is recorded at once.
  func due(_ path: WorkspacePath, after version: ObjectID, at now: Int64) -> Int64? {
    guard let last = recorded[path], last.blob == version, last.time + Self.window > now else { return nil }
    return last.time + Self.window
  }

  /// Has a version wait, in the place of the one that it continues.
  mutating func wait(_ path: WorkspacePath, _ version: Version) { waiting[path] = version }

  /// Takes the version that waits at a path.
  mutating func take(_ path: WorkspacePath) -> Version? { waiting.removeValue(forKey: path) }

  /// Whether nothing waits.
  var isEmpty: Bool { waiting.isEmpty }
}
