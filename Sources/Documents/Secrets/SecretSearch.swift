/// A search of a text and of the texts that are encoded in it. Pure.
///
/// A decoded text is searched like the text itself, to a depth, and costs its length from an allowance of the whole
/// search. So the time is linear in the text, whatever is nested in it.
struct SecretSearch {
  /// The largest number of encodings around a secret.
  private static let deepest = 4
  /// The maximum number of bytes of one unpacked gzip file.
  private static let longestUnzipped = 16_000_000
  /// The cost of opening a gzip file.
  private static let unzipping = 65_536

  private let inflate: SecretScanner.Inflate
  private var allowance: Int

  /// Creates a search of a text.
  init(of bytes: [UInt8], inflate: @escaping SecretScanner.Inflate) {
    self.inflate = inflate
    allowance = 2 * Self.longestUnzipped + 4 * bytes.count
  }

  /// Returns the secrets in a text at a depth, in order of their lines; at most `SecretScanner.most`.
  mutating func secrets(in bytes: [UInt8], depth: Int = 0) -> [FoundSecret] {
    let text = SecretText.plain(of: unzipped(bytes) ?? bytes)
    var found = text.withUnsafeBufferPointer { text in
      SecretPass(text: text, isProse: !text.contains(0)).places().map { place in
        FoundSecret(
          kind: place.kind, bytes: Array(text[place.range]), line: SecretText.line(at: place.range.lowerBound, in: text)
        )
      }
    }
    var known = Set(found.map(\.bytes))
    text.withUnsafeBufferPointer { text in
      for secret in encoded(in: text, depth: depth, most: SecretScanner.most - found.count)
      where known.insert(secret.bytes).inserted {
        found.append(secret)
      }
    }
    return found.sorted { $0.line < $1.line }
  }

  /// Returns the secrets in the encoded parts of a text, in order of the encodings; at most `most`.
  private mutating func encoded(
    in text: UnsafeBufferPointer<UInt8>, depth: Int, most: Int
  ) -> [FoundSecret] {
    var found: [FoundSecret] = []
    var runs = EncodedRuns(text: text)
    while found.count < most, let run = runs.next() {
      switch run {
      case .key(let key):
        let line = SecretText.line(at: key.range.lowerBound, in: text)
        found.append(FoundSecret(kind: key.kind, bytes: Array(text[key.range]), line: line))
      case .text(let start, let decoded):
        guard depth < Self.deepest, spend(decoded.count) else { continue }
        let secrets = secrets(in: decoded, depth: depth + 1)
        guard !secrets.isEmpty else { continue }
        let line = SecretText.line(at: start, in: text)
        found += secrets.map { FoundSecret(kind: $0.kind, bytes: $0.bytes, line: line) }
      }
    }
    return Array(found.prefix(most))
  }

  private mutating func unzipped(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: SecretText.gzipBeginning), spend(Self.unzipping),
      let content = inflate(bytes, min(Self.longestUnzipped, allowance))
    else { return nil }
    return spend(content.count) ? content : nil
  }

  private mutating func spend(_ count: Int) -> Bool {
    guard count <= allowance else { return false }
    allowance -= count
    return true
  }
}
