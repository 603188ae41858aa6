/// How requests are made; told by whoever read the configuration, nothing is looked up in the environment.
package struct TransferSettings: Hashable, Sendable {
  /// The proxy's address; nil for none.
  package var proxy: String?
  /// A file of certificates that are trusted instead of the system's.
  package var certificates: String?
  /// Who asks, as servers' logs have it.
  package var agent: String
  /// Bytes a second that all transfers together may send, and may receive; nil for no limit.
  package var bandwidth: Bandwidth

  /// Limits in bytes a second.
  package struct Bandwidth: Hashable, Sendable {
    /// Sent.
    package var up: Int?
    /// Received.
    package var down: Int?

    /// Makes limits.
    package init(up: Int? = nil, down: Int? = nil) {
      self.up = up
      self.down = down
    }
  }

  /// Makes settings.
  package init(
    proxy: String? = nil, certificates: String? = nil, agent: String = "stet", bandwidth: Bandwidth = Bandwidth()
  ) {
    self.proxy = proxy
    self.certificates = certificates
    self.agent = agent
    self.bandwidth = bandwidth
  }
}
