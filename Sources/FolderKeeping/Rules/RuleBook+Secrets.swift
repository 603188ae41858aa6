internal import Documents
internal import GitObjects
internal import Secrets
internal import WorkTree

extension RuleBook {
  /// Returns the reason to hold a content because of a secret; nil if it has no secret that the tip lacks at that path.
  func secretReason(_ path: WorkspacePath, _ bytes: [UInt8], _ recorded: () -> [UInt8]?) -> HeldReason? {
    let found = secrets(in: bytes, at: path)
    guard !found.isEmpty else { return nil }
    let known = Set(recorded().map { secrets(in: $0, at: path).map(\.fingerprint) } ?? [])
    guard let fresh = found.first(where: { !known.contains($0.fingerprint) }) else { return nil }
    return .secret(fresh.secret.kind, line: fresh.secret.line)
  }

  /// Returns the secrets that hold a content back, with their fingerprints.
  func secrets(in bytes: [UInt8], at path: WorkspacePath) -> [(secret: FoundSecret, fingerprint: String)] {
    policyBook.secretRules.flatMap { rules in
      rules.holding(
        bytes, at: path.string, fingerprint: { AllowedSecrets.fingerprint($0) },
        isAllowed: { allowedSecrets.contains($0) })
    }
  }
}
