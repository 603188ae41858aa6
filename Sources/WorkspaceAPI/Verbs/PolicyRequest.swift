/// Asks about the policy, or puts the one that stands there in force.
package struct PolicyRequest: Verb, Hashable {
  package typealias Answer = PolicyReport
  package static let name = "policy"

  /// What is asked.
  package enum Action: String, Sendable, Codable {
    /// What is in force.
    case show
    /// What it says of `path`.
    case check
    /// Allows the secrets for which `path` is held.
    case allowSecret
    /// Puts `version` in force.
    case accept
  }

  /// What is asked.
  package var action: Action
  /// The path that is asked about.
  package var path: String?
  /// The agent that is asked about; nil for any.
  package var agent: String?
  /// For `accept`: the version of the policy that the person was shown, as a report names it. Another one is not accepted.
  package var version: String?
  /// Who asks; an agent cannot accept.
  package var caller: Caller

  /// Makes a request.
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
