internal import GitObjects
internal import History
internal import LargeFiles
internal import Sync

extension Workspace {
  /// Asks the remote about edited pointers, beside all other work: after an edit, and at each contact.
  ///
  /// Pointers whose content the remote has become versions of their paths; the others are reported.
  func askAboutPointers() {
    pointerQuestions.ask { [weak self] in await self?.askAboutPointersNow() }
  }

  private func askAboutPointersNow() async {
    let edited = await queue.pointersToAskAbout()
    guard !edited.isEmpty else { return }
    guard let objects = exchange.withLock({ $0?.objects }) else { return await queue.tellUnasked(edited) }
    let pointers = edited.map(\.pointer)
    guard case .success(let said) = await objects.link.holds(pointers) else { return await queue.tellUnasked(edited) }
    let damaged = await objects.link.damaged(pointers.filter { said.contains($0.id) })
    let held = said.subtracting(damaged)
    objects.known.add(held)
    // Contents that the policy wants here are downloaded at once.
    if await queue.take(edited, held: held) { await downloadWanted() }
  }
}

extension SyncEvent {
  /// Whether the event shows that the remote was reached just now.
  var isContact: Bool {
    switch self {
    case .fetched, .current, .published, .adopted, .online: true
    case .syncing, .leftOut, .offline, .refused, .problem: false
    }
  }
}
