internal import Values

/// Replaces the secrets in the lines of a session's log, before they leave the machine. Pure.
package enum SecretRedaction {
  /// The text in place of a secret.
  package static let mark = "[redacted]"

  /// The number of searches of one text: each finds at most `SecretScanner.most` secrets.
  private static let searches = 8
  /// The length from which a text of a line is replaced as a whole, if the line has a secret that is in no text alone.
  private static let shortest = 12

  /// Returns a line of JSON without its secrets and without its newline. All its members stay.
  ///
  /// A secret may be divided between the pieces of an answer that arrives, so that these are emptied; the whole answer
  /// follows in a line of its own.
  package static func line(_ line: [UInt8]) -> [UInt8] {
    guard let value = JSONValue(line: line) else { return Array(text(String(decoding: line, as: UTF8.self)).utf8) }
    let isPiece = value["k"]?.text == "partial"
    let redacted = changed(value) { isPiece && $0 != "partial" ? "" : text($0) }.line
    guard !SecretScanner.secrets(in: redacted).isEmpty else { return redacted }
    return changed(value) { $0.utf8.count < shortest ? $0 : mark }.line
  }

  /// Returns a text without its secrets; one with an encoded secret is replaced as a whole.
  package static func text(_ text: String) -> String {
    var rest = text
    for _ in 0..<searches {
      let searched = rest
      let found = SecretScanner.secrets(in: Array(searched.utf8))
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

  private static func changed(_ value: JSONValue, _ change: (String) -> String) -> JSONValue {
    switch value {
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { changed($0, change) })
    case .object(let members):
      .object(members.map { JSONMember(name: $0.name, value: changed($0.value, change)) })
    default: value
    }
  }
}
