/// Asks for an exchange with the remote.
package struct SyncRequest: AnonymousVerb {
  package typealias Answer = SyncReport
  package static let name = "sync"
  package static let endsWithItsClient = true

  /// Whether to answer only when all is recorded, published, merged, and branch and index stand at the tip.
  package var wait: Bool
  /// Seconds to wait at the most; nil for 60.
  package var timeout: Double?
  /// Whether what the remote refused is tried again as it is; nil for no.
  package var again: Bool?

  /// Makes a request.
  package init(wait: Bool, timeout: Double? = nil, again: Bool? = nil) {
    self.again = again
    self.wait = wait
    self.timeout = timeout
  }
}
