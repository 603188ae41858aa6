package import GitObjects

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

  package init(wait: Bool, timeout: Double? = nil, again: Bool? = nil) {
    self.again = again
    self.wait = wait
    self.timeout = timeout
  }
}

/// The result of `stet sync`.
package struct SyncReport: Sendable, Codable {
  package var tip: ObjectID?
  /// Whether the remote has the tip; false if that is unknown yet, or a person decided against publishing; nil without
  /// a remote.
  package var published: Bool?
  /// The number of saves that this call recorded.
  package var recorded: Int
  /// The number of paths that are recorded here and held back from the remote.
  package var held = 0
  /// The number of paths on disk that cannot be recorded: other repositories, sockets, odd names.
  package var left = 0
  /// The number of open questions, including conflicts.
  package var questions = 0

  package init(tip: ObjectID?, published: Bool?, recorded: Int) {
    self.tip = tip
    self.published = published
    self.recorded = recorded
  }
}
