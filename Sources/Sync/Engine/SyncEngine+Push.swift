internal import GitObjects

extension SyncEngine {
  /// Asks the remote to move references, its branch first, and records all answers; returns the answer for the branch.
  ///
  /// - Throws: `TransportError` if the remote did not answer, and then the next round asks for its state;
  ///   `ObjectStoreError` if an accepted update cannot be recorded.
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
