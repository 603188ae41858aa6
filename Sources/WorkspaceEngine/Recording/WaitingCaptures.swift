internal import GitObjects
internal import History

/// Paths that are to be captured, in the order in which they came; each waits once, also after its capture failed. Pure.
struct WaitingCaptures: Sendable {
  private var paths: [WorkspacePath] = []
  private var next = 0
  private var waiting: Set<WorkspacePath> = []
  /// Paths whose capture failed.
  private var failed: [WorkspacePath] = []
  /// How many are captured at once: fewer after a failure, so that a file which cannot be captured ends up alone.
  private var most = Int.max
  private var isTold = false

  /// Whether no path waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Whether some wait that did not fail.
  var isReady: Bool { next < paths.count }

  /// Adds paths behind those that wait. One whose capture failed is tried with them: it was saved again.
  mutating func add(_ more: some Sequence<WorkspacePath>) {
    for path in more {
      if waiting.insert(path).inserted {
        paths.append(path)
      } else if let place = failed.firstIndex(of: path) {
        failed.remove(at: place)
        paths.append(path)
      }
    }
  }

  /// Has those tried again whose capture failed.
  mutating func retry() {
    paths = paths[next...] + failed
    next = 0
    failed = []
  }

  /// Hands the waiting paths to a function and removes those that it has captured.
  ///
  /// - Returns: whether it failed; and why, the first time until all are captured.
  mutating func advance(
    _ capture: (ArraySlice<WorkspacePath>) -> CaptureResult
  ) -> (hasFailed: Bool, toTell: String?) {
    let slice = paths[next...].prefix(most)
    let result = capture(slice)
    let looked = slice.prefix(result.looked)
    next += looked.count
    guard let problem = result.problem else {
      waiting.subtract(looked)
      if waiting.isEmpty { self = WaitingCaptures() }
      return (false, nil)
    }
    failed += looked
    most = max(1, looked.count / 2)
    defer { isTold = true }
    return (true, isTold ? nil : problem)
  }

  /// Removes all.
  mutating func removeAll() { self = WaitingCaptures() }
}
