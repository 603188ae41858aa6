internal import Documents
internal import FileSystem
internal import FolderKeeping
internal import Sessions
internal import GitProcess
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// Lets sessions travel over the remote: `refs/stet/sessions/ID`.
///
/// Without the person's permission nothing is sent and nothing is asked. The caller reads the lease and decides whether it
/// may run the session; the desk publishes only if the remote still has the version that the caller saw.
struct TravelDesk: Sendable {
  /// The time limits of a fetch that a person waits for.
  private static let patience = ChildDeadline(stall: .seconds(10), answer: .seconds(20))
  /// The time until a further attempt to publish the end of a session, which grows with each, and its greatest value.
  private static let (pause, growth, longest) = (Duration.seconds(30), Duration.seconds(10), Duration.seconds(600))

  /// The folder's settings.
  let settings: WorkspaceSettings
  /// The recorder, for this folder's name among machines.
  let keeper: FolderKeeper
  /// The exchange, which knows the remote.
  let exchange: ExchangeKeeper
  /// The sessions in the repository.
  let store: TravelStore
  /// The clock.
  let time: any TimeSource

  /// Returns the sessions that travel.
  func report(_ request: TravelRequest) async throws(VerbError) -> TravelReport {
    let remote = await remote()
    var isOn = false
    if let remote { isOn = await self.isOn(remote) }
    var report = TravelReport(
      isOn: isOn, remote: remote?.display, holder: keeper.inboxName,
      machine: settings.identity.machine)
    if !request.fetches { store.noteUse() }
    guard let remote, report.isOn else {
      // Known sessions stay known: another machine may have such a session.
      report.sessions = try await store.sessions(of: remote?.setting.remote ?? "origin", except: keeper.inboxName).found
      return report
    }
    if request.fetches {
      var setting = remote.setting
      setting.deadline = Self.patience
      do throws(TransportError) { report.left = try await store.fetch(setting) } catch { report.problem = "\(error)" }
      if report.problem == nil {
        await publishEnds(to: remote)
        report.callProblem = await exchangeUsage(with: remote)
      }
    }
    let (found, left) = try await store.sessions(of: remote.setting.remote, except: keeper.inboxName)
    report.sessions = found
    report.left = Set(report.left).union(left).sorted()
    return report
  }

