/// What a policy says to one act, and why.
package struct PolicyVerdict: Hashable, Sendable, Codable {
  /// Why; stable, for programs.
  package enum Reason: String, Sendable, Codable {
    /// Nothing speaks against it.
    case none = "policy.allowed"
    /// It is a control file.
    case controlFile = "policy.control-file"
    /// It is protected: agents neither read nor write it.
    case protected = "policy.protected"
    /// Agents read it and do not write it.
    case readOnly = "policy.read-only"
    /// Agents append to it and do not rewrite it.
    case appendOnly = "policy.append-only"
    /// A rule says so.
    case rule = "policy.rule"
    /// The person said so when asked.
    case answer = "policy.answer"
  }

  /// What is done.
  package var permission: Permission
  /// Why.
  package var reason: Reason
  /// The name that it was judged by, where that is another than the agent gave.
  package var name: String?
  /// The pattern that covers it.
  package var pattern: String?

  /// Makes a verdict.
  package init(_ permission: Permission, _ reason: Reason, name: String? = nil, pattern: String? = nil) {
    self.permission = permission
    self.reason = reason
    self.name = name
    self.pattern = pattern
  }

  /// Nothing speaks against it.
  package static let allowed = PolicyVerdict(.allow, .none)
}
