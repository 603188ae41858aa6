/// Which way an object goes, as the batch API spells it.
package enum TransferDirection: String, Hashable, Sendable, Codable {
  /// To the server.
  case upload
  /// From the server.
  case download
}
