internal import CCurl

/// A web address, taken apart as far as deciding who may be told a secret needs it.
package struct TransferAddress: Hashable, Sendable {
  /// Whom a secret is told to: scheme, host and port.
  package struct Origin: Hashable, Sendable {
    /// `https` or `http`.
    package var scheme: String
    /// In lower case.
    package var host: String
    /// Also where the address does not say it.
    package var port: String
  }

  /// The whole address.
  package let text: String
  /// Its origin.
  package let origin: Origin

  /// Reads an address; nil for one that is none of `https` or `http`.
  ///
  /// - Parameter base: what a relative one begins with.
  package init?(_ text: String, base: TransferAddress? = nil) {
    // A backslash or a blank is read differently by different programs: then the origin would be one, the request
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
