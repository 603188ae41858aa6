internal import Documents
package import GitObjects

/// The commit that records a merge. It is a pure function of its parents, so that two machines make the same commit
/// (review B2).
package enum MergeCommit {
  /// Makes the commit: its author is Stet, its time that of the later parent.
  ///
  /// - Parameters:
  ///   - parents: the merged commits in the order of the parents, at least one.
  ///   - changes: the number of commits that the other parents add to the first.
  ///   - coarser: the files that were merged more coarsely than their kind allows; the message names them.
  package static func make(
    parents: [(id: ObjectID, commit: Commit)], tree: ObjectID, conflicts: [Conflict], changes: Int,
    coarser: [CoarserMerge] = []
  ) -> Commit {
    let time = parents.map(\.commit.committer.seconds).max() ?? 0
    let stet = Signature(
      name: Author.sync.signatureName(person: ""), email: Author.sync.signatureEmail(person: ""), seconds: time)
    var subject = "Merge \(changes) \(changes == 1 ? "change" : "changes")"
    if !conflicts.isEmpty { subject += ", \(conflicts.count) \(conflicts.count == 1 ? "conflict" : "conflicts")" }
    // The message names at most 20 files.
    let lines = coarser.prefix(20).map(\.description) + (coarser.count > 20 ? ["…"] : [])
    let body = lines.isEmpty ? nil : lines.joined(separator: "\n")
    var message = CommitMessage(subject: subject, body: body, author: .sync)
    message.conflicts = conflicts.map(\.trailer)
    return Commit(
      tree: tree, parents: parents.map(\.id), author: stet, committer: stet, message: message.text)
  }
}
