internal import Documents
internal import GitObjects
internal import Values

extension SyncRepository {
  /// A commit to adopt instead of one from the remote.
  struct Cleaned {
    var commit: ObjectID
    /// A sentence for each of the first names that it leaves out; nil if it was made before, or leaves out none.
    var lines: [String]?
  }

  /// The greatest number of names that the message of one commit lists.
  private static let told = 20

  /// Returns the commit to adopt instead of one from the remote: itself, or one on top of it without the names that no
  /// folder can hold (decision 24).
  ///
  /// The result is a function of the commit alone, as for a merge: two machines make the same one.
  ///
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read or stored.
  func cleaned(_ id: ObjectID) throws(ObjectStoreError) -> Cleaned {
    if let known = cleanedCommits[id] { return Cleaned(commit: known) }
    let (store, graph) = try open()
    let commit = try graph.commit(id)
    let (tree, left) = try cleaning.clean(commit.tree, in: store)
    var result = Cleaned(commit: id)
    if tree != commit.tree {
      let time = commit.committer.seconds
      let stet = Signature(
        name: Author.sync.signatureName(person: ""), email: Author.sync.signatureEmail(person: ""), seconds: time)
      let lines = left.prefix(Self.told).map { "\(Self.shown($0.path)): \($0.reason.words)" }
      let subject =
        left.isEmpty
        ? "Put names into git's order"
        : "Leave out \(Counted.text(left.count, "name")) that no folder can hold"
      let message = CommitMessage(
        subject: subject, body: (lines + (left.count > Self.told ? ["…"] : [])).joined(separator: "\n"), author: .sync)
      let made = Commit(tree: tree, parents: [id], author: stet, committer: stet, message: message.text)
      result = Cleaned(commit: try store.write(store.sealed(made)), lines: lines)
    }
    if cleanedCommits.count > 64 { cleanedCommits = [:] }
    cleanedCommits[id] = result.commit
    return result
  }

  /// Returns a path as text for people: shortened, and with the real bytes of each name.
  private static func shown(_ path: String) -> String {
    let text = String(decoding: NameText.encode(path), as: UTF8.self)
    return text.utf8.count <= 200 ? text : "\(text.prefix(100))…"
  }
}
