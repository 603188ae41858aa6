internal import WorkspaceAPI
internal import GitObjects
internal import Synchronization

/// Counts what a search has found, and tells of it at each beat: git says nothing of files without a hit, so that only
/// the time can be told of a search that finds none.
final class SearchTally: Sendable {
  private struct State {
    var lines = 0
    var files = 0
    var last: NameKey?
  }

  private let state = Mutex(State())

  /// Counts hits, in the order they were found.
  func note(_ hits: [SearchHit]) {
    state.withLock { state in
      for hit in hits {
        let file = NameKey(hit.path)
        if state.last != file { state.files += 1 }
        state.last = file
        state.lines += 1
      }
    }
  }

  /// Tells how far the search is, at each beat: beats are how long it has been going on.
  func tell<Beats: AsyncSequence>(
    at beats: Beats, to listener: @Sendable (SearchProgress) -> Void
  ) async where Beats.Element == Duration, Beats.Failure == Never {
    for await beat in beats {
      let (lines, files) = state.withLock { ($0.lines, $0.files) }
      listener(SearchProgress(milliseconds: Int(beat / .milliseconds(1)), lines: lines, files: files))
    }
  }

  /// Four beats a second by a clock, until the task is cancelled; what came late is not made up for.
  static func beats<C: Clock>(of clock: C) -> AsyncStream<Duration> where C.Duration == Duration {
    let start = clock.now
    return AsyncStream {
      do { try await clock.sleep(for: .milliseconds(250)) } catch { return nil }
      return start.duration(to: clock.now)
    }
  }
}
