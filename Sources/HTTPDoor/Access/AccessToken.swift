/// The secret of authorized clients: 32 random bytes in hexadecimal.
package struct AccessToken: Hashable, Sendable {
  /// The number of characters.
  private static let length = 64

  /// The text that a client sends after `Bearer `.
  package let text: String

  /// Creates a random token, as unpredictable as the generator.
  package static func random(using generator: inout some RandomNumberGenerator) -> AccessToken {
    AccessToken(bytes: (0..<length / 2).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Creates a token from 32 bytes.
  package init(bytes: [UInt8]) {
    text = bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Parses the content of a token file; nil if it is not a token.
  package init?(reading text: String) {
    let token = text.last == "\n" ? String(text.dropLast()) : text
    guard token.utf8.count == Self.length,
      token.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = token
  }

  /// Returns whether an `Authorization` header contains the token; the scheme's case is ignored (RFC 9110, 11.1).
  ///
  /// Takes the same time for any wrong token, so that the time reveals nothing.
  package func admits(_ authorization: String?) -> Bool {
    let expected = Array("bearer \(text)".utf8)
    let header = authorization ?? ""
    let scheme = header.prefix { $0 != " " }
    let given = Array(scheme.lowercased().utf8) + Array(header[scheme.endIndex...].utf8)
    var difference = UInt8(given.count == expected.count ? 0 : 1)
    for (index, byte) in expected.enumerated() {
      difference |= byte ^ (index < given.count ? given[index] : 0)
    }
    return difference == 0
  }
}
