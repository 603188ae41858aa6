internal import GitObjects
internal import Merge

/// The inbox rules, by which a slow machine does not starve beside fast ones (review B1).
extension SyncEngine {
  /// The time in which another machine is expected to take the commits in the inbox.
  private static let trust: Duration = .seconds(10)
  /// The time for which a machine with nothing to push leaves an inbox to the machine that moved the branch last.
  private static let courtesy: Duration = .seconds(1)

  /// Returns whether changes are pushed before the remote is asked: a machine that would lose the race anyway leaves
  /// them in the inbox at once.
  func goesToInboxFirst(_ hasNews: Bool) -> Bool {
    let now = clock.uptime()
    return hasNews && waiters.isEmpty && inboxPlace != nil && remote != nil && race.isLost(at: now)
      && pace.wait(at: now) == nil && !inboxes.isDue(at: now)
  }

  /// Returns whether the tip's commits in the inbox are not in the branch yet but are expected there: a merge made here
  /// meanwhile would only be merged again. If so, the remote is asked again when the expected time is over.
  func isAboutToBeTaken(_ tip: ObjectID, into remote: ObjectID) throws(ObjectStoreError) -> Bool {
    guard let left, waiters.isEmpty, clock.uptime() - left.at < Self.trust else { return false }
    guard try open().graph.isAncestor(left.commit, of: tip), try lacks(remote, left.commit) else { return false }
    leftUntil = left.at + Self.trust
    return true
  }

  /// Returns whether a commit lacks commits of an inbox, both as they are and replayed.
  private func lacks(_ commit: ObjectID, _ inbox: ObjectID) throws(ObjectStoreError) -> Bool {
    if try open().graph.isAncestor(inbox, of: commit) { return false }
    return try line(of: inbox, over: commit).map { $0.count > 0 } ?? true
  }

  /// Returns whether a reference tracks this machine's own inbox.
  func isOwnInbox(_ name: String) -> Bool {
    Inbox.Place.allCases.contains { Inbox($0, machine: machine).tracking(remote: remoteName) == name }
  }

  /// Returns the updates of a push: the branch first, then this machine's inbox. The inbox is filled if the machine
  /// keeps losing the race, and deleted if the branch has its commits, or the tip no longer has them.
  func updates(for tip: ObjectID, branch: String) throws(ObjectStoreError) -> [ReferenceUpdate] {
    var updates = [ReferenceUpdate("refs/heads/" + branch, to: tip)]
    if race.isLost(at: clock.uptime()), let inboxPlace {
      updates.append(ReferenceUpdate(Inbox(inboxPlace, machine: machine).reference, to: tip, mayLose: true))
      return updates
    }
    let (store, graph) = try open()
    for place in Inbox.Place.allCases {
      let inbox = Inbox(place, machine: machine)
      guard let left = try store.reference(inbox.tracking(remote: remoteName)), let remote else { continue }
      if try !graph.isAncestor(left, of: remote), try graph.isAncestor(left, of: tip) { continue }
      updates.append(ReferenceUpdate(inbox.reference, to: nil, mayLose: true))
    }
    return updates
  }

  /// Records the remote's answers for all references but the branch.
  func noteInboxes(
    _ updates: some Collection<ReferenceUpdate>, _ answers: [String: PushResult]
  ) throws(ObjectStoreError) {
    for update in updates {
      guard let place = Inbox.Place.allCases.first(where: { update.reference.hasPrefix($0.rawValue) }) else { continue }
      switch answers[update.reference] {
      case .accepted:
        let name = Inbox(place, machine: machine).tracking(remote: remoteName)
        let store = try open().store
        try store.setReference(name, to: update.commit, expecting: store.reference(name))
        left = update.commit.map { ($0, clock.uptime()) }
      case .refused where update.commit != nil: inboxPlace = place == .hidden ? .branches : nil
      case .refused, .rejectedNonFastForward, nil: break
      }
    }
  }

  /// Returns commits that another machine could not publish and that the tip lacks; nil if there are none, or a third
  /// machine is likely to add them to the branch.
  func waitingInbox(besides tip: ObjectID, _ plan: SyncPlan) throws(ObjectStoreError) -> ObjectID? {
    let (store, graph) = try open()
    let isNearest = plan == .push || remote == published
    let found = try store.references(withPrefix: Inbox.prefix(remote: remoteName))
    takenInboxes.formIntersection(found.values)
    for (name, id) in found.sorted(by: { $0.key < $1.key }) where !isOwnInbox(name) && !takenInboxes.contains(id) {
      guard isNearest || inboxes.age(of: id, at: clock.uptime()) >= Self.courtesy else { continue }
      switch try Relation.find(tip: tip, remote: id, in: graph) {
      case .behind: return id
      case .diverged where try lacks(tip, id): return id
      case .diverged: takenInboxes.insert(id)
      case .same, .ahead, .unrelated: continue
      }
    }
    return nil
  }

  /// Adds another machine's commits to the tip, replayed on it if possible; nil to plan again.
  func take(inbox found: ObjectID, over tip: ObjectID) async throws -> RoundEnd? {
    let (store, graph) = try open()
    let inbox = try cleaned(found)
    if try graph.isAncestor(tip, of: inbox) { return try await adopt(inbox, over: tip, conflicts: 0, taking: inbox) }
    let line = try line(of: inbox, over: tip)
    let merge = try PeerMerge.merge(tip, inbox, order: .byID, shared: line?.shared ?? [], graph: graph, in: store)
    if merge.conflicts == 0, let made = try line?.made(on: tip, graph: graph, in: store), made.tree == merge.tree {
      return try await adopt(made.commit, over: tip, conflicts: 0, taking: inbox)
    }
    return try await adopt(merge.keep(in: store), over: tip, conflicts: merge.conflicts, taking: inbox)
  }
}
