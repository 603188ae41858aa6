/// Requests an exchange with the remote.
package struct SyncRequest: AnonymousVerb {
  package typealias Answer = SyncReport
  package static let name = "sync"
  package static let endsWithItsClient = true

  /// Whether the answer waits until everything is recorded, published and merged, and branch and index are at the tip.
  package var wait: Bool
  /// The timeout in seconds; nil for 60.
  package var timeout: Double?
  /// Whether to retry the push that the remote refused, unchanged; nil for no.
  package var again: Bool?

  /// Creates a request.
  package init(wait: Bool, timeout: Double? = nil, again: Bool? = nil) {
    self.again = again
    self.wait = wait
    self.timeout = timeout
  }
}
