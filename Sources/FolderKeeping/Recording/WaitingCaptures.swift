internal import GitObjects
internal import Recording

/// Paths to be captured, in the order of their arrival; each is listed once, also after its capture failed. Pure.
struct WaitingCaptures: Sendable {
  private var paths: [WorkspacePath] = []
  private var next = 0
  private var waiting: Set<WorkspacePath> = []
  /// The paths whose capture failed.
  private var failed: [WorkspacePath] = []
  /// The maximum number of paths in one capture: halved after a failure, so that a file which cannot be captured ends
  /// up alone.
  private var most = Int.max
  private var isTold = false

  /// Whether no path waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Whether paths wait whose capture has not failed.
  var isReady: Bool { next < paths.count }

  /// Appends paths. A path whose capture failed is tried again with them, because it was saved again.
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

  /// Makes the paths whose capture failed ready again.
  mutating func retry() {
    paths = paths[next...] + failed
    next = 0
    failed = []
  }

  /// Passes the waiting paths to a function and removes those that it captured.
  ///
  /// - Returns: whether the capture failed, and the reason at the first failure until all paths are captured.
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

  /// Removes all paths.
  mutating func removeAll() { self = WaitingCaptures() }
}
