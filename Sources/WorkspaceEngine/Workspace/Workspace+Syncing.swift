package import WorkspaceAPI
internal import GitObjects
internal import History
internal import Sync
internal import SystemPackage

extension Workspace {
  /// Exchanges with the remote.
  ///
  /// With `wait` it is a barrier: all earlier saves are recorded and published, all commits of the remote are merged,
  /// and branch and index are at the tip.
  package func sync(_ request: SyncRequest) async throws(VerbError) -> SyncReport {
    let timeout = Duration.seconds(max(0, min(request.timeout ?? 60, 86_400)))
    let deadline = ContinuousClock.now + timeout
    // git, and programs that have a file open, may take days.
    let recordTimeout = request.wait ? min(timeout, .seconds(10)) : .seconds(3)
    if request.again == true { try await queue.tryRefusedAgain() }
    let (recorded, open) = try await recordAll(timeout: recordTimeout.nanoseconds)
    await renewExchange()
    let engine = exchange.engine
    guard let engine else {
      if request.wait {
        if let failure = renewal.withLock({ $0.failure }) {
          throw VerbError(
            .failed, "git could not tell the remote's address: \(failure)", kept: "Everything is recorded here.",
            next: "Run 'stet sync' again.")
        }
        try await queue.followNow()
        let report = try await barrierReport(published: nil, recorded: recorded, writing: open)
        if let message = unusableRemote.withLock({ $0?.message }) {
          throw VerbError(
            .usage, "the remote's address cannot be used: \(message)", kept: "Everything is recorded here.",
            next: "Give it an address that can, and run 'stet sync' again.")
        }
        return report
      }
      return SyncReport(tip: await queue.tip, published: nil, recorded: recorded)
    }
    guard request.wait else {
      await engine.look()
      return SyncReport(tip: await queue.tip, published: false, recorded: recorded)
    }
    await exchange.objects?.uploader.tryAgain()
    await exchange.objects?.downloader.hurry()
    if await queue.hasEditedPointers {
      largeFiles.pointers.ask()
      // The remote may have to read a large file for it; half of the timeout remains for the exchange.
      await largeFiles.pointers.wait(until: ContinuousClock.now + timeout / 2)
    }
    await engine.look()
    do throws(SyncBarrierError) {
      try await engine.barrier(timeout: max(.milliseconds(1), deadline - ContinuousClock.now))
    } catch { throw VerbError(error) }
    await queue.lookForLocalOnly()
    try await queue.followNow()
    return try await barrierReport(published: !engine.keepsLocal(), recorded: recorded, writing: open)
  }

  /// Restarts the exchange if the configuration changed since its start: a remote was added, or has another address.
  ///
  /// - Parameter waits: whether to wait for the start.
  func renewExchange(waits: Bool = true) async {
    guard settings.exchanges else { return }
    let changes = await queue.configurationWatch.changes
    let (task, isOwn) = renewal.withLock { renewal in
      guard renewal.isDue(at: changes) else { return (renewal.task, false) }
      renewal.begin(at: changes)
      let before = renewal.task
      renewal.task = Task { [weak self] in
        await before?.value
        await self?.startExchange()
      }
      return (renewal.task, true)
    }
    guard waits else { return }
    await task?.value
    // A lookup that another caller began earlier may have read the configuration before its repair.
    if !isOwn, renewal.withLock({ $0.failure }) != nil { await renewExchange() }
  }

