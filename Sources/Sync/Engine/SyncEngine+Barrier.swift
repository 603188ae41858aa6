internal import GitObjects

extension SyncEngine {
  /// Returns when everything recorded before the call is on the remote, and everything that the remote then had is
  /// here.
  ///
  /// The exchange starts at once, whatever the pace or a retry delay; only a burst of deletions still waits until it
  /// ends.
  ///
  /// - Throws: `SyncBarrierError`; recorded changes are kept, and published later if that is possible.
  package func barrier(timeout: Duration) async throws(SyncBarrierError) {
    waiterCount += 1
    let id = waiterCount
    let timer = Task(executorPreference: preference) {
      guard (try? await self.clock.wait(timeout)) != nil else { return }
      await self.expire(id)
    }
    defer { timer.cancel() }
    let result = await withCheckedContinuation { continuation in
      waiters.append(SyncWaiter(id: id, round: rounds, continuation: continuation))
      tipMoved = true
      awaitsObjects = false
      blockedUntil = nil
      wake()
    }
    try result.get()
  }

  /// Answers every waiter that was added before the round began.
  func release(_ result: Result<Void, SyncBarrierError>, before round: Int) {
    let ready = waiters.filter { $0.round < round }
    waiters.removeAll { $0.round < round }
    for waiter in ready { waiter.continuation.resume(returning: result) }
  }

  private func expire(_ id: Int) {
    guard let position = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: position).continuation.resume(returning: .failure(.timedOut))
  }

  /// Returns the state of the exchange.
  package func state() async -> RemoteState {
    let tip = await host.tip()
    var ahead = 0
    if let tip, tip != remote, let opened = try? open() {
      let known = [remote ?? seen].compactMap(\.self)
      ahead = (try? opened.graph.commits(from: tip, excluding: known, limit: 1_000).count) ?? 0
    }
    let isLocal = ahead > 0 ? await keepsLocal() : false
    let kind = trouble?.kind ?? (isLocal ? .local : isBusy || ahead > 0 || mustFetch ? .syncing : .current)
    return RemoteState(
      kind: kind, message: trouble?.message, ahead: ahead, lastContact: lastContact,
      hearing: isHearing ? hearing?.kind ?? .polling : .polling)
  }
}

/// A caller that waits until both sides are equal.
struct SyncWaiter {
  /// Its number.
  var id: Int
  /// The number of the last round that began before the call; only later ones count for it.
  var round: Int
  /// The continuation that receives the result.
  var continuation: CheckedContinuation<Result<Void, SyncBarrierError>, Never>
}

/// The reason why a barrier ended before both sides were equal.
package enum SyncBarrierError: Error, Hashable, Sendable {
  /// The exchange failed; recorded changes are published when possible.
  case unreachable(TransportError)
  /// The remote refuses the push; its words.
  case refused(String)
  /// Large files cannot be uploaded; the reason.
  case objects(String)
  /// A person must decide first.
  case question(SyncQuestion)
  /// The local repository could not be used; the reason.
  case repository(String)
  /// The caller's timeout passed.
  case timedOut
  /// The exchange is being shut down.
  case stopped
}

extension SyncBarrierError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .unreachable(let error): "\(error)"
    case .refused(let words): "the remote refuses the push: \(words); what is recorded here is kept"
    case .objects(let why): "large files are not on the remote yet: \(why); everything else is"
    case .question(let question): "\(question)"
    case .repository(let why): "the exchange stopped: \(why)"
    case .timedOut: "the exchange with the remote takes longer than the timeout; it continues by itself"
    case .stopped: "the exchange with the remote is shutting down"
    }
  }
}
