internal import GitObjects

/// The folders without a watch, because a limit is reached; they are rescanned at intervals.
struct UnwatchedFolders {
  /// The interval of rescans, in nanoseconds.
  private static let interval: Int64 = 2_000_000_000

  /// The folders; nil means the root.
  private(set) var folders: Set<WorkspacePath?> = []
  /// The time of the next rescan.
  var nextPoll: Int64?

  /// The extent of polling; nil if there are no folders.
  var degradation: WatchDegradation? {
    folders.isEmpty ? nil : WatchDegradation(folders: folders.count, includesRoot: folders.contains(nil))
  }

  /// Adds a folder.
  mutating func insert(_ folder: WorkspacePath?, at now: Int64) {
    folders.insert(folder)
    if nextPoll == nil { nextPoll = now + Self.interval }
  }

  /// Removes a folder.
  mutating func remove(_ folder: WorkspacePath?) { folders.remove(folder) }

  /// Removes a folder and all below it.
  mutating func removeAll(below folder: WorkspacePath) {
    folders = folders.filter { $0 != folder && $0?.isBelow(folder) != true }
  }

  /// Removes all folders; the next rescan may still come.
  mutating func removeAll() { folders = [] }

  /// Begins a rescan; returns its folders.
  mutating func beginPoll(at now: Int64) -> Set<WorkspacePath?> {
    nextPoll = now + Self.interval
    return folders
  }

  /// Ends a rescan: without folders there is no further one.
  mutating func endPoll() {
    if folders.isEmpty { nextPoll = nil }
  }
}
