/// Where an answer's body goes that is too large for memory. Both are called on the loop's thread and must not wait for
/// anything but the disk.
package struct TransferSink: Sendable {
  /// Told the head before the first byte: whether the body goes here. If not, it is collected as any answer's.
  package var accepts: @Sendable (TransferHead) -> Bool
  /// Takes the next bytes; false gives the transfer up.
  package var take: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Makes a sink.
  package init(
    accepts: @escaping @Sendable (TransferHead) -> Bool, take: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.accepts = accepts
    self.take = take
  }
}
