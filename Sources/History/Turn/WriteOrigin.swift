package import Documents
package import GitObjects

/// Where a change comes from: what its commit says besides the content.
package struct WriteOrigin: Hashable, Sendable {
  /// Who made it.
  package var author: Author
  /// The agent's model.
  package var model: String?
  /// Name and address of the person it is from, where that is not this machine's.
  package var person: Signature?
  /// The tool or command it came through.
  package var tool: String?
  /// The call of a tool that it is a part of, as `CallBegin` names it.
  package var call: String?
  /// The subject, where it is not made from the paths.
  package var subject: String?
  /// The commit or version that is brought back.
  package var restores: String?
  /// The changes that are taken back.
  package var undoes: [ChangeRange] = []
  /// Ids of conflicts that this settles.
  package var resolves: [String] = []
  /// Conflicts that this lists, each as its `Conflict` writes it.
  package var conflicts: [String] = []
  /// Renames that were seen as they happened.
  package var renamed: [PathRename]

  /// Whether it is what was found on disk, by nobody who said so.
  var isSave: Bool {
    var plain = self
    plain.renamed = []
    return plain == .person
  }

  /// A person's save.
  package static let person = WriteOrigin(author: .user)

  /// Makes an origin.
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
