internal import GitObjects

/// What keeps the objects of large files ahead of the commits that name them, and everything else ahead of both.
extension SyncEngine {
  /// What became of looking at the objects of what is to be published.
  enum ObjectsAnswer {
    /// This commit can go out.
    case publish(ObjectID)
    /// The next step must be planned.
    case again
    /// Only what waits for its objects is left.
    case wait(problem: String?)
  }

  /// Has objects sent, and finds out what of the tip can go out before they are there.
  ///
  /// - Throws: `ObjectStoreError` where the history cannot be read or made again.
  func sendObjects(of tip: ObjectID) async throws -> ObjectsAnswer {
    let unsent = try await host.unsent(tip, remote)
    guard !unsent.versions.isEmpty else { return .publish(tip) }
    let (store, graph) = try open()
    guard
      let split = try SplitLine.make(
        of: tip, over: remote, without: unsent.versions, remoteName: remoteName, graph: graph, in: store)
    else { return .wait(problem: unsent.problem) }
    if split.tip != tip {
      try ReplayedCommits(store: store).keep(tip, at: host.now())
      guard try await host.adopt(split.tip, tip, []) == .adopted else { return .again }
    }
    guard let ready = split.ready, ready != remote else { return .wait(problem: unsent.problem) }
    return .publish(ready)
  }
}
