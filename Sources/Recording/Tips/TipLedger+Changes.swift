package import GitObjects
internal import Merge

extension TipLedger {
  /// One commit of the tip's line, in short.
  package struct Change {
    package var commit: ObjectID
    /// The first line of its message.
    package var subject: String
    /// The changed paths.
    package var paths: [String]
    package var author: AuthorRecord
  }

  /// Returns the commits between two tips along first parents, oldest first; at most 100.
  package func changes(since before: ObjectID?, to tip: ObjectID) throws(ObjectStoreError) -> [Change] {
    var changes: [Change] = []
    let known = try replaced(by: tip, since: before)
    for id in try graph.firstParents(of: tip, until: before, limit: 100).reversed() {
      let commit = try store.commit(id)
      if known.commits.contains(id) { continue }
      if let change = try graph.message(of: id).change, known.changes.contains(change) { continue }
      var parent: ObjectID?
      if let first = commit.parents.first { parent = try store.commit(first).tree }
      let author = try graph.author(of: id)
      changes.append(
        Change(
          commit: id, subject: commit.subject,
          paths: try TreeDiff.changes(from: parent, to: commit.tree, in: store, atMost: 1_000).prefix(1_000).map(
            \.path), author: AuthorRecord(author, personName: commit.author.name)))
    }
    return changes
  }

  /// Returns the changes that were replayed, and the commits that both tips have, if the new tip does not contain the
  /// old one because of a replay.
  private func replaced(
    by tip: ObjectID, since before: ObjectID?
  ) throws(ObjectStoreError) -> (changes: Set<String>, commits: Set<ObjectID>) {
    guard let before, try !graph.isAncestor(before, of: tip) else { return ([], []) }
    var changes: Set<String> = []
    for id in try graph.commits(from: before, excluding: [tip], limit: 1_000) {
      if let change = try graph.message(of: id).change { changes.insert(change) }
    }
    let new = Set(try graph.commits(from: tip, excluding: [before], limit: 1_000))
    let line = Set(try graph.firstParents(of: tip, until: before, limit: 100))
    return (changes, line.subtracting(new))
  }
}
