internal import GitObjects
internal import History
internal import Sync
internal import WorkspaceAPI

/// The workspace as the exchange with one remote sees it.
struct WorkspaceHost: SyncHost {
  /// The recorder's queue.
  let queue: WriteQueue
  /// The branch that is exchanged.
  let branchName: String
  /// The settings of the folder.
  let settings: WorkspaceSettings
  /// The person's questions.
  let questions: QuestionList
  /// The events of the workspace.
  let events: EventHub
  /// The claims that an adoption waits for.
  let claims: ClaimDesk
  /// The secrets in commits of git.
  let committedSecrets: CommittedSecrets
  /// The secrets that come from other machines.
  let arrivedSecrets: ArrivedSecrets
  /// The repair of the object store.
  let rescue: ObjectRescue
  /// The person's git.
  let git: GitReader
  /// The clock.
  let time: any TimeSource
  /// The large files.
  let largeFiles: LargeFileDesk
  /// The upload of large files to this remote.
  let uploader: Uploader
  /// The remote's address in the configuration, and in the form for people.
  let remote: (address: String, display: String)
  /// Returns the workspace; nil after its end.
  let workspace: @Sendable () -> Workspace?

  /// The files of the template.
  var template: [TemplateContent] {
    EmbeddedTemplate.files.map { TemplateContent(path: $0.path, bytes: $0.bytes) }
  }

  /// Returns the tip, after commits that git made are known as such.
  func tip() async -> ObjectID? {
    await workspace()?.learnMakers()
    await queue.nameGitMade()
    return await queue.tip
  }

  /// Returns the branch of the workspace.
  func branch() async -> String { branchName }

  /// Adopts a commit while no claim stops it, then downloads the large files that it wants.
  func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>
  ) async throws -> Sync.AdoptOutcome {
    let plan = await queue.preparation.plan(from: expected, to: target, leaving: leaving)
    let outcome = try await claims.adopting(plan?.paths ?? []) {
      try await queue.adopt(target, expecting: expected, leaving: leaving, plan: plan)
    }
    if outcome == .adopted {
      arrivedSecrets.expect(target, without: [expected].compactMap(\.self))
      Task { [largeFiles] in await largeFiles.contents.downloadWanted() }
    }
    return outcome
  }

  /// Makes writes wait.
  func hold(_ limit: Duration) async { await queue.hold(nanoseconds: limit.nanoseconds) }

  /// Returns the refused versions and those with a secret; nil until the commits of git are scanned.
  func refused() async throws -> Set<PathVersion>? {
    guard let tip = await queue.tip else { return [] }
    guard queue.commitMakers.knowsUnsealed else { return nil }
    let found = try await committedSecrets.versions(
      of: tip, in: queue, git: git, root: settings.root, policy: queue.policy, allowed: queue.allowedSecrets, time)
    guard let found else { return nil }
    await queue.withdrawSecrets(at: committedSecrets.settled())
    // The tip is published unchanged.
    if found.isEmpty {
      await queue.askAboutLocalOnly()
      await queue.lookForLocalOnly()
    }
    return await queue.notPublishable(found)
  }

  /// Returns the sentence about the first secret among the versions, and asks the person about each.
  func forbids(_ versions: Set<PathVersion>) async -> String? {
    let found = committedSecrets.found(among: versions)
    for secret in found {
      let path = secret.version.path
      guard committedSecrets.ask(about: path) else { continue }
      questions.raise(.secret(path, kind: secret.kind, line: secret.line))
    }
    return found.first.map { secret in
      "\(secret.version.path) holds \(secret.kind) in a commit that is not made again, since it is signed, another "
        + "remote has it, or too many follow it; nothing is published until it is taken out of the commit, or allowed"
    }
  }

  /// Records the refused versions.
  func refuse(_ versions: [PathVersion: String]) async throws { await queue.refuse(versions) }

  /// Starts the upload of the objects.
  func unsent(of tip: ObjectID, over remote: ObjectID?) async throws -> UnsentObjects {
    try await uploader.unsent(of: tip, over: remote)
  }

  /// Returns the person's decision about publishing the folder.
  func publication() async -> PublicationRule {
    Workspace.publicationRule(root: settings.root, address: remote.address, display: remote.display)
  }

  /// Returns whether the remote was empty when the folder joined it.
  func joinedEmpty() async -> Bool { await git.joinedEmptyRemote() }

  /// Repairs references, or else the object store if its last repair is long enough ago.
  func mend(_ words: String) async -> Bool {
    if await queue.mendReferences() { return true }
    guard let report = await rescue.runIfDue(words: words, now: time.now().seconds) else { return false }
    let isMended = await queue.take(report)
    return isMended || !report.mended.isEmpty || !report.lost.isEmpty
  }

  /// Gives the graph the commits of git.
  func prepare(_ graph: CommitGraph) { queue.commitMakers.prepare(graph) }

  /// Returns an answer that the person gave, here or by an earlier decision in the folder.
  func answer(to question: SyncQuestion) async -> SyncAnswer? {
    if await queue.hasAgreed(to: question) { return .join }
    return questions.givenAnswer(to: .remote(question)).flatMap(SyncAnswer.init)
  }

  /// Lists a question in place of every other one about the remote.
  func raise(_ question: SyncQuestion) async {
    questions.raise(.remote(question))
    questions.forget(except: question.id)
  }

  /// Removes a question.
  func withdraw(_ id: String) async { questions.withdraw(id) }

  /// Removes every question about the remote.
  func noteAgreement() async { questions.forget(except: nil) }

  /// Starts the exchange again if its settings changed.
  func noteFailure() async {
    await queue.readConfiguration()
    await workspace()?.renewExchange(waits: false)
  }

  /// Publishes an event, and asks the remote about edited pointers if it was reached.
  func publish(_ event: SyncEvent) {
    events.publish(event)
    if event.isContact { largeFiles.pointers.ask() }
  }
}

/// The clock of this machine for the exchange.
struct ExchangeClock: SyncClock {
  /// The clock of the workspace.
  let time: any TimeSource

  /// Returns the seconds since 1970.
  func seconds() -> Int64 { time.now().seconds }

  /// Returns the time since the machine started.
  func uptime() -> Duration { .nanoseconds(time.now().monotonic) }

  /// Returns after the given time.
  func wait(_ time: Duration) async throws { try await Task.sleep(for: time) }
}
