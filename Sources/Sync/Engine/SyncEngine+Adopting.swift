internal import GitObjects
internal import Merge

extension SyncEngine {
  /// Replays the tip on the remote or merges the two, in memory, and asks the recorder to adopt the result; nil if the
  /// next step must be planned.
  func merge(_ tip: ObjectID, _ remote: ObjectID) async throws -> RoundEnd? {
    let (store, graph) = try open()
    let line = bringsBack ? nil : try line(of: tip, over: remote)
    let merge = try PeerMerge.merge(
      tip, remote, order: .byID, shared: line?.shared ?? [], graph: graph, in: store)
    if let target = try line.flatMap({ (line) throws(ObjectStoreError) in try made(line, on: remote, as: merge) }) {
      try ReplayedCommits(store: store).keep(tip, at: clock.seconds())
      return try await adopt(target, over: tip, conflicts: 0)
    }
    return try await adopt(merge.keep(in: store), over: tip, conflicts: merge.conflicts)
  }

  /// Returns the commits that one commit has beyond another one as a line; nil if they must stay unchanged.
  func line(of commit: ObjectID, over other: ObjectID) throws(ObjectStoreError) -> Replay? {
    guard let branch else { return nil }
    let (store, graph) = try open()
    return try Replay(of: commit, over: other, branch: branch, remoteName: remoteName, graph: graph, in: store)
  }

  /// Returns the line replayed on the remote's commit, or else one merge in place of all unpublished ones. nil if
  /// neither has the tree of the given merge: only a merge follows renames.
  private func made(_ line: Replay, on remote: ObjectID, as merge: PeerMerge) throws(ObjectStoreError) -> ObjectID? {
    guard merge.conflicts == 0 else { return nil }
    let (store, graph) = try open()
    if let made = try line.made(on: remote, graph: graph, in: store), made.tree == merge.tree { return made.commit }
    guard let own = try line.straightened(graph: graph, in: store) else { return nil }
    let again = try PeerMerge.merge(own.commit, remote, order: .byID, graph: graph, in: store)
    return again.conflicts == 0 && again.tree == merge.tree ? try again.keep(in: store) : nil
  }

  /// Asks the recorder to adopt a commit that contains tip and remote, unless it would empty the folder; nil to plan
  /// again.
  ///
  /// - Parameter taken: the commit that was merged, if it is not the remote's.
  func adopt(
    _ target: ObjectID, over tip: ObjectID?, conflicts: Int, taking taken: ObjectID? = nil
  ) async throws -> RoundEnd? {
    if let tip {
      let (store, graph) = try open()
      let loss = try TreeLoss.find(from: graph.commit(tip).tree, to: graph.commit(target).tree, in: store)
      if loss.stops {
        return try await askAboutEmptying(target, over: tip, conflicts: conflicts, loss: loss, taking: taken)
      }
    }
    return try await adoptNow(target, over: tip, conflicts: conflicts)
  }

  private func adoptNow(_ target: ObjectID, over tip: ObjectID?, conflicts: Int) async throws -> RoundEnd? {
    if try await host.adopt(target, expecting: tip, leaving: []) == .adopted {
      try note(remote)
      poll.noteActivity()
      host.publish(.adopted(from: tip, to: target, conflicts: conflicts))
      missed = 0
    } else {
      missed += 1
    }
    return nil
  }

  /// Joins unrelated histories that were begun for each other, or of which one has nothing but the template's content;
  /// returns false if a person must decide (decision 20).
  ///
  /// A local template is replaced by the remote's content, as if the folder had been cloned. A template on the remote
  /// is merged, unless the merge has conflicts.
  func joinUntouched(_ tip: ObjectID?) async throws -> Bool {
    guard let tip, let remote else { return false }
    let (store, graph) = try open()
    if try UntouchedHistory.ends(in: tip, template: host.template, graph: graph, store: store) {
      try ReplayedCommits(store: store).keep(tip, at: clock.seconds())
      return try await adoptNow(cleaned(remote), over: tip, conflicts: 0) == nil
    }
    if seen == nil, await host.joinedEmpty() { return try await merge(tip, cleaned(remote)) == nil }
    guard try UntouchedHistory.ends(in: remote, template: host.template, graph: graph, store: store) else {
      return false
    }
    let merge = try PeerMerge.merge(tip, cleaned(remote), order: .byID, graph: graph, in: store)
    guard merge.conflicts == 0 else { return false }
    return try await adoptNow(merge.keep(in: store), over: tip, conflicts: 0) == nil
  }

