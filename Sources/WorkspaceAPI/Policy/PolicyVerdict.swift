/// The policy's decision on one act, with the reason.
package struct PolicyVerdict: Hashable, Sendable, Codable {
  /// The reason; the raw value is stable, for programs.
  package enum Reason: String, Sendable, Codable {
    /// No rule forbids it.
    case none = "policy.allowed"
    case controlFile = "policy.control-file"
    /// The file is protected: agents neither read nor write it.
    case protected = "policy.protected"
    /// Agents read the file and do not write it.
    case readOnly = "policy.read-only"
    /// Agents append to the file and do not rewrite it.
    case appendOnly = "policy.append-only"
    /// A rule decides it.
    case rule = "policy.rule"
    /// The person decided it when asked.
    case answer = "policy.answer"
  }

  /// The decision.
  package var permission: Permission
  package var reason: Reason
  /// The name that the decision is for, if it differs from the name that the agent gave.
  package var name: String?
  /// The pattern that matches it.
  package var pattern: String?

  package init(_ permission: Permission, _ reason: Reason, name: String? = nil, pattern: String? = nil) {
    self.permission = permission
    self.reason = reason
    self.name = name
    self.pattern = pattern
  }

  /// The decision to allow, without a rule.
  package static let allowed = PolicyVerdict(.allow, .none)
}

/// The policy's decision on a request of an agent; later cases are stricter.
package enum Permission: String, Sendable, Codable, Comparable, CaseIterable {
  /// The request is carried out.
  case allow
  /// A person is asked first.
  case ask
  /// The request is refused.
  case deny

  /// Orders by strictness.
  package static func < (left: Permission, right: Permission) -> Bool {
    left.strictness < right.strictness
  }

  private var strictness: Int {
    switch self {
    case .allow: 0
    case .ask: 1
    case .deny: 2
    }
  }
}
