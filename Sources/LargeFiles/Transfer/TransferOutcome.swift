/// The outcome of an object's transfer.
package enum TransferOutcome: Hashable, Sendable {
  /// The object was transferred.
  case moved
  /// The other side had the object already.
  case present
  /// The object was not transferred, with the last error.
  case failed(TransferFault)
}
