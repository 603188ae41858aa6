/// The state of recording.
package enum RecorderState: Hashable, Sendable {
  /// Recording is active.
  case recording
  /// Recording is stopped for a reason that ends by itself or by a person: another branch, a rebase, a question.
  case paused(String)
  /// Nothing can be made durable: full disk, failing device, read-only repository.
  case readOnly(String)
}
