/// What became of an object of a transfer.
package enum TransferOutcome: Hashable, Sendable {
  /// It was moved.
  case moved
  /// The other side had it.
  case present
  /// It stays undone; the last reason.
  case failed(TransferFault)
}
