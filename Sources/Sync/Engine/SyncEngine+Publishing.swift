internal import GitObjects

extension SyncEngine {
  /// Asks the remote to move references, its branch first, and records all answers; returns the answer for the branch.
  ///
  /// - Throws: `TransportError` if the remote did not answer, and then the next round asks for its state;
  ///   `ObjectStoreError` if an accepted update cannot be recorded.
  func push(_ updates: [ReferenceUpdate]) async throws -> PushResult {
    let store = try open().store
    let started = clock.uptime()
    let commit = updates.first?.commit
    pushing = commit
    defer { pushing = nil }
    let answers: [String: PushResult]
    do {
      answers = try await transport.push(updates, from: store, isolation: self)
    } catch {
      mustFetch = true
      throw error
    }
    lastContact = clock.seconds()
    let ended = clock.uptime()
    try noteInboxes(updates.dropFirst(), answers)
    guard let commit, let answer = updates.first.flatMap({ answers[$0.reference] }) else {
      throw TransportError.failed("the remote did not answer for its branch")
    }
    if answers.values.contains(.accepted) {
      pace.notePush(started: started, ended: ended, movedBranch: answer == .accepted)
    }
    switch answer {
    case .accepted:
      remote = commit
      published = commit
      race.win()
      try note(commit)
      host.publish(.published(commit))
    case .rejectedNonFastForward:
      race.lose(started: started, ended: ended)
      mustFetch = true
    case .refused: break
    }
    return answer
  }

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
    let unsent = try await host.unsent(of: tip, over: remote)
    guard !unsent.versions.isEmpty else { return .publish(tip) }
    let (store, graph) = try open()
    guard
      let split = try SplitLine.make(
        of: tip, over: remote, without: unsent.versions, remoteName: remoteName, graph: graph, in: store)
    else { return .wait(problem: unsent.problem) }
    if split.tip != tip {
      try ReplayedCommits(store: store).keep(tip, at: clock.seconds())
      guard try await host.adopt(split.tip, expecting: tip, leaving: []) == .adopted else { return .again }
    }
    guard let ready = split.ready, ready != remote else { return .wait(problem: unsent.problem) }
    return .publish(ready)
  }
}
