internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension WriteQueue {
  /// Whether nobody has changed a path since a merge left a conflict there: an edit settles it (in this part).
  func isOpen(_ conflict: Conflict, since merge: ObjectID) -> Bool {
    guard let commit = try? recorder.graph.commit(merge) else { return false }
    let then = try? Tree.entry(at: conflict.path, of: commit.tree, in: recorder.objects)
    let now = try? Tree.entry(at: conflict.path, of: recorder.tipTree, in: recorder.objects)
    return then?.id == now?.id
  }

  /// Who wrote the two versions of a conflict: the last on each side that changed the path.
  func authors(of conflict: Conflict, at merge: ObjectID) -> (kept: AuthorRecord?, other: AuthorRecord?) {
    guard let commit = try? recorder.graph.commit(merge) else { return (nil, nil) }
    var kept: AuthorRecord?
    var other: AuthorRecord?
    for parent in commit.parents {
      guard let tree = try? recorder.graph.commit(parent).tree else { continue }
      let entry = (try? Tree.entry(at: conflict.path, of: tree, in: recorder.objects)) ?? nil
      let author = lastAuthor(of: conflict.path, from: parent)
      if entry?.id == conflict.kept, kept == nil {
        kept = author
      } else if entry?.id == conflict.other {
        other = author
      }
    }
    return (kept, other)
  }

  private func lastAuthor(of path: String, from start: ObjectID) -> AuthorRecord? {
    guard let line = try? recorder.graph.firstParents(of: start, limit: 1_000) else { return nil }
    let store = recorder.objects
    for id in line {
      guard let commit = try? recorder.graph.commit(id) else { return nil }
      let now = (try? Tree.entry(at: path, of: commit.tree, in: store)) ?? nil
      var before: TreeEntry?
      if let parent = commit.parents.first, let tree = try? recorder.graph.commit(parent).tree {
        before = (try? Tree.entry(at: path, of: tree, in: store)) ?? nil
      }
      if now != before {
        return AuthorRecord(CommitMessage(parsing: commit.message).author ?? .user, personName: commit.author.name)
      }
    }
    return nil
  }
}
