/// Finds secrets in a text: keys, tokens and passwords of well-known forms. Pure.
///
/// Looks through the text and what is encoded in it: UTF-16, Markdown's `\_`, Base64 and hexadecimal digits. A text that
/// was split into several strings, encrypted or put into an archive hides its secrets from it.
package enum SecretScanner {
  /// More are not looked for: one is enough to hold a file.
  static let most = 32

  /// Returns the secrets in a text, in order of their lines.
  package static func secrets(in bytes: [UInt8]) -> [FoundSecret] {
    let text = SecretText.plain(of: bytes)
    var found = text.withUnsafeBufferPointer { text in
      let pass = SecretPass(text: text, isProse: !text.contains(0))
      return pass.places().map { place in
        FoundSecret(
          kind: place.kind, bytes: Array(text[place.range]), line: SecretText.line(at: place.range.lowerBound, in: text)
        )
      }
    }
    let known = Set(found.map(\.bytes))
    found += EncodedSecrets.secrets(in: text, most: most - found.count).filter { !known.contains($0.bytes) }
    return found.sorted { $0.line < $1.line }
  }
}
