internal import GitProcess
internal import GitObjects

/// The remote as the exchange asks it: each answer is recorded before it is returned.
struct RemoteLink {
  /// The connection to the remote.
  let transport: any Transport
  let repository: SyncRepository
  let clock: any SyncClock
  /// The listener for changes of the remote, which announces the pushes of this machine.
  let hearing: Hearing?

  /// Fetches a branch; returns its commit, or nil if the remote does not have it.
  ///
  /// - Throws: `TransportError` if the remote did not answer; `ObjectStoreError` if the repository cannot be opened.
  func fetch(_ branch: String, isolation: isolated any Actor) async throws -> ObjectID? {
    switch try await transport.fetch(branch, into: repository.open().store, isolation: isolation) {
    case .fetched(let id): return id
    }
  }

  /// Asks the remote to move references, its branch first, and records the answers for this machine's inbox.
  ///
  /// - Parameter started: the uptime at which the push began.
  /// - Throws: `TransportError` if the remote did not answer, and then the next round asks for its state;
  ///   `ObjectStoreError` if an accepted update cannot be recorded.
  func push(
    _ updates: [ReferenceUpdate], started: Duration, isolation: isolated any Actor
  ) async throws -> PushAnswer {
    let answers = try await transport.push(updates, from: repository.open().store, isolation: isolation)
    if let branch = updates.first?.reference, answers[branch] == .accepted { hearing?.announce() }
    let inboxes = try repository.record(answers, to: updates.dropFirst())
    guard let commit = updates.first?.commit, let answer = updates.first.flatMap({ answers[$0.reference] }) else {
      throw TransportError.failed("the remote did not answer for its branch")
    }
    return PushAnswer(
      commit: commit, answer: answer, inboxes: inboxes, isOfManyFiles: updates.contains(where: \.skipsDeltas),
      started: started, contact: clock.seconds())
  }
}
