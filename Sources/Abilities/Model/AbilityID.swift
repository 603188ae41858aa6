internal import Values

/// The identity of an ability: a UUID.
package struct AbilityID: Hashable, Sendable {
  /// The UUID in uppercase.
  package let text: String

  /// Reads a UUID; nil for another text.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }) else {
      return nil
    }
    self.text = text.uppercased()
  }

  /// Makes a random UUID (RFC 9562, version 4).
  package init(using generator: inout some RandomNumberGenerator) {
    let high = (generator.next() as UInt64) & ~0xF000 | 0x4000
    let low = (generator.next() as UInt64) & ~(0xC0 << 56) | 0x80 << 56
    let digits = [high, low].map { NumberText.padded($0, to: 16, radix: 16, uppercase: true) }.joined()
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    text = parts.joined(separator: "-")
  }

  /// Makes the fixed UUID of a default ability: `A0000001-0000-0000-0000-00000000000X`.
  ///
  /// - Parameter number: the number X, from 1 to 15.
  init(default number: Int) {
    text = "A0000001-0000-0000-0000-00000000000" + String(number, radix: 16, uppercase: true)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
