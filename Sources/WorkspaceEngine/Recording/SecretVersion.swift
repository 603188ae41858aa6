internal import Git
internal import GitObjects

/// A version of a path with a secret that the versions before it had not.
struct SecretVersion: Hashable, Sendable {
  /// Larger files are held for their size, or hold no text that somebody wrote a key into.
  private static let longest = 10_000_000

  /// The path and its content.
  var version: PathVersion
  /// The secrets, by fingerprint.
  var prints: Set<String>
  /// What the first one is, for people.
  var kind: String
  /// The line that it begins in.
  var line: Int

  /// The secrets in a content, by fingerprint, with what the first one is for people; nil where it cannot be read, or is
  /// longer than what is looked through.
  static func secrets(
    of blob: ObjectID, at path: String, _ rules: [SecretRules], in store: Repository
  ) -> (prints: Set<String>, first: (kind: String, line: Int)?)? {
    guard let bytes = try? store.blob(blob, ofAtMost: longest) else { return nil }
    let found = rules.flatMap { rules in
      rules.holding(bytes, at: path, fingerprint: { AllowedSecrets.fingerprint($0) }, isAllowed: { _ in false })
    }
    let first = found.first.map { ($0.secret.kind, $0.secret.line) }
    return (Set(found.map(\.fingerprint)), first)
  }
}

extension SecretVersion {
  /// What is said of a version that is not published for its path, in the place of a secret's kind.
  static let localOnlyKind = "what the policy keeps on this machine (recording.local_only)"

  /// A version of a path that is local only: no line of it is to blame.
  init(localOnly version: PathVersion) {
    self.init(version: version, prints: [Self.print(localOnly: version.path)], kind: Self.localOnlyKind, line: 0)
  }

  /// What stands for a path among the allowed secrets: the person knows that it is published.
  static func print(localOnly path: String) -> String {
    AllowedSecrets.fingerprint(Array("local-only \(path)".utf8))
  }
}
