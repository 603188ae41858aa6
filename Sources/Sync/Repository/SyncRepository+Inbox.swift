internal import GitProcess
internal import GitObjects

/// The inboxes of this machine and of others (review B1).
extension SyncRepository {
  /// The time for which a machine with nothing to push leaves an inbox to the machine that moved the branch last.
  private static let courtesy: Duration = .seconds(1)
  /// The number of seconds by which wrong clocks may make a commit look older than one that it contains.
  private static let clockSlack: Int64 = 86_400

  /// Returns the inboxes of other machines for a branch as last fetched, by reference.
  ///
  /// - Throws: `ObjectStoreError` if they cannot be read.
  func othersInboxes(for branch: String) throws(ObjectStoreError) -> [String: ObjectID] {
    let own = Inbox.Place.allCases.map { Inbox($0, machine: machine, branch: branch).tracking(remote: remoteName) }
    let ending = Inbox.ending(of: branch)
    return try open().store.references(withPrefix: Inbox.prefix(remote: remoteName)).filter {
      $0.key.hasSuffix(ending) && !own.contains($0.key)
    }
  }

  /// Fills in what a survey says about inboxes: the commits of another machine to take, and whether another machine is
  /// expected to take this one's.
  ///
  /// - Parameter isWaitedFor: whether a caller waits until both sides are equal; no other machine is waited for then.
  /// - Throws: `ObjectStoreError` for the first commit that cannot be read.
  func findInboxes(
    for survey: inout Survey, _ known: KnownRemote, _ inboxes: InboxState, isWaitedFor: Bool, at now: Duration
  ) throws(ObjectStoreError) {
    guard let tip = survey.tip, let branch = known.branch else { return }
    if survey.plan == .push || survey.plan == .nothing {
      survey.inbox = try waitingInbox(
        besides: tip, on: branch, isNearest: survey.plan == .push || known.isOurs, inboxes.others, at: now)
    }
    if let remote = known.commit, !isWaitedFor, let left = inboxes.awaited(at: now) {
      switch survey.plan {
      case .push where tip != left: break
      case .push, .merge: survey.isAwaited = try isMissing(left, of: tip, in: remote, on: branch)
      case .nothing, .adopt, .question: break
      }
    }
  }

  /// Returns whether the tip has commits that the remote lacks, both as they are and replayed.
  private func isMissing(
    _ inbox: ObjectID, of tip: ObjectID, in remote: ObjectID, on branch: String
  ) throws(ObjectStoreError) -> Bool {
    guard try open().graph.isAncestor(inbox, of: tip) else { return false }
    return try lacks(remote, inbox, on: branch)
  }

  private func lacks(_ commit: ObjectID, _ inbox: ObjectID, on branch: String) throws(ObjectStoreError) -> Bool {
    if try open().graph.isAncestor(inbox, of: commit) { return false }
    return try line(of: inbox, over: commit, on: branch).map { $0.count > 0 } ?? true
  }

  /// Returns the updates of a push: the branch first, then this machine's inbox. The inbox is filled if the machine
  /// keeps losing the race, and deleted if the branch has its commits, or the tip no longer has them.
  ///
  /// - Parameters:
  ///   - added: the number of files that only the tip has; nil if the remote has no commit.
  ///   - place: the place of the inbox to fill; nil to fill none.
  /// - Throws: `ObjectStoreError` for the first commit that cannot be read.
  func updates(
    for tip: ObjectID, branch: String, over remote: ObjectID?, adding added: Int?, filling place: Inbox.Place?
  ) throws(ObjectStoreError) -> [ReferenceUpdate] {
    var update = ReferenceUpdate("refs/heads/" + branch, to: tip)
    // Only a choice of speed: an object that cannot be read is git's to report.
    update.skipsDeltas = (try? skipsDeltas(of: tip, over: remote, added: added)) ?? false
    var updates = [update]
    if let place {
      updates.append(ReferenceUpdate(Inbox(place, machine: machine, branch: branch).reference, to: tip, mayLose: true))
      return updates
    }
    let (store, graph) = try open()
    for place in Inbox.Place.allCases {
      let inbox = Inbox(place, machine: machine, branch: branch)
      guard let left = try store.reference(inbox.tracking(remote: remoteName)), let remote else { continue }
      if try !graph.isAncestor(left, of: remote), try graph.isAncestor(left, of: tip) { continue }
      updates.append(ReferenceUpdate(inbox.reference, to: nil, mayLose: true))
    }
    return updates
  }

  /// Returns commits that another machine could not publish and that the tip lacks; nil if there are none, or a third
  /// machine is likely to add them to the branch.
  ///
  /// - Parameter isNearest: whether this machine moves the branch next, or moved it last.
  private func waitingInbox(
    besides tip: ObjectID, on branch: String, isNearest: Bool, _ watch: InboxWatch, at now: Duration
  ) throws(ObjectStoreError) -> ObjectID? {
    let graph = try open().graph
    let found = try othersInboxes(for: branch)
    takenInboxes.formIntersection(found.values)
    for (_, id) in found.sorted(by: { $0.key < $1.key }) where !takenInboxes.contains(id) {
      guard isNearest || watch.age(of: id, at: now) >= Self.courtesy else { continue }
      switch try Relation.find(tip: tip, remote: id, in: graph) {
      case .same, .ahead, .unrelated: continue
      case .diverged where try !lacks(tip, id, on: branch): break
      case .behind, .diverged: if try !wasRemoved(id, on: branch) { return id }
      }
      takenInboxes.insert(id)
    }
    return nil
  }

  /// Returns whether an earlier tip had an inbox's commits, as they are or replayed, and the tip lost them: the person
  /// followed a rewritten branch, or the remote refuses a version of them. References keep such earlier tips.
  private func wasRemoved(_ inbox: ObjectID, on branch: String) throws(ObjectStoreError) -> Bool {
    let (store, graph) = try open()
    let earliest = try graph.commit(inbox).committer.seconds - Self.clockSlack
    for kept in try store.references(withPrefix: StetReference.rescue).values {
      // An older tip cannot have them, and the search in it would read the history back to its time.
      guard let commit = try? graph.commit(kept), commit.committer.seconds >= earliest else { continue }
      // Damage in what is kept must not end the exchange.
      if (try? lacks(kept, inbox, on: branch)) == false { return true }
    }
    return false
  }
}
