internal import GitObjects
internal import Merge

/// What keeps a slow machine from starving beside fast ones (review B1).
extension SyncEngine {
  /// How long what was left in the inbox is expected to be taken by somebody else.
  private static let trust: Duration = .seconds(10)
  /// How long one who has nothing to push leaves an inbox to whoever moved the branch last.
  private static let courtesy: Duration = .seconds(1)

  /// Whether news go out before the remote is asked: who comes too late anyway leaves them in the inbox at once.
  func goesToInboxFirst(_ hasNews: Bool) -> Bool {
    let now = host.uptime()
    return hasNews && waiters.isEmpty && inboxPlace != nil && remote != nil && race.isLost(at: now)
      && pace.wait(at: now) == nil && !inboxes.isDue(at: now)
  }

  /// Whether what the tip has left in the inbox is not in the branch yet but will be: a merge made here meanwhile would
  /// only be merged again. Where it is, the remote is asked again when that should have happened.
  func isAboutToBeTaken(_ tip: ObjectID, into remote: ObjectID) throws(ObjectStoreError) -> Bool {
    guard let left, waiters.isEmpty, host.uptime() - left.at < Self.trust else { return false }
    guard try open().graph.isAncestor(left.commit, of: tip), try lacks(remote, left.commit) else { return false }
    leftUntil = left.at + Self.trust
    return true
  }

  /// Whether a commit has not all that an inbox has, neither as it is nor made again.
  private func lacks(_ commit: ObjectID, _ inbox: ObjectID) throws(ObjectStoreError) -> Bool {
    if try open().graph.isAncestor(inbox, of: commit) { return false }
    return try line(of: inbox, over: commit).map { $0.count > 0 } ?? true
  }

  /// Whether a reference is where a fetch keeps this machine's own inbox.
  func isOwnInbox(_ name: String) -> Bool {
    Inbox.Place.allCases.contains { Inbox($0, machine: machine).tracking(remote: remoteName) == name }
  }

  /// What a push asks for: the branch first; then this machine's inbox, filled where it keeps losing, and deleted where
  /// the branch has what is in it, or the tip has it no more.
  func updates(for tip: ObjectID, branch: String) throws(ObjectStoreError) -> [ReferenceUpdate] {
    var updates = [ReferenceUpdate("refs/heads/" + branch, to: tip)]
    if race.isLost(at: host.uptime()), let inboxPlace {
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

  /// Takes note of what the remote said to all but the branch.
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
        left = update.commit.map { ($0, host.uptime()) }
      case .refused where update.commit != nil: inboxPlace = place == .hidden ? .branches : nil
      case .refused, .rejectedNonFastForward, nil: break
      }
    }
  }

  /// Commits that another machine could not publish and that the tip does not have; nil for none, or where somebody
  /// else is nearer to bringing them to the branch.
  func waitingInbox(besides tip: ObjectID, _ plan: SyncPlan) throws(ObjectStoreError) -> ObjectID? {
    let (store, graph) = try open()
    let isNearest = plan == .push || remote == published
    let found = try store.references(withPrefix: Inbox.prefix(remote: remoteName))
    takenInboxes.formIntersection(found.values)
    for (name, id) in found.sorted(by: { $0.key < $1.key }) where !isOwnInbox(name) && !takenInboxes.contains(id) {
      guard isNearest || inboxes.age(of: id, at: host.uptime()) >= Self.courtesy else { continue }
      switch try Relation.find(tip: tip, remote: id, in: graph) {
      case .behind: return id
      case .diverged where try lacks(tip, id): return id
      case .diverged: takenInboxes.insert(id)
      case .same, .ahead, .unrelated: continue
      }
    }
    return nil
  }

  /// Brings another machine's commits to the tip, made again on it where they can be; nil to plan again.
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
