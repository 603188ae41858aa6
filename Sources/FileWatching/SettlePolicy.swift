/// The settle times of paths in nanoseconds, with the decisions based on them.
package struct SettlePolicy: Hashable, Sendable {
  /// The delay after a close for writing or a rename onto the path.
  package var afterClose: Int64 = 20_000_000
  /// The delay after a change without a close.
  package var afterModify: Int64 = 200_000_000
  /// The delay after which a lone deletion is believed (rule 4, review A12).
  package var loneDeletion: Int64 = 2_000_000_000
  /// The same delay while an editor's file exists beside the path.
  package var attendedDeletion: Int64 = 30_000_000_000
  /// The delay for a new, empty file that was not closed, and for a name that is vim's probe.
  package var afterEmptyCreation: Int64 = 2_000_000_000
  /// The longest delay by events without a pause.
  package var longestDelay: Int64 = 2_000_000_000
  /// The longest delay by closes without a pause, so that a save is recorded within a second.
  package var longestClosing: Int64 = 900_000_000
  /// The interval at which a file is taken that is written for long and does not double (scenario 21).
  package var longestSilence: Int64 = 600_000_000_000

  /// The policy of the design: 20 ms, 200 ms, 2 s, 30 s.
  package init() {}

  /// Returns the due time of a path that was closed or renamed onto `now`, and first `since` it was taken.
  package func dueAfterClose(now: Int64, since: Int64) -> Int64 {
    max(now, min(now + afterClose, since + longestClosing))
  }

  /// Returns the due time of a path that was changed `now` without a close, and first `since` it was taken.
  package func dueAfterModify(now: Int64, since: Int64) -> Int64 {
    max(now, min(now + afterModify, since + longestDelay))
  }

  /// Returns the time when a deletion is believed.
  package func dueAfterDeletion(at deleted: Int64, isAttended: Bool) -> Int64 {
    deleted + (isAttended ? attendedDeletion : loneDeletion)
  }

  /// Returns whether a file that is still being written is to be taken at its current size.
  ///
  /// With `taken` bytes taken since the writer started, taking `size` more keeps the sum of all prefixes at or below
  /// twice the current size, and so below twice the final one, if and only if `taken ≤ size` (review A10).
  package func takesPrefix(size: Int64, taken: Int64, sinceLastTake: Int64) -> Bool {
    guard size > 0 else { return false }
    return taken <= size || sinceLastTake >= longestSilence
  }
}
