/// The body of a request.
package enum TransferBody: Hashable, Sendable {
  /// No body.
  case none
  /// These bytes.
  case bytes([UInt8])
  /// The first `size` bytes of a file, read piece by piece while they are sent.
  case file(path: String, size: Int)
}
