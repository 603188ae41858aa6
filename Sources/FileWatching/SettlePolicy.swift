/// When what was seen of a path is worth a look: times in nanoseconds, decisions as functions of values.
package struct SettlePolicy: Hashable, Sendable {
  /// After a close for writing or a rename onto the path.
  package var afterClose: Int64 = 20_000_000
  /// After a change without a close.
  package var afterModify: Int64 = 200_000_000
  /// A deletion seen alone is believed after this (rule 4, review A12).
  package var loneDeletion: Int64 = 2_000_000_000
  /// … and after this while an editor's file stands beside it.
  package var attendedDeletion: Int64 = 30_000_000_000
  /// A made but empty file that nobody closed, and a name that is vim's probe.
  package var afterEmptyCreation: Int64 = 2_000_000_000
  /// Events that never pause delay a look no longer than this.
  package var longestDelay: Int64 = 2_000_000_000
  /// Closes that never pause delay a look no longer than this: a save is recorded within a second.
  package var longestClosing: Int64 = 900_000_000
  /// A file that is written for long and does not double is looked at this often all the same (scenario 21).
  package var longestSilence: Int64 = 600_000_000_000

  /// The policy of the design: 20 ms, 200 ms, 2 s, 30 s.
  package init() {}

  /// When a path is due that was closed or renamed onto `now`, and first `since` the last look.
  package func dueAfterClose(now: Int64, since: Int64) -> Int64 {
    max(now, min(now + afterClose, since + longestClosing))
  }

  /// When a path is due that was changed `now` without a close, and first `since` the last look.
  package func dueAfterModify(now: Int64, since: Int64) -> Int64 {
    max(now, min(now + afterModify, since + longestDelay))
  }

  /// When a deletion is believed.
  package func dueAfterDeletion(at deleted: Int64, isAttended: Bool) -> Int64 {
    deleted + (isAttended ? attendedDeletion : loneDeletion)
  }

  /// Whether a file that is still being written is to be taken at its present size.
  ///
  /// With `taken` bytes taken since the writer began, taking `size` more keeps the sum of all prefixes at or below
  /// twice the present size, and so below twice the final one, if and only if `taken ≤ size` (review A10).
  package func takesPrefix(size: Int64, taken: Int64, sinceLastTake: Int64) -> Bool {
    guard size > 0 else { return false }
    return taken <= size || sinceLastTake >= longestSilence
  }
}
