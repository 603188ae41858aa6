package import GitObjects
package import Values

/// The scan of commits that others published: the progress, and the range that is scanned now.
package struct PublishedScan {
  /// The progress, as it is stored.
  package var progress: LookedThrough
  /// The scan of the first range; nil before its commits are listed.
  package private(set) var scan: CommitScan?
  /// The time at which the progress was stored last, monotonic nanoseconds.
  var keptAt: Int64 = 0
  /// The delay before a failed scan is retried.
  package var pause = LengtheningPause(first: 1_000_000_000, longest: 60_000_000_000)

  /// Continues at the stored progress.
  package init(at progress: LookedThrough) { self.progress = progress }

  /// Takes the state of the first range's scan; if all its commits are scanned, the range is done.
  package mutating func take(_ scan: CommitScan) {
    guard !scan.isDone else { return finishRange() }
    progress.note(done: scan.done)
    self.scan = scan
  }

  /// Leaves out the commit at which the scan stopped, if the error is about an object and not about the repository.
  package mutating func skip(_ error: ObjectStoreError) {
    guard case .damaged = error, var scan else { return }
    scan.skip()
    take(scan)
  }

  /// Notes that the first range is done, or that nothing in it is to be scanned.
  mutating func finishRange() {
    progress.finishRange()
    scan = nil
  }

  /// Drops the first range, whose commits no longer exist.
  mutating func dropRange() {
    progress.dropRange()
    scan = nil
    pause.reset()
  }
}
