internal import GitObjects

/// Which saved files have been idle long enough to have their provenance brought up to date (DESIGN "Provenance"). Pure:
/// times are monotonic nanoseconds.
struct IdleUpdates: Hashable, Sendable {
  /// Who saved a file.
  enum Writer: Hashable, Sendable {
    /// A person.
    case person
    /// An agent's own tool, past the door.
    case agent
  }

  /// More files than this are not kept in mind: their keys follow with the next write.
  static let most = 10_000
  /// After so long a file that an editor has open is looked at again.
  static let look: Int64 = 30_000_000_000

  private struct Saved: Hashable {
    var time: Int64
    var writer: Writer
  }

  private var saved: [WorkspacePath: Saved] = [:]
  private var start: Int64?

  /// Notes that Stet began: what was saved before the stop was forgotten, and is looked for after the same time.
  mutating func noteStart(at now: Int64) { start = now }

  /// Takes the look for what was saved before the start, once it is due.
  mutating func takeStart(at now: Int64, after idle: Int64) -> Bool {
    guard let begun = start, begun + idle <= now else { return false }
    start = nil
    return true
  }

  /// Notes that a file was saved.
  mutating func note(_ path: WorkspacePath, by writer: Writer, at now: Int64) {
    guard saved[path] != nil || saved.count < Self.most else { return }
    saved[path] = Saved(time: now, writer: writer)
  }

  /// Has a file looked at again a little later: an editor has it open.
  mutating func postpone(_ path: WorkspacePath, by writer: Writer, at now: Int64, after idle: Int64) {
    note(path, by: writer, at: now - idle + Self.look)
  }

  /// Has what agents' own tools wrote taken at once: their turn has ended.
  mutating func hurryAgents() {
    for (path, file) in saved where file.writer == .agent { saved[path]?.time = .min / 2 }
  }

  /// When the next one is due; nil where none is.
  func due(after idle: Int64) -> Int64? {
    [saved.values.lazy.map(\.time).min(), start].compactMap { $0.map { $0 + idle } }.min()
  }

  /// Takes some of those that are due, in order of their paths; the others stay due.
  ///
  /// - Parameter take: handles one of them; false where it was the last for now.
  mutating func take(
    at now: Int64, after idle: Int64, atMost most: Int, _ take: (_ path: WorkspacePath, _ writer: Writer) -> Bool
  ) {
    for (path, file) in saved.filter({ $0.value.time + idle <= now }).sorted(by: { $0.key < $1.key }).prefix(most) {
      saved[path] = nil
      guard take(path, file.writer) else { return }
    }
  }
}
