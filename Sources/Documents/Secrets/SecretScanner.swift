/// Finds secrets in a text: keys, tokens and passwords of well-known forms. Pure.
///
/// Searches the text and encoded parts of it: UTF-16, Markdown's `\_`, Base64 and hexadecimal digits. It does not find
/// secrets in split strings, encrypted texts or archives.
package enum SecretScanner {
  /// The largest number of secrets to find: one is enough to hold a file.
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
