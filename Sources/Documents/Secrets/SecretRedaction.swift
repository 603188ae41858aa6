internal import Values

/// Replaces the secrets in the lines of a session's log, before they leave the machine. Pure.
package enum SecretRedaction {
  /// The text in place of a secret.
  package static let mark = "[redacted]"

  /// The number of searches of one text: each finds at most `SecretScanner.most` secrets.
  private static let searches = 8
  /// The length from which a text of a line is replaced as a whole, if the line has a secret that is in no text alone.
  private static let shortest = 12
  /// The members of a line without which it is no step: their values are words of Stet's own, and ids.
  private static let fixed: Set = ["k", "id", "role", "type", "tier", "onBudget", "state", "about", "from", "to"]

  /// Returns a line of JSON without its secrets and without its newline. All its members stay.
  ///
  /// A secret may be divided between the pieces of an answer that arrives, so that these are emptied; the whole answer
  /// follows in a line of its own.
  package static func line(_ line: [UInt8]) -> [UInt8] {
    guard let value = JSONValue(line: line) else { return Array(text(String(decoding: line, as: UTF8.self)).utf8) }
    let isPiece = value["k"]?.text == "partial"
    let redacted = changed(value) { _, words in isPiece && words != "partial" ? "" : text(words) }
    guard !SecretScanner.secrets(in: redacted.line).isEmpty else { return redacted.line }
    let short = changed(redacted) { name, words in
      words.utf8.count < shortest || name.map(fixed.contains) == true ? words : mark
    }
    guard !SecretScanner.secrets(in: short.line).isEmpty else { return short.line }
    return changed(redacted) { _, words in words.utf8.count < shortest ? words : mark }.line
  }

  /// Returns a text without its secrets; one with an encoded secret is replaced as a whole.
  package static func text(_ text: String) -> String {
    var rest = text
    for _ in 0..<searches {
      let searched = rest
      let found = secrets(in: Array(searched.utf8))
      guard !found.isEmpty else { return rest }
      for secret in found {
        let words = String(decoding: secret.bytes, as: UTF8.self)
        // One may be there several times, or within another one.
        guard !words.isEmpty, searched.contains(words) else { return mark }
        rest = rest.replacing(words, with: mark)
      }
    }
    return mark
  }

  /// Returns the secrets in a text. One zero makes it no binary file, in which fewer kinds count.
  private static func secrets(in bytes: [UInt8]) -> [FoundSecret] {
    let found = SecretScanner.secrets(in: bytes)
    guard found.isEmpty, bytes.contains(0) else { return found }
    return SecretScanner.secrets(in: bytes.map { $0 == 0 ? 0x0A : $0 })
  }

  /// Changes the texts of a value; each is given with the name of its member, nil in an array.
  private static func changed(
    _ value: JSONValue, of name: String? = nil, _ change: (_ name: String?, _ text: String) -> String
  ) -> JSONValue {
    switch value {
    case .string(let text): .string(change(name, text))
    case .array(let elements): .array(elements.map { changed($0, change) })
    case .object(let members):
      .object(members.map { JSONMember(name: $0.name, value: changed($0.value, of: $0.name, change)) })
    default: value
    }
  }
}
