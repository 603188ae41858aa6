internal import Documents
internal import Git

/// What a policy says of secrets, `[secrets]`, and of files that are local only. Pure.
struct SecretRules: Hashable, Sendable {
  /// More bytes of a gzip file are not looked through.
  private static let longestUnzipped = 16_000_000

  /// Whether files that hold one are held.
  var holds = true
  /// Files in which none is looked for.
  var exempt = PatternList([])
  /// Secrets that are none, by fingerprint.
  var allowed: Set<String> = []
  /// Files that are not published whatever they hold; empty where only secrets are asked for.
  var localOnly = PatternList([])

  /// Whether anything can be kept from being published by them.
  var keepsAnything: Bool { holds || !localOnly.isEmpty }

  /// The same without a look into files.
  var pathsOnly: SecretRules {
    var rules = self
    rules.holds = false
    return rules
  }

  /// The secrets in a text that hold it back; `isAllowed` says what was allowed beside the policy.
  func holding(
    _ bytes: [UInt8], at path: String, fingerprint: ([UInt8]) -> String, isAllowed: (String) -> Bool
  ) -> [(secret: FoundSecret, fingerprint: String)] {
    guard holds else { return [] }
    let found = SecretScanner.secrets(in: Gzip.content(of: bytes, limit: Self.longestUnzipped) ?? bytes)
    guard !found.isEmpty, exempt.covering(PathIdentity(path)) == nil else { return [] }
    return found.compactMap { secret in
      let print = fingerprint(secret.bytes)
      return allowed.contains(print) || isAllowed(print) ? nil : (secret, print)
    }
  }
}
