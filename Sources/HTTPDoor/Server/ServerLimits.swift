/// The limits of one endpoint.
package struct ServerLimits: Hashable, Sendable {
  /// The longest message in bytes, as over standard input.
  package var longestBody = 96 << 20
  /// The largest number of bytes of messages in memory, over all connections.
  package var bytesAtOnce = 256 << 20
  /// The largest number of connections; further ones wait to be accepted.
  package var connections = 512
  /// The time in seconds within which a message must be received completely.
  package var secondsForBody = 60
  /// The time in seconds after which an idle connection is closed, so that clients without a token do not occupy it.
  package var secondsIdle = 10
  /// The largest number of sessions of older clients.
  package var sessions = 256
  /// The time in seconds after which a session without messages is removed.
  package var secondsOfSession = 24.0 * 3_600

  /// Creates the default limits.
  package init() {}
}
