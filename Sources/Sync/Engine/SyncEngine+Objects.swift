internal import GitObjects

/// The rules that upload the objects of large files before the commits that name them, and publish everything else
/// before both.
extension SyncEngine {
  /// The result of a check of the objects that the unpublished commits name.
  enum ObjectsAnswer {
    /// This commit can be published.
    case publish(ObjectID)
    /// The next step must be planned.
    case again
    /// Only commits that wait for their objects are left.
    case wait(problem: String?)
  }

  /// Starts the upload of objects, and determines the part of the tip that can be published before they are on the
  /// remote.
  ///
  /// - Throws: `ObjectStoreError` if the history cannot be read or replayed.
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
