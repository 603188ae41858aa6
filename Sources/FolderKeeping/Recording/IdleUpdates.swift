internal import GitObjects

/// The saved files whose provenance is updated when they have been idle long enough (DESIGN "Provenance"). Pure: times
/// are monotonic nanoseconds.
struct IdleUpdates: Hashable, Sendable {
  /// The writer of a save.
  enum Writer: Hashable, Sendable {
    case person
    /// An agent's own tool, without the door.
    case agent
  }

  /// The maximum number of files that are remembered; the keys of further files are updated at their next write.
  static let most = 10_000
  /// The time after which a file that is open in an editor is checked again.
  static let look: Int64 = 30_000_000_000

  private struct Saved: Hashable {
    var time: Int64
    var writer: Writer
  }

  private var saved: [WorkspacePath: Saved] = [:]
  private var start: Int64?

  /// Records the start: saves before the last stop are forgotten, and are searched for after the idle time.
  mutating func noteStart(at now: Int64) { start = now }

  /// Returns whether the search for saves from before the start is due, and then clears it.
  mutating func takeStart(at now: Int64, after idle: Int64) -> Bool {
    guard let begun = start, begun + idle <= now else { return false }
    start = nil
    return true
  }

  /// Records that a file was saved.
  mutating func note(_ path: WorkspacePath, by writer: Writer, at now: Int64) {
    guard saved[path] != nil || saved.count < Self.most else { return }
    saved[path] = Saved(time: now, writer: writer)
  }

  /// Postpones the check of a file that is open in an editor.
  mutating func postpone(_ path: WorkspacePath, by writer: Writer, at now: Int64, after idle: Int64) {
    note(path, by: writer, at: now - idle + Self.look)
  }

  /// Makes the saves of agents' own tools due at once: the agents' turn has ended.
  mutating func hurryAgents() {
    for (path, file) in saved where file.writer == .agent { saved[path]?.time = .min / 2 }
  }

  /// Returns the time at which the next file is due; nil if there is none.
  func due(after idle: Int64) -> Int64? {
    [saved.values.lazy.map(\.time).min(), start].compactMap { $0.map { $0 + idle } }.min()
  }

  /// Takes some of the due files, ordered by path; the others remain due.
  ///
  /// - Parameter take: handles one file; returns false to stop after it.
  mutating func take(
    at now: Int64, after idle: Int64, atMost most: Int, _ take: (_ path: WorkspacePath, _ writer: Writer) -> Bool
  ) {
    for (path, file) in saved.filter({ $0.value.time + idle <= now }).sorted(by: { $0.key < $1.key }).prefix(most) {
      saved[path] = nil
      guard take(path, file.writer) else { return }
    }
  }
}
