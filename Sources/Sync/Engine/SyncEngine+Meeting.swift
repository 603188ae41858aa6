internal import GitObjects

extension SyncEngine {
  /// Before a branch is published that the remote never had: the branch there on which others meet, where it shares
  /// nothing with this folder; nil where there is none, or where several could be meant.
  ///
  /// Two machines on branches of different names would each hear that the remote has everything, and never meet. A
  /// branch that the person began from the others' is their own affair: it shares commits.
  ///
  /// - Throws: `TransportError` where the remote cannot be asked; `ObjectStoreError` of the first object that cannot be
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
