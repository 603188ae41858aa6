internal import GitObjects

/// Decides which appends of a person are recorded together: the first at once, those that follow within the window at
/// its end. Pure: times are monotonic nanoseconds and passed in.
///
/// A waiting version is kept here, so that it can be recorded by itself if the next one does not continue it.
struct AppendFolds {
  /// The time after a recorded append for which later ones wait; shorter than the second within which a save is
  /// recorded.
  static let window: Int64 = 800_000_000
  /// The greatest size in bytes that waits in memory; larger files are recorded at once.
  static let largest = 4_000_000

  /// A version that waits to be recorded.
  struct Version {
    var mode: FileMode
    var blob: ObjectID
    var bytes: [UInt8]
  }

  private var recorded: [WorkspacePath: (blob: ObjectID, time: Int64)] = [:]
  private var waiting: [WorkspacePath: Version] = [:]

  /// Records that a person's append was recorded and that the path has this blob.
  mutating func noteRecorded(_ path: WorkspacePath, _ blob: ObjectID, at now: Int64) {
    recorded = recorded.filter { $0.value.time + Self.window > now }
    recorded[path] = (blob, now)
  }

  /// Returns the time until which an append to a recorded version waits; nil if it is recorded at once.
  func due(_ path: WorkspacePath, after version: ObjectID, at now: Int64) -> Int64? {
    guard let last = recorded[path], last.blob == version, last.time + Self.window > now else { return nil }
    return last.time + Self.window
  }

  /// Makes a version wait, in place of the one that it continues.
  mutating func wait(_ path: WorkspacePath, _ version: Version) { waiting[path] = version }

  /// The paths with a waiting version, in order.
  var paths: [WorkspacePath] { waiting.keys.sorted() }

  /// Returns the waiting version of a path; nil for none.
  func version(at path: WorkspacePath) -> Version? { waiting[path] }

  /// Forgets the waiting versions of the paths that a turn records on the tip, and of others that need not wait.
  mutating func end(_ paths: Set<WorkspacePath>, recordedBy drafts: [TurnPlan.Draft] = []) {
    guard !waiting.isEmpty else { return }
    waiting = waiting.filter { path, _ in
      !paths.contains(path) && !drafts.contains { !$0.isHeld && $0.changes[path] != nil }
    }
  }
}
