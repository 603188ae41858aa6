package import Documents
internal import Git
package import Permissions

/// The search for secrets in a text.
extension SecretRules {
  /// Returns whether a text has something that looks like a secret, and any of several rules holds such texts.
  package static func mayHoldSecret(_ bytes: [UInt8], by rules: [SecretRules]) -> Bool {
    rules.contains(where: \.holds) && !found(in: bytes).isEmpty
  }

  private static func found(in bytes: [UInt8]) -> [FoundSecret] {
    SecretScanner.secrets(in: bytes) { Gzip.content(of: $0, limit: $1) }
  }

  /// Returns the secrets in a text that hold it back.
  ///
  /// - Parameter isAllowed: returns whether a fingerprint is allowed in addition to the policy's.
  package func holding(
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
