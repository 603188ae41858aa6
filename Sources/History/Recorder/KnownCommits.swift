internal import Documents
internal import GitObjects

/// Which of the commits that a journal names can be built on.
struct KnownCommits {
  /// So many commits are looked at for what a turn did already.
  private static let mostRecorded = 5_000

  /// Where the journal begins.
  let beginning: ObjectID?
  /// What is done where one cannot be read.
  let loss: LossPolicy
  /// The order of commits.
  let graph: CommitGraph
  /// Where they are read from.
  let store: any ObjectStore

  /// Whether a commit can be read, with its folders and all commits since the journal's beginning.
  ///
  /// - Throws: `ObjectStoreError` where it cannot and nothing may be left out.
  func hasWhole(_ id: ObjectID) throws(ObjectStoreError) -> Bool {
    guard loss == .goesOn else {
      _ = try store.commit(id)
      return true
    }
    guard MissingObjects.hasFolders(id, in: store) else { return false }
    guard let beginning else { return true }
    return (try? graph.commits(from: id, excluding: [beginning])) != nil
  }

  /// Whether an adoption can be looked at again: both its ends can be read.
  func canSettle(from: ObjectID?, to target: ObjectID) -> Bool {
    guard loss == .goesOn else { return store.contains(target) }
    return [from, target].compactMap { $0 }.allSatisfy { MissingObjects.hasFolders($0, in: store) }
  }

  /// A turn whose parent is lost, without the commits that a tip has already: they are known by their change.
  func without(_ record: TurnRecord, recordedIn tip: ObjectID?) -> TurnRecord {
    guard let tip else { return record }
    let recent = (try? graph.firstParents(of: tip, limit: Self.mostRecorded)) ?? []
    let changes = Set(
      recent.compactMap { id in (try? store.commit(id)).flatMap { CommitMessage(parsing: $0.message).change } })
    var rest = record
    rest.commits.removeAll { CommitMessage(parsing: $0.message).change.map(changes.contains) ?? false }
    return rest
  }
}
