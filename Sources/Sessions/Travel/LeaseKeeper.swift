/// Acquires the lease of a session that travels, renews it while this process runs the session, and releases it.
package actor LeaseKeeper {
  /// The reason for which a session is not resumed here.
  package enum Refusal: Error, Hashable, Sendable {
    /// The session was last on another machine, which may have gone on with it; it can be taken over.
    case elsewhere(machine: String)
    /// Another machine runs it until a time, in milliseconds since 1970.
    case held(machine: String, until: Int64)
    /// The lease ends later than one that begins now.
    case clocksDiffer(machine: String, until: Int64)
    /// The remote does not have the session.
    case unpublished
    /// Another machine was faster.
    case lostRace
    /// The lease can be neither read nor renewed, for this reason.
    case unreachable(String)
  }

  /// The time in milliseconds between two renewals without news.
  package static let renewal = SessionLease.length / 3

  /// The time in milliseconds without a further attempt after the remote did not answer.
  private static let patience: Int64 = 20_000

  private let port: TravelPort
  private let holder: String
  private let machine: String
  /// The version of the remote that this machine published or found; nil for none.
  private var version: String?
  /// The lease that this machine holds, or may hold; nil before the first publication of a new session.
  private var lease: SessionLease?
  /// The number of messages at the remote.
  private var published = -1
  private var state = SessionState.idle
  /// The time from which the remote is asked again.
  private var retry: Int64 = .min
  /// The last publication, which the next one waits for.
  private var last: Task<SessionHold, Never>?

  /// Creates a keeper.
  ///
  /// - Parameters:
  ///   - holder: this clone's name in leases.
  ///   - machine: its name for people.
  package init(_ port: TravelPort, holder: String, machine: String) {
    self.port = port
    self.holder = holder
    self.machine = machine
  }

  /// Acquires the lease.
  ///
  /// Without a connection a session goes on that no other machine can have: one that was never published, or whose lease
  /// is still this machine's.
  ///
  /// - Parameters:
  ///   - takesOver: whether the session may have been another machine's.
  ///   - seen: a look of just now, which saves another one if the remote answered it.
  /// - Throws: `Refusal`.
  package func acquire(takesOver: Bool, seen: TravelPort.Look? = nil) async throws(Refusal) {
    let now = port.now()
    // Without an answer a look grows old: meanwhile this machine may have released the lease.
    let look = if case .found? = seen, let seen { seen } else { await port.look() }
    switch look {
    case .unknown(let reason): throw .unreachable(reason)
    case .unreachable(let reason, let known):
      (version, lease) = (known?.version, known?.lease)
      switch known.map({ SessionLease.standing($0.lease, of: holder, now: now) }) {
      case nil where !takesOver: return
      case .own where known?.lease.permits(now: now) == true: return
      default: throw .unreachable(reason)
      }
    case .found(let found):
      switch SessionLease.standing(found?.lease, of: holder, now: now) {
      case .unpublished where takesOver: throw .unpublished
      case .unpublished, .own: break
      case .free(let machine): guard takesOver else { throw .elsewhere(machine: machine) }
      case .held(let machine, let until): throw .held(machine: machine, until: until)
      case .clocksDiffer(let machine, let until): throw .clocksDiffer(machine: machine, until: until)
      }
      version = found?.version
      let next = SessionLease(holder: holder, machine: machine, until: now + SessionLease.length)
      switch await port.publish(next, version, true) {
      case .accepted(let version): (self.version, lease) = (version, next)
      case .moved:
        guard seen != nil else { throw .lostRace }
        try await acquire(takesOver: takesOver)
      case .unreachable(let reason): throw .unreachable(reason)
      }
    }
  }

  /// Returns whether this process may go on. Publishes the log if it has news, and renews the lease in time.
  package func hold(_ record: SessionRecord) async -> SessionHold {
    state = record.state
    let count = record.messages.count
    return await inOrder { keeper in
      let isDue = await keeper.isDue(count)
      return await isDue ? keeper.publish(count, isEnd: false) : keeper.standing("")
    }
  }

  /// Renews the lease if it is time.
  package func renew() async -> SessionHold {
    await inOrder { keeper in
      let count = await keeper.published
      return await keeper.isDue(count) ? keeper.publish(count, isEnd: false) : .held
    }
  }

  /// The time that is left of the lease, zero for one that ended; nil without one.
  package var left: Duration? {
    let now = port.now()
    return lease.map { $0.permits(now: now) ? .milliseconds($0.until - now) : .zero }
  }

  /// Renews the lease until the task is cancelled, or the lease is lost.
  ///
  /// - Parameter onEnd: receives the loss, and the end of a lease at once: also between two renewals, while the remote
  ///   does not answer, and after the machine slept.
  package nonisolated func attend(onEnd: @escaping @Sendable () async -> Void) async {
    let pause = Duration.milliseconds(Self.renewal / 3)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        while (try? await Task.sleep(for: min(await self.left ?? pause, pause))) != nil {
          if await self.left == .zero { return }
        }
      }
      group.addTask {
        while (try? await Task.sleep(for: pause)) != nil {
          if case .lost = await self.renew() { return }
        }
      }
      await group.next()
      // A released lease has ended too; the task is cancelled before that.
      if !Task.isCancelled { await onEnd() }
      group.cancelAll()
    }
  }

  /// Publishes the end of the log and releases the lease, if this machine has it.
  ///
  /// - Parameter record: the state of the session; nil if this machine did not go on with it.
  package func release(_ record: SessionRecord?) async {
    state = record?.state ?? .waitingForUser
    let count = record?.messages.count ?? published
    _ = await inOrder { await $0.publish(count, isEnd: true) }
  }

  /// Runs a publication after all earlier ones.
  private func inOrder(_ body: @escaping @Sendable (LeaseKeeper) async -> SessionHold) async -> SessionHold {
    let before = last
    let task = Task {
      _ = await before?.value
      return await body(self)
    }
    last = task
    return await task.value
  }

  private func isDue(_ count: Int) -> Bool {
    guard port.now() >= retry else { return false }
    guard let lease else { return true }
    return count != published || port.now() + SessionLease.length - Self.renewal >= lease.until
  }

  /// Returns whether the lease permits to go on without an answer of the remote. A session that was never published
  /// needs none.
  private func standing(_ reason: String) -> SessionHold {
    guard let lease else { return .held }
    return lease.permits(now: port.now())
      ? .held : .lost("the lease of the session ended, and the remote does not renew it\(reason)")
  }

  private func publish(_ count: Int, isEnd: Bool) async -> SessionHold {
    // The first publication follows an answer: a session that cannot have reached the remote needs no lease.
    if lease == nil, let hold = await lookAgain() { return hold }
    // Another version may be this machine's own, whose answer was lost, or an answer of the person.
    for _ in 0..<3 {
      let now = port.now()
      let next = SessionLease(holder: holder, machine: machine, until: isEnd ? 0 : now + SessionLease.length)
      switch await port.publish(next, version, state == .waitingForUser) {
      case .accepted(let version):
        (self.version, lease, published) = (version, next, count)
        // A remote that answers late, or a machine that slept meanwhile, needs the next lease.
        guard isEnd || next.permits(now: port.now()) else { continue }
        return .held
      case .unreachable(let reason):
        // The remote may have the session now, so that others can wait for the end of this lease.
        if lease == nil, !isEnd { lease = next }
        return missed(reason)
      case .moved: if let hold = await lookAgain() { return hold }
      }
    }
    return standing("")
  }

  /// Looks for the present version of the session; returns nil if this machine may publish on it.
  private func lookAgain() async -> SessionHold? {
    switch await port.look() {
    case .found(nil) where lease == nil: version = nil
    case .found(let found?) where found.lease.holder == holder: version = found.version
    case .found: return .lost("another machine took the session over")
    case .unreachable(let reason, _), .unknown(let reason): return missed(reason)
    }
    return nil
  }

  /// Notes that the remote did not answer; returns whether this process may go on without it.
  private func missed(_ reason: String) -> SessionHold {
    retry = port.now() + Self.patience
    return standing(": \(reason)")
  }
}