  /// Handles a question of the plan: applies the person's answer, or raises the question; nil to plan again.
  ///
  /// - Parameters:
  ///   - loss: the files that would be deleted, if the question is about that.
  ///   - unmet: the branch that others use, if it is not this folder's and shares no history with it.
  func ask(
    _ kind: SyncQuestion.Kind, tip: ObjectID?, loss: TreeLoss? = nil, unmet: BranchRename? = nil
  ) async throws -> RoundEnd? {
    var question = SyncQuestion(
      kind: kind, tip: tip, remote: remote, gone: loss?.gone.count ?? 0, of: loss?.before ?? 0)
    if kind == .remoteRewritten { question.lost = seen }
    if kind == .remoteRewritten || kind == .unrelatedHistory { question.rescue = try rescue(tip) }
    if kind == .remoteBranchDeleted { question.renamed = try await renaming() }
    if kind == .unmetBranch { question.renamed = unmet }
    guard let answer = await host.answer(to: question) else { return .question(question) }
    switch (kind, answer) {
    case (.remoteRewritten, .join):
      bringsBack = true
      try note(remote)
    case (.unrelatedHistory, .join):
      guard let tip, let remote else { return nil }
      return try await merge(tip, cleaned(remote))
    case (.remoteRewritten, .take), (.unrelatedHistory, .take):
      guard let remote else { return nil }
      return try await adoptNow(cleaned(remote), over: tip, conflicts: 0)
    case (.remoteBranchDeleted, .join): try note(nil)
    case (.unmetBranch, .join):
      guard let tip, let branch else { return nil }
      return try await publish(tip, to: branch, isAllowed: true)
    // Nothing is published until the branch exists again.
    case (.remoteBranchDeleted, .take), (.unmetBranch, .take):
      try leaveBranchDeleted(true)
      return .done(isConfirmed: true)
    case (.folderEmptied, .join):
      guard let tip, let branch else { return nil }
      return try await publish(tip, to: branch, isAllowed: true)
    case (.folderEmptied, .take):
      guard let tip, let loss else { return nil }
      return try await adoptNow(bringBack(loss, in: tip, parents: [tip]), over: tip, conflicts: 0)
    case (.remoteEmptied, _), (.firstPublication, _): return nil
    }
    return nil
  }

  /// Returns the new name of the branch if the remote may have renamed it; nil if it did not or cannot be asked.
  private func renaming() async throws(ObjectStoreError) -> BranchRename? {
    guard let branch, let seen, let branches = try? await transport.branches(isolation: self) else { return nil }
    let graph = try open().graph
    // A branch that moved on since is recognised only if its commits are here.
    return BranchRename.find(of: branch, at: seen, among: branches) { (try? graph.isAncestor(seen, of: $0)) == true }
  }

  private func askAboutEmptying(
    _ target: ObjectID, over tip: ObjectID, conflicts: Int, loss: TreeLoss, taking taken: ObjectID?
  ) async throws -> RoundEnd? {
    let question = SyncQuestion(
      kind: .remoteEmptied, tip: tip, remote: remote, gone: loss.gone.count, of: loss.before ?? 0)
    switch await host.answer(to: question) {
    case nil: return .question(question)
    case .take: return try await adoptNow(target, over: tip, conflicts: conflicts)
    case .join:
      let parents = [tip, taken ?? remote ?? target].sorted()
      return try await adoptNow(bringBack(loss, in: target, parents: parents), over: tip, conflicts: conflicts)
    }
  }

  /// Makes a commit with the tree of `commit` and the files that the loss removed.
  private func bringBack(
    _ loss: TreeLoss, in commit: ObjectID, parents: [ObjectID]
  ) throws(ObjectStoreError) -> ObjectID {
    let (store, graph) = try open()
    var edits: [TreeEdit] = []
    for change in loss.gone {
      if let old = change.old { edits.append(.set(path: change.path, mode: old.mode, id: old.id)) }
    }
    let tree = try TreeEditor(store: store).apply(edits, to: graph.commit(commit).tree)
    var made: [(id: ObjectID, commit: Commit)] = []
    for parent in parents { made.append((parent, try graph.commit(parent))) }
    let merge = MergeCommit.make(parents: made, tree: tree, conflicts: [], changes: max(1, parents.count - 1))
    return try store.write(store.sealed(merge))
  }

  /// Keeps the tip under a reference of its own, once; returns the reference's name.
  func rescue(_ tip: ObjectID?) throws(ObjectStoreError) -> String? {
    guard let tip else { return nil }
    let store = try open().store
    let kept = try store.references(withPrefix: "refs/stet/rescue/")
    if let name = kept.filter({ $0.value == tip }).keys.min() { return name }
    let time = clock.seconds()
    var name = "refs/stet/rescue/\(time)"
    var count = 1
    while kept[name] != nil {
      count += 1
      name = "refs/stet/rescue/\(time)-\(count)"
    }
    try store.setReference(name, to: tip, expecting: nil)
    return name
  }
}
