/// Text in one line of a commit message that cannot break out of it.
///
/// Control characters, line and paragraph separators and direction overrides are percent-escaped (UTF-8, two upper-case
/// digits a byte). In values `%` itself and leading and trailing blanks are escaped, too, so that parsing returns the
/// same text.
package enum TrailerText {
  /// Returns the value in the form after a trailer's key; `alsoEscaping` names further ASCII bytes.
  package static func escape(_ value: String, alsoEscaping extra: [UInt8] = []) -> String {
    let scalars = Array(value.unicodeScalars)
    var result = ""
    for (position, scalar) in scalars.enumerated() {
      let atEnd = position == 0 || position == scalars.count - 1
      let isExtra = scalar.isASCII && extra.contains(UInt8(truncatingIfNeeded: scalar.value))
      if scalar == "%" || isUnsafe(scalar) || isExtra || (atEnd && scalar.properties.isWhitespace) {
        append(scalar, to: &result)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text of an escaped value; a `%` that starts no escape is kept.
  package static func unescape(_ value: some StringProtocol) -> String {
    guard value.utf8.contains(UInt8(ascii: "%")) else { return String(value) }
    let bytes = Array(value.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count, let high = digit(bytes[position + 1]),
        let low = digit(bytes[position + 2])
      {
        result.append(high << 4 | low)
        position += 3
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a text in one line for people, as in subjects: unsafe characters are escaped, `%` and the rest are kept.
  package static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) { append(scalar, to: &result) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Returns whether a character could end a line or show text in another order than it is written.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    for byte in String(scalar).utf8 {
      let digits = String(byte, radix: 16, uppercase: true)
      text += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// The trailers that Stet writes, in their order in a message.
enum TrailerKey: String, CaseIterable {
  case actor = "Stet-Actor"
  case agent = "Stet-Agent"
  case session = "Stet-Session"
  case during = "Stet-During"
  case tool = "Stet-Tool"
  case call = "Stet-Call"
  case model = "Stet-Model"
  case machine = "Stet-Machine"
  case change = "Stet-Change"
  case conflict = "Stet-Conflict"
  case resolves = "Stet-Resolves"
  case restores = "Stet-Restores"
  case undoes = "Stet-Undoes"
  case renamed = "Stet-Renamed"
  case foreign = "Stet-Foreign"
  case unsealed = "Stet-Unsealed"
  case audit = "Stet-Audit"
  case seal = "Stet-Seal"
}

/// A commit that git made while an agent's command ran, as a commit of Stet's names it for other machines.
package struct ForeignCommit: Hashable, Sendable {
  /// The commit's id.
  package var commit: String
  /// The session whose command ran.
  package var session: String

  /// Makes the name of one.
  package init(commit: String, session: String) {
    self.commit = commit
    self.session = session
  }

  /// Reads the value of a `Stet-Foreign` trailer, the id and the session; nil for any other text.
  init?(trailer value: String) {
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    self.init(commit: words[0], session: TrailerText.unescape(words[1]))
  }

  /// The value of its trailer.
  var trailer: String { commit + " " + TrailerText.escape(session) }
}