  /// Starts the exchange with the remote in git's configuration; does nothing if there is none, or if it runs already.
  private func startExchange() async {
    let base = GitSetting(
      gitDirectory: FilePath(settings.root + "/.git"), environment: settings.environment,
      runtimeDirectory: settings.runtimeDirectory)
    var found: (address: String, setting: GitSetting)?
    // A damaged configuration names no remote until its repair.
    await queue.awaitConfiguration()
    do throws(TransportError) { found = try await base.readRemote() } catch {
      // Only a missing remote ends an exchange; a failed git command says nothing about the remote.
      if case .missing = error {
      } else {
        let isFirst = renewal.withLock { renewal in
          renewal.fail("\(error)") { [weak self] in await self?.renewExchange(waits: false) }
        }
        if isFirst { events.publish(.problem, "the remote could not be looked up: \(error); it is tried again") }
        return
      }
    }
    renewal.withLock { $0.succeed() }
    let objectServer = await found?.setting.configuredServer()
    if let found, let running = exchange.running, running.address == found.address,
      running.setting == found.setting, running.objectServer == objectServer
    {
      return
    }
    let old = exchange.replace(by: nil)
    old?.task.cancel()
    await old?.objects.close()
    await old?.task.value
    unusableRemote.withLock { $0 = nil }
    guard let found else {
      if old != nil { events.publish(.remote, "there is no remote any more; recording goes on") }
      return
    }
    let address: RemoteAddress
    do throws(RemoteAddressError) {
      address = try RemoteAddress(found.address, home: settings.environment["HOME"])
    } catch {
      let unusable = RemoteStatus(
        name: "origin", url: found.address, state: "unusable", message: error.description, ahead: 0, lastContact: nil,
        hearing: "none")
      unusableRemote.withLock { $0 = unusable }
      events.publish(.problem, "the remote's address cannot be used: \(error)")
      return
    }
    let root = settings.root
    let objects = largeFiles.transfers.objects(of: address, found.setting, called: objectServer ?? found.address)
    askAboutPublishing(to: found.address, display: address.display)
    let engine = SyncEngine(
      host: host(objects.uploader, address: found.address, display: address.display),
      clock: ExchangeClock(time: time), transport: GitTransport(found.setting),
      hearing: hearing(of: address, found.setting),
      machine: queue.inboxName, isPublicHost: address.isPublicHost,
      makeStore: { () throws(ObjectStoreError) in try RepositoryStore.open(root: root) })
    let task = Task { await engine.run() }
    exchange.replace(
      by: Exchange(
        engine: engine, task: task, objects: objects, display: address.display, address: found.address,
        setting: found.setting, objectServer: objectServer))
    // In parallel with the start, which need not wait for these transfers.
    Task { [largeFiles] in
      await objects.uploader.resume()
      await largeFiles.contents.downloadWanted()
      largeFiles.pointers.ask()
    }
    events.publish(.remote, "changes are exchanged with \(address.display)")
  }

  private func hearing(of address: RemoteAddress, _ setting: GitSetting) -> Hearing? {
    switch address {
    case .path(let directory), .file(let directory): Hearing.refs(directory: directory)
    case .ssh(let server): Hearing.ssh(server, setting: setting)
    case .web: nil
    }
  }

  /// Returns the workspace as the exchange with one remote sees it.
  func host(_ uploader: Uploader, address: String, display: String) -> WorkspaceHost {
    WorkspaceHost(
      queue: queue, branchName: branchName, settings: settings, questions: questionList, events: events,
      claims: claims, committedSecrets: committedSecrets, arrivedSecrets: arrivedSecrets, rescue: rescue, git: git,
      time: time, largeFiles: largeFiles, uploader: uploader,
      remote: (address, display), workspace: { [weak self] in self })
  }
}

extension EventHub {
  /// Publishes an event of the exchange.
  func publish(_ event: SyncEvent) {
    switch event {
    case .syncing: publish(.syncing, "changes are exchanged with the remote")
    case .fetched(let commit): publish(.fetched, "the remote's branch has moved", commit: commit)
    case .current: publish(.current, "here and on the remote is the same")
    case .published(let commit): publish(.published, "the remote has all changes", commit: commit)
    case .adopted(_, let commit, _): publish(.adopted, "changes from other machines were taken", commit: commit)
    case .leftOut(let commit, let sentences):
      for sentence in sentences {
        publish(.problem, "left out of what came from the remote: \(sentence)", commit: commit)
      }
    case .offline(let why): publish(.offline, why)
    case .online: publish(.online, "the remote answers again")
    case .refused(let words): publish(.refused, "the remote does not take what is sent: \(words)")
    case .problem(let why): publish(.problem, "the exchange met a problem: \(why); it is tried again")
    }
  }
}

extension VerbError {
  /// Makes the error for a barrier that was not reached.
  init(_ error: SyncBarrierError) {
    let code: Code
    var next: String?
    switch error {
    case .unreachable, .timedOut:
      code = .offline
      next = "It goes out by itself when the remote answers; 'stet status' shows its state."
    case .question:
      code = .question
      next = "See 'stet questions'."
    case .objects:
      code = .failed
      next = "They are sent again by themselves; 'stet status' shows their state."
    case .refused, .repository, .stopped: code = .failed
    }
    self.init(code, "Not everything is exchanged: \(error)", kept: "Everything is recorded here.", next: next)
  }
}
