internal import GitObjects

/// The caller of a verb, as the entry point knows it.
package struct Caller: Hashable, Sendable, Codable {
  /// The agent's name; nil for the person.
  package var agent: String?
  /// The agent's session: an explicit handle, never the connection.
  package var session: String?
  /// Whether callers that cannot be distinguished share the session, so that a read by one of them proves nothing for
  /// the others. Nil for no.
  package var sharesSession: Bool?
  /// Whether a tool call, or the command line of its server, names the session. Nil for no.
  package var namesSession: Bool?
  /// The model that the agent named.
  package var model: String?
  /// The tool or command of the change, such as `stet write`.
  package var tool: String?
  /// The tool call that this request is a part of, as `CallBegin` names it.
  package var call: String?
  /// The time of the first try of the call in seconds since 1970, if `call` is an id of its own that never expires and
  /// the call may have been carried out before. Nil for no.
  package var callTried: Int64?
  /// The most letters of a result that the caller's client shows; nil for `LineExcerpt.usual`.
  package var shownLength: Int?

  /// Whether the caller's process has a terminal. The daemon sets it, and it is not sent. Nil for no.
  package var hasTerminal: Bool?
  /// The name of the program above the caller's process that started a connected `stet mcp`: it is an agent's, or the
  /// person's editor. The daemon sets it for some requests without an agent, and it is not sent. Nil for none.
  package var client: String?
  /// The connection of the call. The daemon sets it, and it is not sent; nil in the daemon's own process.
  package var connection: UInt64?
  /// The caller's process. The daemon sets it, and it is not sent.
  package var pid: Int32?

  private enum CodingKeys: String, CodingKey {
    case agent, session, sharesSession, namesSession, model, tool, call, callTried, shownLength
  }

  package static let person = Caller()

  /// Creates a caller.
  package init(agent: String? = nil, session: String? = nil, model: String? = nil, tool: String? = nil) {
    self.agent = agent
    self.session = session
    self.model = model
    self.tool = tool
  }
}

extension Caller {
  /// The greatest length of the name of an agent, session, model or tool in bytes: each appears in commits, lists and
  /// questions.
  package static let longestName = 200

  /// Refuses names that are too long.
  ///
  /// - Throws: `VerbError`, `.usage`.
  package func checkLengths() throws(VerbError) {
    let names = [("agent", agent), ("session", session), ("model", model), ("tool", tool)]
    for (kind, name) in names where (name?.utf8.count ?? 0) > Self.longestName {
      throw VerbError(
        .usage, "The name of the \(kind) has \(name?.utf8.count ?? 0) bytes; at most \(Self.longestName) are taken.",
        kept: "Nothing was changed.", next: "Make the same call with a shorter name.")
    }
  }
}

/// A session of an agent. Two agents that chose the same id have two sessions.
package struct AgentSession: Hashable, Sendable {
  private let agent: NameKey
  private let session: NameKey

  /// The agent's name.
  package var agentName: String { String(agent.text) }

  /// Creates the session of an agent; a caller without a name has the empty one.
  package init(agent: String?, id: String) {
    self.agent = NameKey(agent ?? "")
    session = NameKey(id)
  }
}

extension Caller {
  /// The caller's session; nil if it has none.
  package var agentSession: AgentSession? { session.map { AgentSession(agent: agent, id: $0) } }
  /// The caller's session, unless others share it: a read proves only for this session that a version is known.
  package var readingSession: AgentSession? { sharesSession == true ? nil : agentSession }
}
