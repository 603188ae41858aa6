internal import CCurl

/// A web address, parsed as far as needed to decide which server may receive a secret.
package struct TransferAddress: Hashable, Sendable {
  /// The receiver of a secret: scheme, host and port.
  package struct Origin: Hashable, Sendable {
    /// `https` or `http`.
    package var scheme: String
    /// The host in lower case.
    package var host: String
    /// The port, also if the address does not contain it.
    package var port: String

    /// Whether the host is this machine.
    package var isLoopback: Bool {
      host == "localhost" || host == "::1" || host == "[::1]"
        || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
    }
  }

  /// The whole address.
  package let text: String
  /// The address's origin.
  package let origin: Origin

  /// Parses an address; nil if its scheme is not `https` or `http`.
  ///
  /// - Parameter base: the address that a relative one is resolved against.
  package init?(_ text: String, base: TransferAddress? = nil) {
    // Programs interpret a backslash or a blank differently, so that the origin could be one server's and the request
    // another's.
    guard !text.utf8.contains(where: { $0 <= 32 || $0 == 127 || $0 == UInt8(ascii: "\\") }) else { return nil }
    var parts = ccurl_address()
    let code = base.map { ccurl_address_read($0.text, text, &parts) } ?? ccurl_address_read(text, nil, &parts)
    guard code == 0 else { return nil }
    defer { for part in [parts.whole, parts.scheme, parts.host, parts.port] { ccurl_text_free(part) } }
    guard let whole = parts.whole, let scheme = parts.scheme, let host = parts.host, let port = parts.port else {
      return nil
    }
    self.text = String(cString: whole)
    origin = Origin(
      scheme: String(cString: scheme).lowercased(), host: String(cString: host).lowercased(),
      port: String(cString: port))
    guard origin.scheme == "https" || origin.scheme == "http" else { return nil }
  }
}
