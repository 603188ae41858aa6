/// Whether the recorder records.
package enum RecorderState: Hashable, Sendable {
  /// It does.
  case recording
  /// It does not, for a reason that passes or that a person ends: another branch, a rebase, a question.
  case paused(String)
  /// It cannot make anything durable: full disk, failing device, read-only repository.
  case readOnly(String)
}
