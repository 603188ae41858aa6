internal import WorkspaceAPI
internal import GitObjects
internal import Synchronization

/// The counts of a search's hits, reported at each beat.
///
/// git reports no files without a hit, so a search without hits can report only its duration.
final class SearchTally: Sendable {
  private struct State {
    var lines = 0
    var files = 0
    var last: NameKey?
  }

  private let state = Mutex(State())

  /// Counts hits, in the order of git's output.
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

  /// Reports the progress at each beat; a beat is the duration of the search so far.
  func tell<Beats: AsyncSequence>(
    at beats: Beats, to listener: @Sendable (SearchProgress) -> Void
  ) async where Beats.Element == Duration, Beats.Failure == Never {
    for await beat in beats {
      let (lines, files) = state.withLock { ($0.lines, $0.files) }
      listener(SearchProgress(milliseconds: Int(beat / .milliseconds(1)), lines: lines, files: files))
    }
  }

  /// Returns four beats a second by a clock, until the task is cancelled; missed beats are left out.
  static func beats<C: Clock>(of clock: C) -> AsyncStream<Duration> where C.Duration == Duration {
    let start = clock.now
    return AsyncStream {
      do { try await clock.sleep(for: .milliseconds(250)) } catch { return nil }
      return start.duration(to: clock.now)
    }
  }
}
