/// How two versions of a file's content are brought together.
package enum MergeDriver: Hashable, Sendable {
  /// By lines; where they overlap one side's stand.
  case text
  /// The lines of both stay (`merge=union`).
  case union
  /// Never mixed (`-merge`, `binary`).
  case binary
}
