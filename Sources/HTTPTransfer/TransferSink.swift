/// The receiver of an answer's body that is too large for memory. Both functions are called on the loop's thread and
/// must not block on anything but the disk.
package struct TransferSink: Sendable {
  /// Called with the head before the first byte; returns whether the body is for this sink. Otherwise the body is kept
  /// in memory.
  package var accepts: @Sendable (TransferHead) -> Bool
  /// Receives the next bytes; returning false cancels the transfer.
  package var take: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Creates a sink.
  package init(
    accepts: @escaping @Sendable (TransferHead) -> Bool, take: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.accepts = accepts
    self.take = take
  }
}
