internal import GitObjects

/// Paths that are to be captured, in the order in which they came; each waits once. Pure.
struct WaitingCaptures: Sendable {
  private var paths: [WorkspacePath] = []
  private var next = 0
  private var waiting: Set<WorkspacePath> = []

  /// Whether no path waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds paths behind those that wait.
  mutating func add(_ more: some Sequence<WorkspacePath>) {
    for path in more where waiting.insert(path).inserted { paths.append(path) }
  }

  /// Hands the waiting paths to a function and removes as many as it has looked at.
  mutating func advance(_ capture: (ArraySlice<WorkspacePath>) -> Int) {
    let slice = paths[next...]
    let looked = min(capture(slice), slice.count)
    waiting.subtract(slice.prefix(looked))
    next += looked
    if next == paths.count { self = WaitingCaptures() }
  }

  /// Removes all.
  mutating func removeAll() { self = WaitingCaptures() }
}
