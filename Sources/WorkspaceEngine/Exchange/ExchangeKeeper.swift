internal import FileSystem
internal import FolderKeeping
internal import GitObjects
internal import Recording
internal import GitProcess
internal import Sync
internal import Synchronization
internal import SystemPackage
internal import Threads
internal import Transfers
internal import Values
internal import WorkspaceAPI

/// Starts, renews and stops the exchange with the remote in git's configuration, and answers its state.
final class ExchangeKeeper: Sendable {
  /// The running exchange.
  let current: CurrentExchange
  private let parts: WorkspaceParts
  /// The remote in the configuration if its address is invalid, with the reason.
  private let unusable = Mutex<RemoteStatus?>(nil)
  /// The configuration for which the exchange was started.
  private let renewal = Mutex(ExchangeRenewal())

  /// Makes the keeper; `renew` starts the exchange.
  init(_ parts: WorkspaceParts, current: CurrentExchange) {
    self.parts = parts
    self.current = current
  }

  /// Restarts the exchange if the configuration changed since its start: a remote was added, or has another address or
  /// another object server.
  ///
  /// - Parameter waits: whether to wait for the start.
  func renew(waits: Bool = true) async {
    guard parts.settings.exchanges else { return }
    let changes = await parts.keeper.run { $0.rules.configuration.configurationWatch.changes }
    let shared = await sharedSettings()
    let (task, isOwn) = renewal.withLock { renewal in
      guard renewal.isDue(at: changes, shared: shared) else { return (renewal.task, false) }
      renewal.begin(at: changes, shared: shared)
      let before = renewal.task
      renewal.task = Task { [weak self] in
        await before?.value
        await self?.start()
      }
      return (renewal.task, true)
    }
    guard waits else { return }
    await task?.value
    // A lookup that another caller began earlier may have read the configuration before its repair.
    if !isOwn, renewal.withLock({ $0.failure }) != nil { await renew() }
  }

  /// Returns the stamp of the folder's `.lfsconfig`, which may name the object server; nil if there is none.
  private func sharedSettings() async -> FileStamp? {
    await onThread("stet.remote") { [root = parts.settings.root] () -> FileStamp? in
      guard let tree = try? DiskTree(root: root), let path = try? WorkspacePath(".lfsconfig") else { return nil }
      return try? tree.stamp(of: FileLocation(path))
    }
  }

