/// Asks for an exchange with the remote.
package struct SyncRequest: Sendable, Codable {
  /// Whether to answer only when all is recorded, published, merged, and branch and index stand at the tip.
  package var wait: Bool
  /// Seconds to wait at the most; nil for 60.
  package var timeout: Double?

  /// Makes a request.
  package init(wait: Bool, timeout: Double? = nil) {
    self.wait = wait
    self.timeout = timeout
  }
}
