internal import Documents
internal import Git

/// The policy's rules for secrets, `[secrets]`, together with the files that are local only. Pure.
struct SecretRules: Hashable, Sendable {
  /// Whether files with a secret are held.
  var holds = true
  /// The files that are not scanned for secrets.
  var exempt = PatternList([])
  /// The fingerprints of texts that look like secrets and are allowed.
  var allowed: Set<String> = []
  /// The files that are not published whatever their content; empty where only secrets matter.
  var localOnly = PatternList([])

  /// Whether the rules can keep any file from being published.
  var keepsAnything: Bool { holds || !localOnly.isEmpty }

  /// The same rules without a scan of the contents.
  var pathsOnly: SecretRules {
    var rules = self
    rules.holds = false
    return rules
  }

  /// Returns whether a text has something that looks like a secret, and any of several rules holds such texts.
  static func mayHoldSecret(_ bytes: [UInt8], by rules: [SecretRules]) -> Bool {
    rules.contains(where: \.holds) && !found(in: bytes).isEmpty
  }

  private static func found(in bytes: [UInt8]) -> [FoundSecret] {
    SecretScanner.secrets(in: bytes) { Gzip.content(of: $0, limit: $1) }
  }

  /// Returns the secrets in a text that hold it back.
  ///
  /// - Parameter isAllowed: returns whether a fingerprint is allowed in addition to the policy's.
  func holding(
    _ bytes: [UInt8], at path: String, fingerprint: ([UInt8]) -> String, isAllowed: (String) -> Bool
  ) -> [(secret: FoundSecret, fingerprint: String)] {
    guard holds else { return [] }
    let found = Self.found(in: bytes)
    guard !found.isEmpty, exempt.covering(PathIdentity(path)) == nil else { return [] }
    return found.compactMap { secret in
      let print = fingerprint(secret.bytes)
      return allowed.contains(print) || isAllowed(print) ? nil : (secret, print)
    }
  }
}
