/// Numbers as text.
package enum NumberText {
  /// Returns a number with the fewest digits that distinguish it from others: `3`, `2.5`.
  package static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  /// Returns a number in JSON; nil for one that JSON lacks.
  package static func json(_ number: Double) -> JSONValue? { number.isFinite ? .number(plain(number)) : nil }

  /// Returns a number for people, with at most one digit after the point: `7.3`, `8412`.
  package static func short(_ number: Double) -> String {
    guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
    let tenths = Int((number * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + String(whole) + (rest == 0 ? "" : ".\(rest)")
  }

  /// Returns a number that is not negative, with zeros before it up to a width: `007`.
  package static func padded(
    _ number: some BinaryInteger, to width: Int, radix: Int = 10, uppercase: Bool = false
  ) -> String {
    let digits = String(number, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Character {
  /// Whether the character is one of 0 to 9.
  package var isASCIIDigit: Bool { isASCII && isNumber }
}
