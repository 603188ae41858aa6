/// An act that an agent asks for, in the form in which a policy judges it. Pure.
struct AgentAct: Hashable, Sendable {
  /// The kind of access to a path.
  enum Kind: String, Sendable, CaseIterable {
    /// The agent reads the file's text.
    case read
    /// The agent writes the whole content anew.
    case write
    /// The agent adds text at the end of the file.
    case append
    /// The agent replaces a text in the file.
    case edit
    /// The agent deletes the file.
    case delete
    /// The agent renames the file.
    case move
    /// The agent brings back an earlier version: restore and undo.
    case restore
  }

  /// The kind of access.
  var kind: Kind
  /// The path as the agent named it.
  var path: String
  /// All names of the file: the path itself, the target of a symbolic link, and other names of the same file.
  var names: [String]
  /// Former names of the file that may be protected.
  var formerNames: [String]
  /// The name of the tool that the agent called; nil for none.
  var tool: String?
  /// The name of the agent.
  var agent: String

  /// Makes an act on a path, which is always among the names.
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
