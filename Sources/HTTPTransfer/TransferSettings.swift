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

extension TransferSettings {
  /// Creates the settings for requests to an address, with the proxy and the certificates that an environment names; this
  /// machine is reached without a proxy.
  package init(environment: [String: String], for address: String) {
    let isSecure = address.hasPrefix("https:")
    // Web servers set HTTP_PROXY from a request's header field, so that programs read only the lowercase name.
    let names = isSecure ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] : ["http_proxy", "all_proxy"]
    let proxy = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let isLoopback = TransferAddress(address)?.origin.isLoopback == true
    self.init(proxy: isLoopback ? nil : proxy, certificates: environment["SSL_CERT_FILE"])
  }
}
