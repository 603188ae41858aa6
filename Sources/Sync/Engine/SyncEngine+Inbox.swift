internal import GitObjects
internal import Merge

/// What keeps a slow machine from starving beside fast ones (review B1).
extension SyncEngine {
  /// From so many rejected pushes in a row on, a push also carries the commits to this machine's inbox.
  static let patience = 3
  /// Who pushes without being rejected asks the remote at least this often what waits in inboxes.
  static let inboxLook: Duration = .seconds(5)

  /// What a push asks for: the branch first; then this machine's inbox, filled where it keeps losing, and deleted where
  /// the branch has what is in it, or the tip has it no more.
  func updates(for tip: ObjectID, branch: String) throws(ObjectStoreError) -> [ReferenceUpdate] {
    var updates = [ReferenceUpdate("refs/heads/" + branch, to: tip)]
    if rejections >= Self.patience, let inboxPlace {
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
      case .refused where update.commit != nil: inboxPlace = place == .hidden ? .branches : nil
      case .refused, .rejectedNonFastForward, nil: break
      }
    }
  }

  /// Commits that another machine could not publish and that the tip does not have; nil for none.
  func waitingInbox(besides tip: ObjectID) throws(ObjectStoreError) -> ObjectID? {
    let (store, graph) = try open()
    let own = Inbox.Place.allCases.map { Inbox($0, machine: machine).tracking(remote: remoteName) }
    let found = try store.references(withPrefix: Inbox.prefix(remote: remoteName))
    for (name, id) in found.sorted(by: { $0.key < $1.key }) where !own.contains(name) {
      switch try Relation.find(tip: tip, remote: id, in: graph) {
      case .behind, .diverged: return id
      case .same, .ahead, .unrelated: continue
      }
    }
    return nil
  }

  /// Brings another machine's commits to the tip; nil to plan again.
  func take(inbox: ObjectID, over tip: ObjectID) async throws -> RoundEnd? {
    let (store, graph) = try open()
    if try graph.isAncestor(tip, of: inbox) { return try await adopt(inbox, over: tip, conflicts: 0, taking: inbox) }
    let merge = try PeerMerge.make(tip, inbox, order: .byID, graph: graph, in: store)
    return try await adopt(merge.commit, over: tip, conflicts: merge.conflicts, taking: inbox)
  }
}
