package import GitObjects

extension AuthorRecord {
  /// Creates a record of an author.
  ///
  /// - Parameters:
  ///   - author: the author of the change.
  ///   - personName: the name that stands for `user` and `unsure`, as the commit's author line has it.
  package init(_ author: Author, personName: String?) {
    switch author {
    case .user: self.init(kind: author.kind, name: personName, session: nil)
    case .agent(let agent, let session): self.init(kind: author.kind, name: agent, session: session)
    case .unsure(let during):
      self.init(kind: author.kind, name: personName, session: during.isEmpty ? nil : during)
    case .sync: self.init(kind: author.kind, name: Author.syncName, session: nil)
    }
  }
}
