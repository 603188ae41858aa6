internal import GitProcess
internal import GitObjects

/// The references in which the exchange keeps what it must know after a restart.
extension SyncRepository {
  /// Returns the recorded state of the remote's branch.
  ///
  /// - Throws: `ObjectStoreError` if a reference cannot be read.
  func notes(of branch: String) throws(ObjectStoreError) -> KnownRemote.Notes {
    let store = try open().store
    return KnownRemote.Notes(
      branch: branch, seen: try store.reference(seenReference(branch)),
      leavesDeleted: try store.reference(leftReference(branch)) != nil)
  }

  /// Records the last seen commit of the remote's branch.
  ///
  /// - Throws: `ObjectStoreError` if the reference cannot be written.
  func record(seen commit: ObjectID?, on branch: String) throws(ObjectStoreError) {
    try set(seenReference(branch), to: commit)
  }

  /// Records a person's decision to leave the branch deleted on the remote, with its last seen commit; nil withdraws it.
  ///
  /// - Throws: `ObjectStoreError` if the reference cannot be written.
  func record(leftDeleted commit: ObjectID?, on branch: String) throws(ObjectStoreError) {
    try set(leftReference(branch), to: commit)
  }

  /// Records the remote's answers for this machine's inboxes.
  ///
  /// - Throws: `ObjectStoreError` if a reference cannot be written.
  func record(
    _ answers: [String: PushResult], to updates: some Collection<ReferenceUpdate>
  ) throws(ObjectStoreError) -> [InboxAnswer] {
    var found: [InboxAnswer] = []
    for update in updates {
      guard let place = Inbox.Place.allCases.first(where: { update.reference.hasPrefix($0.rawValue) }) else { continue }
      let answer = answers[update.reference]
      if answer == .accepted {
        let name = update.reference.dropFirst(place.rawValue.count)
        try set(Inbox.prefix(remote: remoteName, place) + name, to: update.commit)
      }
      found.append(InboxAnswer(place: place, commit: update.commit, answer: answer))
    }
    return found
  }

  /// Keeps a tip that is about to be replaced by replayed commits.
  ///
  /// - Parameter time: seconds since 1970.
  /// - Throws: `ObjectStoreError`; the caller must not replace the tip then.
  func keepReplaced(_ tip: ObjectID, at time: Int64) throws(ObjectStoreError) {
    try ReplayedCommits(store: open().store).keep(tip, at: time)
  }

  /// Keeps a tip under a reference of its own, once; returns the reference's name.
  ///
  /// - Parameter time: seconds since 1970.
  /// - Throws: `ObjectStoreError` if the reference cannot be written.
  @discardableResult
  func rescue(_ tip: ObjectID, at time: Int64) throws(ObjectStoreError) -> String {
    let store = try open().store
    let kept = try store.references(withPrefix: StetReference.rescue)
    if let name = kept.filter({ $0.value == tip }).keys.min() { return name }
    var name = "\(StetReference.rescue)\(time)"
    var count = 1
    while kept[name] != nil {
      count += 1
      name = "\(StetReference.rescue)\(time)-\(count)"
    }
    try store.setReference(name, to: tip, expecting: nil)
    return name
  }

  /// Makes a question, and keeps the tip if an answer to it can replace the tip.
  ///
  /// - Parameters:
  ///   - loss: the files that would be deleted, if the question is about that.
  ///   - time: seconds since 1970.
  /// - Throws: `ObjectStoreError` if the tip cannot be kept.
  func question(
    _ kind: SyncQuestion.Kind, _ tip: ObjectID?, _ known: KnownRemote, _ loss: TreeLoss?, at time: Int64
  ) throws(ObjectStoreError) -> SyncQuestion {
    var question = SyncQuestion(
      kind: kind, tip: tip, remote: known.commit, gone: loss?.gone.count ?? 0, of: loss?.before ?? 0)
    if kind == .remoteRewritten { question.lost = known.seen }
    if let tip, kind == .remoteRewritten || kind == .unrelatedHistory { question.rescue = try rescue(tip, at: time) }
    return question
  }

  private func set(_ name: String, to commit: ObjectID?) throws(ObjectStoreError) {
    let store = try open().store
    try store.setReference(name, to: commit, expecting: store.reference(name))
  }

  private func seenReference(_ branch: String) -> String { StetReference.seen(branch, of: remoteName) }

  private func leftReference(_ branch: String) -> String { "\(StetReference.prefix)left/\(remoteName)/\(branch)" }
}
