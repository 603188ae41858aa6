internal import WorkspaceAPI

/// The result of a call's write, kept for the case that the connection ends before the answer.
struct RepeatedWrite: Hashable, Sendable {
  /// The receipt for the writer.
  var receipt: WriteReceipt
  /// The time of the write, in monotonic nanoseconds.
  var time: Int64
}
