/// What one endpoint takes at most.
package struct ServerLimits: Hashable, Sendable {
  /// The longest message in bytes: as over standard input.
  package var longestBody = 96 << 20
  /// Bytes of messages in memory at once, over all connections.
  package var bytesAtOnce = 256 << 20
  /// Connections at once; further ones wait to be accepted.
  package var connections = 512
  /// Seconds in which a message must have come whole.
  package var secondsForBody = 60
  /// Seconds after which a connection is closed on which nothing is asked: whoever has no token holds a place no longer.
  package var secondsIdle = 10
  /// Sessions of older clients at once.
  package var sessions = 256
  /// Seconds after which a session is forgotten that nothing came for.
  package var secondsOfSession = 24.0 * 3_600

  /// The limits.
  package init() {}
}
