internal import Documents
internal import GitObjects
internal import Journal

/// Decides which of the commits in a journal can be built on.
struct KnownCommits {
  /// The greatest number of commits that are searched for changes that a turn has already recorded.
  private static let mostRecorded = 5_000

  /// The tip at the beginning of the journal.
  let beginning: ObjectID?
  /// The policy for a commit that cannot be read.
  let loss: LossPolicy
  let graph: CommitGraph
  /// The store of the commits.
  let store: any ObjectStore

  /// Returns whether a commit can be read, with its folders and all commits since the journal's beginning.
  ///
  /// - Throws: `ObjectStoreError` if it cannot and nothing may be left out.
  func hasWhole(_ id: ObjectID) throws(ObjectStoreError) -> Bool {
    guard loss == .goesOn else {
      _ = try store.commit(id)
      return true
    }
    guard MissingObjects.hasFolders(id, in: store) else { return false }
    guard let beginning else { return true }
    return (try? graph.commits(from: id, excluding: [beginning])) != nil
  }

  /// Returns whether an adoption can be repeated: both its commits can be read.
  func canSettle(from: ObjectID?, to target: ObjectID) -> Bool {
    guard loss == .goesOn else { return store.contains(target) }
    return [from, target].compactMap { $0 }.allSatisfy { MissingObjects.hasFolders($0, in: store) }
  }

  /// Returns a turn whose parent is lost, without the commits that a tip already has; these are identified by their
  /// change.
  func without(_ record: TurnRecord, recordedIn tip: ObjectID?) -> TurnRecord {
    guard let tip else { return record }
    let recent = (try? graph.firstParents(of: tip, limit: Self.mostRecorded)) ?? []
    let changes = Set(
      recent.compactMap { id in (try? graph.message(of: id))?.change })
    var rest = record
    rest.commits.removeAll { CommitMessage(parsing: $0.message).change.map(changes.contains) ?? false }
    return rest
  }
}
