internal import GitObjects

extension SyncEngine {
  /// Asks the remote to move references, its branch first, and takes note of all that it says; answers what it said to
  /// the branch.
  ///
  /// - Throws: `TransportError` where it did not answer: then the next round asks what arrived; `ObjectStoreError` where
  ///   what it took cannot be noted.
  func push(_ updates: [ReferenceUpdate]) async throws -> PushResult {
    let store = try open().store
    let started = host.uptime()
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
    lastContact = host.now()
    let ended = host.uptime()
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
}
