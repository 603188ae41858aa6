internal import GitObjects
internal import Values

/// The large files whose contents could not be placed: a program saves the file, or git is at work. Pure: times are
/// monotonic nanoseconds.
struct WaitingPlacements: Hashable, Sendable {
  /// Whether a task is placing contents.
  private(set) var isRunning = false
  private var paths: Set<WorkspacePath> = []
  private var time: Int64 = 0
  private var delay = LengtheningPause(first: 250_000_000, longest: 30_000_000_000)

  /// The time of the retry; nil if no file waits, or while the task is running.
  var due: Int64? { paths.isEmpty || isRunning ? nil : time }

  /// Adds files, with a growing delay.
  mutating func add(_ new: [WorkspacePath], at now: Int64) {
    paths.formUnion(new)
    time = now + delay.next
    delay.lengthen()
  }

  /// Starts the task; returns false if it runs already, or if nothing is new or due.
  mutating func start(hasNew: Bool, at now: Int64) -> Bool {
    guard !isRunning, hasNew || due.map({ $0 <= now }) == true else { return false }
    isRunning = true
    return true
  }

  /// Removes and returns the due files.
  mutating func take(at now: Int64) -> Set<WorkspacePath> {
    guard time <= now else { return [] }
    defer { paths = [] }
    return paths
  }

  /// Records that a content was placed: the next delay is the first one again.
  mutating func notePlaced() { delay.reset() }

  /// Records that the task has ended.
  mutating func end() { isRunning = false }
}
