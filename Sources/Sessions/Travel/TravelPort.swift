/// The remote as a session that travels sees it.
package struct TravelPort: Sendable {
  /// The session at the remote.
  package struct State: Hashable, Sendable {
    /// The name of the remote's version, for a compare-and-swap.
    package var version: String
    package var lease: SessionLease

    /// Creates a state.
    package init(version: String, lease: SessionLease) {
      self.version = version
      self.lease = lease
    }
  }

  /// The result of a look at the remote.
  package enum Look: Hashable, Sendable {
    /// The session; nil if the remote does not have it.
    case found(State?)
    /// The remote cannot be reached, for this reason; the session as it was last known.
    case unreachable(String, known: State?)
    /// Nothing is known, for this reason.
    case unknown(String)
  }

  /// The result of a publication.
  package enum Publication: Hashable, Sendable {
    /// The remote has the log and the lease, as this version.
    case accepted(version: String)
    /// The remote has another version than the expected one; nothing was changed.
    case moved
    /// The remote did not answer; whether it has the log and the lease is not known.
    case unreachable(String)
  }

  /// Fetches the session.
  package var look: @Sendable () async -> Look
  /// Publishes the log with a lease if the remote has the expected version; nil expects none. With the flag, an
  /// answer that waits at the remote stays there.
  package var publish: @Sendable (SessionLease, _ expecting: String?, _ keepsAnswer: Bool) async -> Publication
  /// Returns milliseconds since 1970.
  package var now: @Sendable () -> Int64

  /// Creates a port.
  package init(
    look: @escaping @Sendable () async -> Look,
    publish: @escaping @Sendable (SessionLease, _ expecting: String?, _ keepsAnswer: Bool) async -> Publication,
    now: @escaping @Sendable () -> Int64
  ) {
    self.look = look
    self.publish = publish
    self.now = now
  }
}
