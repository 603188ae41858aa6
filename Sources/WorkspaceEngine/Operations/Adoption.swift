internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History
internal import Merge
internal import Values

/// What was taken from the remote without a merge commit: the states before and after it (decision 16).
///
/// The history says nothing of it, since what was unpublished here was replayed on top, or there was nothing.
struct Adoption: Hashable, Sendable {
  /// Its id: a function of the two states, so that a machine that takes the same has the same.
  var id: String
  /// The commit before it.
  var before: ObjectID
  /// The remote's commit that was taken.
  var after: ObjectID
  /// When it was taken here, in seconds since 1970.
  var seconds: Int64

  /// Finds what came from elsewhere when the tip went from one commit to another; nil where the history says it, and
  /// where there was nothing before that it could be taken back to.
  ///
  /// A merge with what stood here says it, and so does a restore, an undo or a settled conflict that came alone. Where
  /// a merge of ours was not published in time and replaced, what it had brought is part of this.
  ///
  /// - Throws: `ObjectStoreError` of the first commit that cannot be read.
  static func find(
    from tip: ObjectID?, to target: ObjectID, at seconds: Int64, graph: CommitGraph, store: any ObjectStore
  ) throws(ObjectStoreError) -> Adoption? {
    guard let tip, tip != target else { return nil }
    let own = try ownLine(from: tip, to: target, graph: graph)
    let changes = Set(own.map(\.change))
    let after = try taken(target, without: changes, graph: graph)
    let commit = try graph.commit(after)
    if commit.parents.count > 1 {
      if commit.parents.contains(tip) { return nil }
      for parent in commit.parents {
        if let change = try change(of: parent, graph: graph), changes.contains(change) { return nil }
      }
    }
    guard let base = try graph.mergeBases(tip, after).first, after != base else { return nil }
    var before = tip
    // What was replayed stands; what is dropped for the remote's commit comes back with it.
    if after != target {
      before = base
      if let start = own.last?.parent, try graph.isAncestor(start, of: after) { before = start }
    }
    let message = try graph.message(of: after)
    let isOperation = !message.undoes.isEmpty || !message.resolves.isEmpty || message.restores != nil
    if commit.parents == [before], isOperation { return nil }
    let id = store.id(of: .blob, Array("adopt \(before.hex) \(after.hex)\n".utf8))
    return Adoption(id: id.hex, before: before, after: after, seconds: seconds)
  }

  /// The changes that the target has not got as they were, newest first, and what each stands on.
  private static func ownLine(
    from tip: ObjectID, to target: ObjectID, graph: CommitGraph
  ) throws(ObjectStoreError) -> [(change: String, parent: ObjectID?)] {
    var line: [(change: String, parent: ObjectID?)] = []
    for id in try graph.commits(from: tip, excluding: [target]) {
      guard let change = try change(of: id, graph: graph) else { continue }
      line.append((change, try graph.commit(id).parents.first))
    }
    return line
  }

  private static func change(of id: ObjectID, graph: CommitGraph) throws(ObjectStoreError) -> String? {
    try graph.message(of: id).change
  }

  /// The target without the commits that were replayed: those have the ids of the changes that they stand for.
  private static func taken(
    _ target: ObjectID, without changes: Set<String>, graph: CommitGraph
  ) throws(ObjectStoreError) -> ObjectID {
    var rest = changes
    var after = target
    while !rest.isEmpty {
      let parents = try graph.commit(after).parents
      guard parents.count == 1, let change = try change(of: after, graph: graph), rest.remove(change) != nil else {
        break
      }
      after = parents[0]
    }
    return after
  }

  /// The commit by which the rule of operations sees it.
  var commit: OperationCommit {
    OperationCommit(
      id: after, parents: [before], author: AuthorRecord(.sync, personName: nil), seconds: seconds,
      time: ISOTime.text(seconds), subject: Self.subject, change: id, isAdoption: true)
  }

  /// What it is called where it is not known from where it came.
  static let subject = "Take changes from other machines"
}
