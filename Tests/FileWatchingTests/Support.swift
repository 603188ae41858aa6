import GitObjects

@testable import FileWatching

/// Nanoseconds of a millisecond.
let ms: Int64 = 1_000_000

/// Pending paths with a clock that is moved by hand, in milliseconds.
struct Desk {
  var pending = PendingPaths()
  var sizes: [String: Int64] = [:]

  mutating func see(_ event: PathEvent, _ path: String, at time: Int64) throws {
    pending.note(event, at: try WorkspacePath(path), now: time * ms)
  }

  mutating func see(folder event: FolderEvent, _ path: String, at time: Int64) throws {
    pending.note(event, at: try WorkspacePath(path), now: time * ms)
  }

  mutating func take(at time: Int64) -> PendingPaths.Settled {
    let sizes = sizes
    pending.advance(to: time * ms) { sizes[$0.string] }
    return pending.take()
  }

  /// Returns the paths that are due at a time, as text: `notes.md closed`.
  mutating func due(at time: Int64) -> [String] { take(at: time).lines }
}

extension PendingPaths.Settled {
  /// The paths as text.
  var lines: [String] { paths.map { "\($0.path) \($0.reason)" } }

  /// The renames as text.
  var arrows: [String] { renames.map { "\($0.from) → \($0.to)" } }
}
