internal import GitObjects

extension SyncEngine {
  /// Returns whether nothing is published because a person wants the content to stay here.
  package func keepsLocal() async -> Bool {
    if leavesBranchDeleted { return true }
    return await host.publication() == .closed
  }

  /// Returns the question whether the content here may be published for the first time.
  ///
  /// - Throws: `ObjectStoreError` for the first tree that cannot be read.
  func publicationQuestion(_ tip: ObjectID, to address: String) throws(ObjectStoreError) -> SyncQuestion {
    let (store, graph) = try open()
    let after = try graph.commit(tip).tree
    let changed: Int
    if let remote {
      changed = try TreeDiff.changes(from: graph.commit(remote).tree, to: after, in: store).count
    } else {
      changed = try TreeLoss.count(after, in: store)
    }
    return SyncQuestion(
      kind: .firstPublication, tip: tip, remote: remote,
      publication: .init(address: address, branch: branch ?? "", changed: changed))
  }
}
