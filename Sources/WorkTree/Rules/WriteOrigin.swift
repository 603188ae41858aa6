package import Documents
package import GitObjects

/// The origin of a change: the metadata that its commit records besides the content.
package struct WriteOrigin: Hashable, Sendable {
  /// The author of the change.
  package var author: Author
  /// The agent's model.
  package var model: String?
  /// Name and address of the person who made it, if that is not this machine's.
  package var person: Signature?
  /// The tool or command that made it.
  package var tool: String?
  /// The call of a tool to which it belongs, as `CallBegin` names it.
  package var call: String?
  /// The subject, if it is not made from the paths.
  package var subject: String?
  /// The restored commit or version.
  package var restores: String?
  /// The undone changes.
  package var undoes: [ChangeRange] = []
  /// The ids of the conflicts that it settles.
  package var resolves: [String] = []
  /// The conflicts that it lists, each in the form of its `Conflict`.
  package var conflicts: [String] = []
  /// Renames that were recorded as they happened.
  package var renamed: [PathRename]
  /// Commits that git made while an agent's command ran, named for other machines.
  package var foreign: [ForeignCommit] = []
  /// The newest commit that was made before seals, named for other machines.
  package var unsealed: String?

  /// Whether the change was found on disk, without a known author.
  package var isSave: Bool {
    var plain = self
    plain.renamed = []
    return plain == .person
  }

  /// A person's save.
  package static let person = WriteOrigin(author: .user)

  package init(
    author: Author, model: String? = nil, tool: String? = nil, subject: String? = nil, restores: String? = nil,
    renamed: [PathRename] = []
  ) {
    self.author = author
    self.model = model
    self.tool = tool
    self.subject = subject
    self.restores = restores
    self.renamed = renamed
  }
}
