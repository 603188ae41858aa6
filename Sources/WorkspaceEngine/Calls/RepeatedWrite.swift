internal import WorkspaceAPI

/// What a call's write did, for the case that nobody is left to answer it.
struct RepeatedWrite: Hashable, Sendable {
  /// What the writer is answered.
  var receipt: WriteReceipt
  /// When, monotonic nanoseconds.
  var time: Int64
}