  /// Starts the exchange with the remote in git's configuration; does nothing if there is none, or if it runs already.
  private func start() async {
    let base = GitSetting(
      gitDirectory: FilePath(parts.settings.root + "/.git"), environment: parts.settings.environment,
      runtimeDirectory: parts.settings.runtimeDirectory)
    var found: (address: String, setting: GitSetting)?
    var objectServer = ConfiguredServer.none
    // A damaged configuration names no remote until its repair.
    await parts.keeper.awaitConfiguration()
    do throws(TransportError) {
      found = try await base.readRemote()
      if let setting = found?.setting { objectServer = try await setting.configuredServer() }
    } catch {
      // Only a missing remote ends an exchange; a failed git command says nothing about the remote.
      if case .missing = error, found == nil {
      } else {
        let isFirst = renewal.withLock { renewal in
          renewal.fail("\(error)") { [weak self] in await self?.renew(waits: false) }
        }
        if isFirst { parts.events.publish(.problem, "the remote could not be looked up: \(error); it is tried again") }
        return
      }
    }
    renewal.withLock { $0.succeed() }
    if let found, let running = current.running, running.address == found.address,
      running.setting == found.setting, running.objectServer == objectServer
    {
      return
    }
    let old = current.replace(by: nil)
    old?.task.cancel()
    await old?.objects.close()
    await old?.task.value
    unusable.withLock { $0 = nil }
    guard let found else {
      if old != nil { parts.events.publish(.remote, "there is no remote any more; recording continues") }
      return
    }
    let address: RemoteAddress
    do throws(RemoteAddressError) {
      address = try RemoteAddress(found.address, home: parts.settings.environment["HOME"])
    } catch {
      let status = RemoteStatus(
        name: "origin", url: found.address, state: "unusable", message: error.description, ahead: 0, lastContact: nil,
        hearing: "none")
      unusable.withLock { $0 = status }
      parts.events.publish(.problem, "the remote's address cannot be used: \(error)")
      return
    }
    let root = parts.settings.root
    let objects = parts.largeFiles.transfers.objects(
      of: address, found.setting, called: objectServer.name ?? found.address)
    await askAboutPublishing(to: found.address, display: address.display)
    let engine = SyncEngine(
      host: host(objects.uploader, address: found.address, display: address.display),
      clock: ExchangeClock(time: parts.time), transport: GitTransport(found.setting),
      hearing: hearing(of: address, found.setting),
      machine: parts.keeper.inboxName, isPublicHost: address.isPublicHost,
      makeStore: { () throws(ObjectStoreError) in try RepositoryStore.open(root: root) })
    let task = Task { await engine.run() }
    current.replace(
      by: Exchange(
        engine: engine, task: task, objects: objects, display: address.display, address: found.address,
        setting: found.setting, objectServer: objectServer))
    // In parallel with the start, which need not wait for these transfers.
    Task { [largeFiles = parts.largeFiles] in
      await objects.uploader.resume()
      await largeFiles.contents.downloadWanted()
      largeFiles.pointers.ask()
    }
    parts.events.publish(.remote, "changes are exchanged with \(address.display)")
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
      parts: parts, uploader: uploader, remote: (address, display),
      renew: { [weak self] in await self?.renew(waits: false) })
  }

  /// Ends the exchange; none starts after this.
  ///
  /// - Returns: the exchange that ran; its task ends once it has no more work.
  func stop() async -> Exchange? {
    let starting = renewal.withLock { renewal in
      renewal.end()
      return renewal.task
    }
    starting?.cancel()
    await starting?.value
    let exchange = current.replace(by: nil)
    exchange?.task.cancel()
    await exchange?.objects.close()
    return exchange
  }

  /// Begins an exchange now.
  ///
  /// - Returns: false if no exchange runs.
  @discardableResult
  func look() async -> Bool {
    guard let engine = current.engine else { return false }
    await engine.look()
    return true
  }

  /// Exchanges until the remote has all recorded commits and all of its commits are merged, and the branch is at the
  /// tip; without a remote only the branch follows.
  ///
  /// - Parameters:
  ///   - deadline: the end of the wait for the exchange.
  ///   - lookups: the time for the lookups of edited pointers, for which the remote may have to read a large file.
  /// - Returns: whether the remote has all commits; nil if there is no usable remote.
  /// - Throws: `VerbError` if the exchange does not succeed before the deadline.
  func complete(until deadline: ContinuousClock.Instant, lookups: Duration) async throws(VerbError) -> Bool? {
    guard let exchange = current.running else {
      if let failure = renewal.withLock({ $0.failure }) {
        throw VerbError(
          .failed, "git could not read the remote's address: \(failure)", kept: "Everything is recorded here.",
          next: "Run 'stet sync' again.")
      }
      try await parts.keeper.followNow()
      return nil
    }
    await exchange.objects.uploader.tryAgain()
    await exchange.objects.downloader.hurry()
    if await parts.keeper.run({ $0.work.pointers.hasEditedPointers }) {
      parts.largeFiles.pointers.ask()
      await parts.largeFiles.pointers.wait(until: ContinuousClock.now + lookups)
    }
    await exchange.engine.look()
    do throws(SyncBarrierError) {
      try await exchange.engine.barrier(timeout: max(.milliseconds(1), deadline - ContinuousClock.now))
    } catch { throw VerbError(error) }
    await parts.keeper.lookForLocalOnly()
    try await parts.keeper.followNow()
    return await !exchange.engine.keepsLocal()
  }

  /// Throws `VerbError` if the configuration names a remote whose address cannot be used.
  func requireUsable() throws(VerbError) {
    guard let message = unusable.withLock({ $0?.message }) else { return }
    throw VerbError(
      .usage, "the remote's address cannot be used: \(message)", kept: "Everything is recorded here.",
      next: "Give it an address that can, and run 'stet sync' again.")
  }

  /// Returns the state of the remote, nil without one, and the paths whose objects are not uploaded yet.
  func status() async -> (remote: RemoteStatus?, held: [HeldPath]) {
    guard let exchange = current.running else { return (unusable.withLock { $0 } ?? unknown, []) }
    let state = await exchange.engine.state()
    var remote = RemoteStatus(
      name: "origin", url: exchange.display, state: state.kind.rawValue, message: state.message, ahead: state.ahead,
      lastContact: state.lastContact.map { ISOTime.text($0, offset: parts.time.now().offset) },
      hearing: state.hearing.rawValue)
    switch await rule(exchange.address, exchange.display) {
    case .open: break
    case .asks: remote.publication = .asks
    case .closed: remote.publication = .local
    }
    let held = await exchange.objects.uploader.held().map { item in
      HeldPath(path: item.path, reason: item.reason, size: Int64(item.pointer.size))
    }
    return (remote, held)
  }

  /// The state of a remote whose address git could not read; nil if there is none.
  private var unknown: RemoteStatus? {
    guard let failure = renewal.withLock({ $0.failure }) else { return nil }
    return RemoteStatus(
      name: "origin", url: "unknown address", state: "unusable",
      message: "git could not read the remote's address: \(failure); Stet retries", ahead: 0,
      lastContact: nil, hearing: "none")
  }

  private func rule(_ address: String, _ display: String) async -> PublicationRule {
    await PublicationConsent.rule(root: parts.settings.root, address: address, display: display)
  }

  /// Raises the question whether the folder may be published, if it is open. The exchange raises it too, but only after
  /// the remote answers.
  private func askAboutPublishing(to address: String, display: String) async {
    guard case .asks = await rule(address, display) else { return }
    let question = SyncQuestion(
      kind: .firstPublication, tip: nil, remote: nil,
      publication: .init(address: display, branch: parts.keeper.branchName))
    await parts.questions.run { $0.raise(.remote(question)) }
  }

  /// Carries out a person's answer to the question whether the folder may be published.
  ///
  /// - Returns: false for another question.
  /// - Throws: `VerbError` if the answer cannot be stored; the question is asked again.
  func answer(_ id: String, word: String) async throws(VerbError) -> Bool {
    guard id == SyncQuestion.Kind.firstPublication.rawValue else { return false }
    let (root, address) = (parts.settings.root, current.running?.address)
    guard word == "publish" || address != nil else {
      throw VerbError(
        .busy, "The remote's address cannot be read or used now, so nothing can be decided about it.",
        kept: "Nothing is published, and the question stays open.",
        next: "'stet status' names the cause; answer again later.")
    }
    do throws(FileError) {
      try await onThread("stet.publication") { () throws(FileError) in
        let consent = PublicationConsent(tree: try DiskTree(root: root))
        if word == "publish" {
          try consent.agree()
        } else if let address {
          try consent.keepLocal(address)
        }
      }
    } catch { throw VerbError(error) }
    await parts.questions.run { $0.withdraw(id) }
    return true
  }
}
