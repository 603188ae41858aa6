import WorkspaceAPI
@testable import WorkspaceEngine

extension AgentSession: ExpressibleByStringLiteral {
  /// The session of one and the same agent.
  public init(stringLiteral value: String) { self.init(agent: "bot", id: value) }
}
