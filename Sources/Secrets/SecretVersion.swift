package import Git
package import GitObjects
package import Permissions

/// A version of a path with a secret that the versions before it did not have.
package struct SecretVersion: Hashable, Sendable {
  /// The maximum size in bytes of a file that is scanned: larger files are held for their size, or hold no text into
  /// which a person wrote a key.
  private static let longest = 10_000_000

  /// The path and its blob.
  package var version: PathVersion
  /// The fingerprints of the secrets.
  package var prints: Set<String>
  /// The kind of the first secret, for the person.
  package var kind: String
  /// The line in which it begins.
  package var line: Int

  /// Returns the fingerprints of the secrets in a content, and the kind and line of the first one; nil if the content is
  /// too long to be scanned.
  package static func secrets(
    of blob: ObjectID, at path: String, _ rules: [SecretRules], in store: Repository
  ) throws(ObjectStoreError) -> (prints: Set<String>, first: (kind: String, line: Int)?)? {
    guard let bytes = try store.blob(blob, ofAtMost: longest) else { return nil }
    let found = rules.flatMap { rules in
      rules.holding(bytes, at: path, fingerprint: { AllowedSecrets.fingerprint($0) }, isAllowed: { _ in false })
    }
    let first = found.first.map { ($0.secret.kind, $0.secret.line) }
    return (Set(found.map(\.fingerprint)), first)
  }
}

extension SecretVersion {
  /// The text in the place of a secret's kind for a version that is not published because of its path.
  static let localOnlyKind = "what the policy keeps on this machine (recording.local_only)"

  /// Makes a version of a path that is local only; it names no line.
  package init(localOnly version: PathVersion) {
    self.init(version: version, prints: [Self.print(localOnly: version.path)], kind: Self.localOnlyKind, line: 0)
  }

  /// Returns the entry among the allowed secrets that stands for a path: the person knows that it is published.
  package static func print(localOnly path: String) -> String {
    AllowedSecrets.fingerprint(Array("local-only \(path)".utf8))
  }
}
