/// The direction of a transfer, as the batch API spells it.
package enum TransferDirection: String, Hashable, Sendable, Codable {
  /// From this machine to the server.
  case upload
  /// From the server to this machine.
  case download
}
