internal import Merge

/// Decides by the safety stop whether deletions may be recorded, or a person must agree first. Pure: times are passed in.
///
/// Deletions count from the greatest file count of the last ten minutes, so that many small batches cannot pass one by
/// one.
package struct DeletionGuard: Sendable {
  private static let window: Int64 = 600 * 1_000_000_000

  private var counts: [(time: Int64, files: Int)] = []
  private var allowed: Bool = false

  /// Makes a guard without counts.
  package init() {}

  /// Records the number of files; `time` is monotonic, in nanoseconds.
  package mutating func note(files: Int, at time: Int64) {
    counts.removeAll { time - $0.time > Self.window }
    // One count a second is enough: the greatest of that second.
    if let last = counts.last, time - last.time < 1_000_000_000 {
      counts[counts.count - 1].files = max(last.files, files)
    } else {
      counts.append((time, files))
    }
  }

  /// Notes that so many files are recorded at two paths and that the old paths are about to be deleted.
  package mutating func noteRenamed(_ files: Int) {
    for index in counts.indices { counts[index].files -= files }
  }

  /// Returns whether so many deletions at once, of so many files, need a person's answer.
  ///
  /// - Parameter moved: the number of further deletions whose file was renamed.
  package mutating func mustAsk(deletions: Int, of files: Int, moved: Int = 0, at time: Int64) -> Bool {
    // A rename loses nothing, whatever its share.
    if deletions == 0, moved > 0 { return false }
    if allowed {
      allowed = false
      counts = []
      return false
    }
    note(files: files, at: time)
    let greatest = counts.map(\.files).max() ?? files
    return SafetyStop.stops(from: greatest, leaving: files - deletions)
  }

  /// Returns whether so many deletions would need a person's answer; changes nothing.
  package func wouldAsk(deletions: Int, of files: Int, at time: Int64) -> Bool {
    var copy = self
    copy.allowed = false
    return copy.mustAsk(deletions: deletions, of: files, at: time)
  }

  /// Allows the next deletions, however many, because the person agreed; counting begins anew with them.
  package mutating func allowOnce() { allowed = true }

  /// Withdraws a permission that no deletion used.
  package mutating func disallow() { allowed = false }
}
