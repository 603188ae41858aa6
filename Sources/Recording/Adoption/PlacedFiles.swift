internal import GitObjects

/// The files that adoptions placed and that were not synced since the last checkpoint.
struct PlacedFiles {
  private var waiting: Set<WorkspacePath> = []
  /// The files that are being synced beside the recorder's turns.
  private var running: Set<WorkspacePath> = []

  /// The number of files that no sync beside the turns includes.
  var count: Int { waiting.count }

  /// The files that a checkpoint must sync, in order.
  var paths: [WorkspacePath] { waiting.union(running).sorted() }

  /// Returns whether an adoption placed a file that no checkpoint has synced yet.
  func contains(_ path: WorkspacePath) -> Bool { waiting.contains(path) || running.contains(path) }

  /// Adds a file.
  mutating func insert(_ path: WorkspacePath) { waiting.insert(path) }

  /// Begins to sync all files beside the turns.
  mutating func beginSync() {
    running.formUnion(waiting)
    waiting = []
  }

  /// Ends that sync; after a failure the checkpoint syncs these files.
  mutating func endSync(isDone: Bool) {
    if !isDone { waiting.formUnion(running) }
    running = []
  }

  /// Records that a checkpoint synced the files.
  mutating func noteSynced() { waiting = [] }
}
