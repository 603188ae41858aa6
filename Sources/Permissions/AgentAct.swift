/// An act that an agent asks for, in the form in which a policy judges it. Pure.
package struct AgentAct: Hashable, Sendable {
  /// The kind of access to a path.
  package enum Kind: String, Sendable, CaseIterable {
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
  package var kind: Kind
  /// The path as the agent named it.
  package var path: String
  /// All names of the file: the path itself, the target of a symbolic link, and other names of the same file.
  package var names: [String]
  /// Former names of the file that may be protected.
  package var formerNames: [String]
  /// The name of the tool that the agent called; nil for none.
  package var tool: String?
  /// The name of the agent.
  package var agent: String

  /// Makes an act on a path, which is always among the names.
  package init(
    _ kind: Kind, _ path: String, names: [String] = [], formerNames: [String] = [], tool: String? = nil, agent: String
  ) {
    self.kind = kind
    self.formerNames = formerNames
    self.path = path
    self.names = names.contains { $0 == path } ? names : [path] + names
    self.tool = tool
    self.agent = agent
  }

  /// The act as the verb of a sentence.
  package var phrase: String {
    switch kind {
    case .read: "read"
    case .write: "write"
    case .append: "append to"
    case .edit: "edit"
    case .delete: "delete"
    case .move: "move"
    case .restore: "bring back an earlier"
    }
  }
}
