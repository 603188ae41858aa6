/// What an agent asks for, as a policy judges it. Pure.
struct AgentAct: Hashable, Sendable {
  /// What is done to a path.
  enum Kind: String, Sendable, CaseIterable {
    /// Its text is given out.
    case read
    /// It gets new content.
    case write
    /// Something is added at its end.
    case append
    /// A text in it is replaced.
    case edit
    /// It goes.
    case delete
    /// It gets another path.
    case move
    /// An earlier state comes back: restore and undo.
    case restore
  }

  /// What is done.
  var kind: Kind
  /// The path as the agent named it.
  var path: String
  /// All names of the file, its own among them: what a link leads to, and the other names of the same file.
  var names: [String]
  /// Names that the file had before and that may be protected.
  var formerNames: [String]
  /// The tool.
  var tool: String?
  /// The agent.
  var agent: String

  /// Makes one of a file of one name.
  init(
    _ kind: Kind, _ path: String, names: [String] = [], formerNames: [String] = [], tool: String? = nil, agent: String
  ) {
    self.kind = kind
    self.formerNames = formerNames
    self.path = path
    self.names = names.contains { $0 == path } ? names : [path] + names
    self.tool = tool
    self.agent = agent
  }
}
