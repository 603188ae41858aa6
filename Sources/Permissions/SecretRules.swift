/// The policy's rules for secrets, `[secrets]`, together with the files that are local only. Pure.
package struct SecretRules: Hashable, Sendable {
  /// Whether files with a secret are held.
  package var holds = true
  /// The files that are not scanned for secrets.
  package var exempt = PatternList([])
  /// The fingerprints of texts that look like secrets and are allowed.
  package var allowed: Set<String> = []
  /// The files that are not published whatever their content; empty where only secrets matter.
  package var localOnly = PatternList([])

  /// Whether the rules can keep any file from being published.
  package var keepsAnything: Bool { holds || !localOnly.isEmpty }

  /// The same rules without a scan of the contents.
  package var pathsOnly: SecretRules {
    var rules = self
    rules.holds = false
    return rules
  }
}
