internal import GitObjects

extension SyncEngine {
  /// Returns the remote's branch that others use, if the remote never had the branch to publish and the two share no
  /// history; nil if there is none, or several are possible.
  ///
  /// Two machines on branches of different names would each find that the remote has everything, and never exchange a
  /// commit. A branch that the person began from the others' is the person's own affair: it shares commits.
  ///
  /// - Throws: `TransportError` if the remote cannot be asked; `ObjectStoreError` for the first object that cannot be
  ///   read.
  func unmetBranch(besides branch: String, tip: ObjectID) async throws -> BranchRename? {
    let branches = try await transport.branches(isolation: self)
    guard case .branch(let other) = RemoteBranches(head: nil, names: branches.keys).beginning, other != branch,
      let commit = branches[other]
    else { return nil }
    let (store, graph) = try open()
    if !store.contains(commit) {
      guard case .fetched(_?) = try await transport.fetch(other, into: store, isolation: self) else { return nil }
    }
    guard store.contains(commit), try Relation.find(tip: tip, remote: commit, in: graph) == .unrelated else {
      return nil
    }
    return BranchRename(from: branch, to: other)
  }
}
