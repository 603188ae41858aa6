/// What goes with a request.
package enum TransferBody: Hashable, Sendable {
  /// Nothing.
  case none
  /// These bytes.
  case bytes([UInt8])
  /// The first `size` bytes of a file, read piece by piece as they go.
  case file(path: String, size: Int)
}