  /// Publishes the ends of sessions and the calls of models that the remote lacks, as soon as it answers, until the task
  /// is cancelled: a process that ended offline, or was killed, left the ends.
  ///
  /// - Parameter contacts: an event whenever the remote was reached.
  func attend(_ contacts: AsyncStream<WorkspaceEvent>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in contacts { _ = await publishLeft() } }
      group.addTask {
        for await _ in store.uses {
          var pause = Self.pause
          while await hasLeft {
            do { try await Task.sleep(for: pause) } catch { return }
            pause = await publishLeft() ? min(pause + Self.growth, Self.longest) : Self.pause
          }
        }
      }
    }
  }

  /// Whether the remote may lack the end of a session, or calls of models; false while the person lets nothing travel
  /// over it.
  var hasLeft: Bool {
    get async {
      guard let remote = await remote(), await isOn(remote) else { return false }
      if await !store.ends().isEmpty { return true }
      return await hasCalls(for: remote)
    }
  }

  /// Returns whether a remote may lack calls of models, and they may be pushed to it now.
  private func hasCalls(for remote: Exchange) async -> Bool {
    guard await store.delivery(of: keeper.inboxName, at: remote.address) == .due else { return false }
    return await refusal(of: remote) == nil
  }

  /// Publishes the ends of sessions that no process runs, and the calls of models; returns whether there were any.
  private func publishLeft() async -> Bool {
    guard let remote = await remote(), await isOn(remote) else { return false }
    if await store.leftEnds().isEmpty, await !hasCalls(for: remote) { return false }
    // Without an answer of the remote they wait.
    _ = try? await report(TravelRequest(fetches: true))
    return true
  }

  /// Publishes the ends that the remote lacks; it was asked just now.
  private func publishEnds(to remote: Exchange) async {
    var orders: [TravelOrder] = []
    for id in await store.leftEnds() {
      guard let order = try? await store.end(of: id, at: remote.setting.remote, holder: keeper.inboxName) else {
        continue
      }
      orders.append(order)
    }
    guard !orders.isEmpty, await refusal(of: remote) == nil else { return }
    await store.publish(
      ends: orders, holder: keeper.inboxName, to: remote.setting, time: time.now().seconds)
  }

  /// Exchanges the calls of models outside sessions with the remote, which was asked just now, and returns the reason why
  /// some were not exchanged. Calls that do not arrive are counted as they were last known.
  private func exchangeUsage(with remote: Exchange) async -> String? {
    var setting = remote.setting
    setting.deadline = Self.patience
    var problem: String?
    do { try await store.takeUsage(of: setting, except: keeper.inboxName) } catch {
      problem = VerbError(any: error).what
    }
    let (holder, address) = (keeper.inboxName, remote.address)
    if await store.delivery(of: holder, at: address) == .due {
      // Not noted: the person can change the address for pushes at any time.
      if let refusal = await refusal(of: remote) { return refusal }
      do {
        try await store.publishUsage(holder: holder, to: remote.setting, at: address, time: time.now().seconds)
      } catch { problem = VerbError(any: error).what }
    }
    if case .refused(let message) = await store.delivery(of: holder, at: address) { return message }
    return problem
  }

  /// Lets sessions travel over the present remote, or over none.
  func set(_ request: TravelSwitch) async throws(VerbError) -> TravelReport {
    if let agent = request.caller.agent {
      throw VerbError(
        .refused, "Only a person lets sessions travel, and \(agent) runs this command.", kept: "Nothing was changed.",
        next: "Ask the person to run 'stet session travel' in a terminal of their own.")
    }
    let remote = await remote()
    if request.isOn {
      try await allow(remote)
      // Earlier sessions travel, too.
      try await store.noteAll()
      await store.forgetUsageRefusal()
    } else if let remote, await isOn(remote) {
      do throws(FileError) {
        try await withConsent { consent throws(FileError) in try consent.forbid() }
      } catch { throw VerbError(error) }
    }
    return try await report(TravelRequest(fetches: request.isOn))
  }

  private func allow(_ remote: Exchange?) async throws(VerbError) {
    guard let remote else {
      throw VerbError(
        .failed, "There is no remote over which sessions could travel.", kept: "Nothing was changed.",
        next: "Add one with 'git remote add origin ADDRESS'.")
    }
    let addresses: [String]
    do throws(TransportError) { addresses = try await GitTransport(remote.setting).pushAddresses() } catch {
      throw VerbError(
        .failed, "git did not report the address that it pushes to: \(error)", kept: "Nothing was changed.",
        next: "Try again.")
    }
    do throws(FileError) {
      try await withConsent { consent throws(FileError) in try consent.allow(remote.address, pushing: addresses) }
    } catch { throw VerbError(error) }
  }

  /// Publishes a lease with the log, or an answer, if the remote has the expected version.
  func publish(_ order: TravelOrder) async throws(VerbError) -> TravelReceipt {
    if order.answer != nil, let agent = order.caller.agent {
      throw VerbError(
        .refused, "Only a person answers the questions of a session, and \(agent) runs this command.",
        kept: "Nothing was answered.", next: "Show the question to the person.")
    }
    if let text = order.answer?.text, SecretRedaction.text(text) != text {
      throw VerbError(
        .refused, "The answer has a secret, which does not leave this machine.", kept: "Nothing was answered.",
        next: "Answer without it, or on the machine that has the session.")
    }
    guard SessionPlan.isID(order.session) else {
      throw VerbError(.usage, "'\(order.session)' is not the id of a session.")
    }
    guard let remote = await remote(), await isOn(remote) else {
      return .failed("sessions do not travel over this remote")
    }
    if let refusal = await refusal(of: remote) { return .failed(refusal) }
    var order = order
    if order.answer != nil {
      await keeper.run { $0.rules.configuration.readConfiguration() }
      order.answer?.person = await keeper.run { "\($0.recorder.identity.name) <\($0.recorder.identity.email)>" }
    }
    return try await store.publish(
      order, holder: keeper.inboxName, to: remote.setting, time: time.now().seconds)
  }

  /// Returns the reason why nothing may be pushed to a remote now; nil if it may.
  private func refusal(of remote: Exchange) async -> String? {
    let addresses: [String]
    do throws(TransportError) { addresses = try await GitTransport(remote.setting).pushAddresses() } catch {
      return "\(error)"
    }
    let permits = try? await withConsent { $0.permits(remote.address, pushing: addresses) }
    guard permits == true else {
      return "git pushes to another address than when 'stet session travel on' allowed it"
    }
    return nil
  }

  /// Returns the remote; nil if there is none, or if it cannot be used.
  private func remote() async -> Exchange? {
    await exchange.renew()
    return exchange.current.running
  }

  /// Returns whether the person lets sessions travel over a remote, and the folder's content is published there at all.
  private func isOn(_ remote: Exchange) async -> Bool {
    let rule = await PublicationConsent.rule(root: settings.root, address: remote.address, display: remote.display)
    guard rule == .open else { return false }
    let permits = try? await withConsent { $0.permits(remote.address) }
    return permits == true
  }

  /// Calls a function of the person's permission on a thread, since it reads or writes the file.
  private func withConsent<Value: Sendable>(
    _ body: @escaping @Sendable (TravelConsent) throws(FileError) -> Value
  ) async throws(FileError) -> Value {
    try await onThread("stet.travel") { [root = settings.root] () throws(FileError) in
      try body(TravelConsent(tree: DiskTree(root: root)))
    }
  }
}
