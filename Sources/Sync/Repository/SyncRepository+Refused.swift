internal import GitObjects

/// The unpublished commits without versions that must not be published yet.
extension SyncRepository {
  /// The result of removing refused versions.
  enum Withheld {
    /// The commits without them.
    case possible(Withholding)
    /// The commits cannot be made without these versions; there may be none.
    case impossible(Set<PathVersion>)
  }

  /// Removes versions that the remote refuses from the unpublished commits.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func withhold(
    _ refused: Set<PathVersion>, of tip: ObjectID, over remote: ObjectID?
  ) throws(ObjectStoreError) -> Withheld {
    if refused.isEmpty { return .impossible([]) }
    let (store, graph) = try open()
    if let made = try Withholding.make(
      of: tip, over: remote, without: refused, remoteName: remoteName, graph: graph, in: store)
    {
      return .possible(made)
    }
    let unpublished = try Unpublished.find(of: tip, over: remote, graph: graph, in: store, limit: Withholding.longest)
    // With too many commits to search, any of them may add any of the versions.
    return .impossible(
      unpublished.map { refused.intersection($0.steps.flatMap(\.changes).map(PathVersion.init)) } ?? refused)
  }

  /// Divides the unpublished commits into those that can be published and versions that wait for their objects; nil if
  /// that is not possible.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read or stored.
  func split(
    _ tip: ObjectID, over remote: ObjectID?, without waiting: Set<PathVersion>
  ) throws(ObjectStoreError) -> SplitLine? {
    let (store, graph) = try open()
    return try SplitLine.make(
      of: tip, over: remote, without: waiting, remoteName: remoteName, graph: graph, in: store)
  }
}
