/// Requests the policy, or puts the version in the folder into effect.
package struct PolicyRequest: Verb, Hashable {
  package typealias Answer = PolicyReport
  package static let name = "policy"

  /// The requested action.
  package enum Action: String, Sendable, Codable {
    /// Returns the policy in effect.
    case show
    /// Returns the decisions on `path`.
    case check
    /// Allows the secrets for which `path` is held.
    case allowSecret
    /// Puts `version` into effect.
    case accept
  }

  /// The requested action.
  package var action: Action
  /// The path to check.
  package var path: String?
  /// The agent to check for; nil for any.
  package var agent: String?
  /// For `accept`: the version that the person was shown, as a report names it. Any other version is refused.
  package var version: String?
  /// The caller; an agent cannot accept.
  package var caller: Caller

  package init(
    _ action: Action, path: String? = nil, agent: String? = nil, version: String? = nil, caller: Caller = .person
  ) {
    self.action = action
    self.path = path
    self.agent = agent
    self.version = version
    self.caller = caller
  }
}
