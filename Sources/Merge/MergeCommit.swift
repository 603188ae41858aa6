internal import Documents
package import GitObjects

/// The commit that records a merge: a pure function of its parents, so that two machines make the same one (review B2).
package enum MergeCommit {
  /// Makes the commit; its author is Stet, its time that of the later parent.
  ///
  /// - Parameters:
  ///   - parents: the merged commits in the order in which they become parents, at least one.
  ///   - changes: how many commits the other parents bring to the first.
  ///   - coarser: the files that had to be merged more coarsely than their kind allows; the message names them.
  package static func make(
    parents: [(id: ObjectID, commit: Commit)], tree: ObjectID, conflicts: [Conflict], changes: Int,
    coarser: [CoarserMerge] = []
  ) -> Commit {
    let time = parents.map(\.commit.committer.seconds).max() ?? 0
    let stet = Signature(
      name: Author.sync.signatureName(person: ""), email: Author.sync.signatureEmail(person: ""), seconds: time)
    var subject = "Merge \(changes) \(changes == 1 ? "change" : "changes")"
    if !conflicts.isEmpty { subject += ", \(conflicts.count) \(conflicts.count == 1 ? "conflict" : "conflicts")" }
    // A mass of odd files needs no mass of words.
    let lines = coarser.prefix(20).map(\.description) + (coarser.count > 20 ? ["…"] : [])
    let body = lines.isEmpty ? nil : lines.joined(separator: "\n")
    var message = CommitMessage(subject: subject, body: body, author: .sync)
    message.conflicts = conflicts.map(\.trailer)
    return Commit(
      tree: tree, parents: parents.map(\.id), author: stet, committer: stet, message: message.text)
  }
}
