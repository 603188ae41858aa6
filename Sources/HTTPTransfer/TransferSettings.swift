/// The settings of requests; the caller has read the configuration, and nothing is read from the environment.
package struct TransferSettings: Hashable, Sendable {
  /// The proxy's address; nil for none.
  package var proxy: String?
  /// The path of a file of trusted certificates, which replaces the system's.
  package var certificates: String?
  /// The user agent, which appears in servers' logs.
  package var agent: String
  /// The bandwidth limits of all transfers together; nil for no limit.
  package var bandwidth: Bandwidth

  /// Limits in bytes a second.
  package struct Bandwidth: Hashable, Sendable {
    /// The limit for sending.
    package var up: Int?
    /// The limit for receiving.
    package var down: Int?

    /// Creates limits.
    package init(up: Int? = nil, down: Int? = nil) {
      self.up = up
      self.down = down
    }
  }

  /// Creates settings.
  package init(
    proxy: String? = nil, certificates: String? = nil, agent: String = "stet", bandwidth: Bandwidth = Bandwidth()
  ) {
    self.proxy = proxy
    self.certificates = certificates
    self.agent = agent
    self.bandwidth = bandwidth
  }
}
