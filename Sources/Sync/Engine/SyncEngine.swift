package import GitProcess
package import GitObjects
internal import Threads

/// Keeps the tip and one remote's branch equal: listens for changes, fetches, plans, merges in memory, asks the
/// recorder to adopt the result, and publishes.
///
/// `SyncMachine` decides; the engine carries out its actions and passes their results back. It runs on a thread of its
/// own, with a repository handle of its own; recording never waits for it.
package actor SyncEngine {
  /// The workspace.
  let host: any SyncHost
  let clock: any SyncClock
  /// The connection to the remote.
  let transport: any Transport
  /// The repository handle of this actor.
  let repository: SyncRepository
  /// The remote, with the records of its answers.
  var link: RemoteLink {
    RemoteLink(transport: transport, repository: repository, clock: clock, hearing: hearing)
  }
  /// The remote's other branches.
  var branches: OtherBranches { OtherBranches(transport: transport, repository: repository) }
  /// The listener for changes of the remote; nil polls it.
  let hearing: Hearing?
  private let executor: any SerialExecutor
  /// The executor of tasks that belong to no actor; nil for the common pool.
  private let preference: (any TaskExecutor)?
  private var generator: any RandomNumberGenerator & Sendable
  /// The state of the exchange.
  private(set) var machine: SyncMachine
  private var listening: Task<Void, Never>?
  /// The number of the running listener; a report of an earlier one that was on its way counts for nothing.
  private var listener = 0
  private var sleeper = Sleeper()
  private var callers = Callers()

  /// Makes an engine that does nothing before `run()`.
  ///
  /// - Parameters:
  ///   - remoteName: the remote's name in git's configuration.
  ///   - machine: a name that no other machine has, fit for a reference.
  ///   - isPublicHost: `RemoteAddress.isPublicHost`: at most one push every 10 s.
  ///   - hearing: the listener for changes of the remote; nil polls it.
  ///   - generator: randomness for the jitter of delays.
  ///   - executor: the executor of a simulation that runs step by step; nil for a thread of the engine's own.
  ///   - makeStore: opens the repository; called on the engine's own thread.
  package init(
    host: any SyncHost, clock: any SyncClock, transport: any Transport, hearing: Hearing?,
    remoteName: String = "origin", machine: String = "machine", isPublicHost: Bool = false,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    executor: (any SerialExecutor & TaskExecutor)? = nil,
    makeStore: @escaping @Sendable () throws(ObjectStoreError) -> any ObjectStore
  ) {
    self.host = host
    self.clock = clock
    self.transport = transport
    self.hearing = hearing
    self.generator = generator
    preference = executor
    self.executor = executor ?? SerialQueue(label: "stet.sync", isBackground: true)
    repository = SyncRepository(remoteName: remoteName, machine: machine, makeStore: makeStore)
    self.machine = SyncMachine(isPublicHost: isPublicHost, canListen: hearing != nil)
  }

  /// The engine's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Exchanges until the task is cancelled; then ends children and answers all waiters.
  package func run() async {
    await withTaskCancellationHandler {
      while !Task.isCancelled { await handle(.resumed) }
    } onCancel: {
      Task { await self.wake() }
    }
    await handle(.signal(.stopped))
  }

  /// Notes that the recorder moved the tip.
  package func notify() async { await handle(.signal(.tipMoved)) }

  /// Requests a fetch at once, because the remote may have moved or may answer again.
  package func look() async { await handle(.signal(.look)) }

  /// Returns the remote's commit when the remote last answered; nil if it has none, or never answered.
  package func remoteCommit() -> ObjectID? { machine.remote.latest }

  /// Returns whether nothing is published because a person wants the content to stay here.
  package func keepsLocal() async -> Bool {
    if machine.remote.leavesDeleted { return true }
    return await host.publication() == .closed
  }

  /// Returns the state of the exchange.
  package func state() async -> RemoteState {
    let ahead = repository.ahead(await host.tip(), of: machine.remote)
    let isLocal = ahead > 0 ? await keepsLocal() : false
    return RemoteState(
      kind: machine.kind(ahead: ahead, isLocal: isLocal), message: machine.trouble.cause?.message, ahead: ahead,
      lastContact: machine.remote.lastContact,
      hearing: machine.watch.isHearing ? hearing?.kind ?? .polling : .polling)
  }

  /// Returns when everything recorded before the call is on the remote, and everything that the remote then had is
  /// here.
  ///
  /// The exchange starts at once, whatever the pace or a retry delay; only a burst of deletions still waits until it
  /// ends.
  ///
  /// - Throws: `SyncBarrierError`; recorded changes are kept, and published later if that is possible.
  package func barrier(timeout: Duration) async throws(SyncBarrierError) {
    let id = callers.next()
    let timer = Task(executorPreference: preference) {
      guard (try? await self.clock.wait(timeout)) != nil else { return }
      await self.handle(.signal(.expired(id)))
    }
    defer { timer.cancel() }
    let error = await withCheckedContinuation { (continuation: CheckedContinuation<SyncBarrierError?, Never>) in
      callers.add(continuation, as: id)
      for case .answer(let id, let error) in apply(.signal(.waits(id))) { callers.answer(id, error) }
      wake()
    }
    if let error { throw error }
  }

  /// Applies an event and carries out all actions that follow from it.
  func handle(_ event: ExchangeEvent) async {
    var events = [event]
    while !events.isEmpty {
      for action in apply(events.removeFirst()) {
        if let next = await carryOut(action) { events.append(next) }
      }
    }
  }

  private func apply(_ event: ExchangeEvent) -> [ExchangeAction] {
    machine.apply(event, at: clock.uptime(), using: &generator)
  }

  /// Carries out an action; returns its result if it has one.
  private func carryOut(_ action: ExchangeAction) async -> ExchangeEvent? {
    switch action {
    case .wake: wake()
    case .pause(let limit): await pause(limit)
    case .listen(let delay): listen(after: delay)
    case .stopListening:
      listener += 1
      listening?.cancel()
    case .answer(let id, let error): callers.answer(id, error)
    case .publish(let event): host.publish(event)
    case .raise(let question): await host.raise(question)
    case .withdraw(let id): await host.withdraw(id)
    case .noteAgreement: await host.noteAgreement()
    case .noteFailure: await host.noteFailure()
    case .findBranch(let isFirst): return await tried { try await findBranch(isFirst: isFirst) }
    case .fetch(let branch): return await tried { try await fetch(branch) }
    case .survey(let holdsWrites): return await tried { try await survey(holdsWrites: holdsWrites) }
    case .step(let step): return await tried { .stepped(try await carryOut(step)) }
    }
    return nil
  }

  /// Returns the result of a part of a round, or the end of the round if it failed.
  private func tried(_ part: () async throws -> ExchangeEvent) async -> ExchangeEvent {
    do {
      return try await part()
    } catch let error as TransportError {
      return .ended(.failed(error))
    } catch let error as ObjectStoreError {
      return .ended(await mend(error.description) ? .contended : .broken(error.description))
    } catch {
      return .ended(.broken("\(error)"))
    }
  }

  private func wake() { sleeper.wake() }

  /// Waits until `wake()` is called, at most for the given time.
  private func pause(_ limit: Duration?) async {
    if sleeper.takeSignal() { return }
    let timer = limit.map { limit in
      Task(executorPreference: preference) {
        guard (try? await self.clock.wait(limit)) != nil else { return }
        await self.wake()
      }
    }
    await withCheckedContinuation { sleeper.sleep($0) }
    timer?.cancel()
  }

  private func listen(after delay: Duration?) {
    guard let hearing else { return }
    listener += 1
    listening = Task(executorPreference: preference) { [number = listener] in
      if let delay, (try? await self.clock.wait(delay)) == nil { return }
      for await event in await hearing.listen(self.host.branch()) {
        await self.receive(.heard(event), from: number)
      }
      if !Task.isCancelled { await self.receive(.listenerEnded, from: number) }
    }
  }

  private func receive(_ signal: ExchangeSignal, from number: Int) async {
    if number == listener { await handle(.signal(signal)) }
  }
}
