package import GitObjects
internal import Values

/// An adoption of the remote's commits without a merge commit, as the states before and after it (decision 16).
///
/// The history does not show it: local unpublished commits were replayed on top, or there were none.
package struct Adoption: Hashable, Sendable {
  /// The id: a function of the two states, so that all machines that adopt the same have the same id.
  package var id: String
  /// The commit before the adoption.
  package var before: ObjectID
  /// The adopted commit of the remote.
  package var after: ObjectID
  /// The time of the adoption on this machine, in seconds since 1970.
  package var seconds: Int64

  /// Finds the adoption in a move of the tip from one commit to another.
  ///
  /// The result is nil if the history shows the adoption, and if there was no earlier state to return to. A merge with
  /// the local state shows it, and so does a restore, an undo or a resolved conflict that came alone. If an unpublished
  /// local merge was replaced, the adoption includes the changes of that merge.
  ///
  /// - Throws: `ObjectStoreError` for the first commit that cannot be read.
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
    // With a replay, undoing keeps the replayed commits, so `before` is below them. Without one, undoing also restores
    // commits that were dropped for the remote's commit.
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

  /// Returns the changes of commits that the target does not contain, newest first, each with its parent.
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

  /// Returns the newest commit below the replayed ones; a replayed commit keeps its change id.
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

  /// The adoption as a commit for `OperationList`.
  package var commit: OperationCommit {
    OperationCommit(
      id: after, parents: [before], author: AuthorRecord(.sync, personName: nil), seconds: seconds,
      time: ISOTime.text(seconds), subject: Self.subject, change: id, isAdoption: true)
  }

  /// The subject of an adoption from an unknown machine.
  package static let subject = "Take changes from other machines"
}
