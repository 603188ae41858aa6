internal import Values

/// The schedule for reading late displaced files again. Pure: times are monotonic nanoseconds.
///
/// A program may still write to a displaced file. Events report its changes too; the delay grows with each read.
struct LateReads: Hashable, Sendable {
  private var awaited: Set<String> = []
  private var delay = LengtheningPause(first: 200_000_000, longest: 30_000_000_000)

  /// Returns the time of the next read of files; nil if there are none. A new file resets the delay.
  mutating func due(for files: Set<String>, at now: Int64) -> Int64? {
    if !files.isSubset(of: awaited) { delay.reset() }
    awaited = files
    return files.isEmpty ? nil : now + delay.next
  }

  /// Records that the files were read.
  mutating func noteRead() { delay.lengthen() }

  /// Records that a file changed.
  mutating func noteChange() { delay.reset() }
}
