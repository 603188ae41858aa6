internal import GitProcess
internal import GitObjects

/// The remote's other branches, where one of them may be the one to exchange.
struct OtherBranches {
  /// The connection to the remote.
  let transport: any Transport
  let repository: SyncRepository

  /// Returns the new name of the branch if the remote may have renamed it; nil if it did not or cannot be asked.
  ///
  /// - Throws: `ObjectStoreError` if the repository cannot be opened.
  func renamed(
    _ remote: KnownRemote, isolation: isolated any Actor
  ) async throws(ObjectStoreError) -> BranchRename? {
    guard let branch = remote.branch, let seen = remote.seen,
      let branches = try? await transport.branches(isolation: isolation)
    else { return nil }
    let graph = try repository.open().graph
    // A branch that moved on since is recognised only if its commits are here.
    return BranchRename.find(of: branch, at: seen, among: branches) { (try? graph.isAncestor(seen, of: $0)) == true }
  }

  /// Returns the remote's branch that others use, if the remote never had the branch to publish and the two share no
  /// history; nil if there is none, or several are possible.
  ///
  /// Two machines on branches of different names would each find that the remote has everything, and never exchange a
  /// commit. A branch that the person began from the others' is the person's own affair: it shares commits.
  ///
  /// - Throws: `TransportError` if the remote cannot be asked; `ObjectStoreError` for the first object that cannot be
  ///   read.
  func unmet(besides branch: String, tip: ObjectID, isolation: isolated any Actor) async throws -> BranchRename? {
    let branches = try await transport.branches(isolation: isolation)
    guard case .branch(let other) = RemoteBranches(head: nil, names: branches.keys).beginning, other != branch,
      let commit = branches[other]
    else { return nil }
    let (store, graph) = try repository.open()
    if !store.contains(commit) {
      guard case .fetched(_?) = try await transport.fetch(other, into: store, isolation: isolation) else { return nil }
    }
    guard store.contains(commit), try Relation.find(tip: tip, remote: commit, in: graph) == .unrelated else {
      return nil
    }
    return BranchRename(from: branch, to: other)
  }
}
