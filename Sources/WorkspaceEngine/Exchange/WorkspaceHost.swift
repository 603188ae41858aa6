internal import Git
internal import GitObjects
internal import Recording
internal import Sync
internal import Threads
internal import Transfers
internal import WorkTree

/// The workspace as the exchange with one remote sees it.
struct WorkspaceHost: SyncHost {
  let parts: WorkspaceParts
  /// The upload of large files to this remote.
  let uploader: Uploader
  /// The remote's address in the configuration, and in the form for people.
  let remote: (address: String, display: String)
  /// Starts the exchange again if its settings changed.
  let renew: @Sendable () async -> Void

  /// The files of the template.
  var template: [TemplateContent] {
    EmbeddedTemplate.files.map { TemplateContent(path: $0.path, bytes: $0.bytes) }
  }

  /// Returns the tip, after commits that git made are known as such.
  func tip() async -> ObjectID? {
    await parts.keeper.run { $0.records.makers.nameGitMade() }
    return await parts.keeper.tip
  }

  /// Returns the branch of the workspace.
  func branch() async -> String { parts.keeper.branchName }

  /// Adopts a commit while no claim stops it, then downloads the large files that it wants.
  func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>
  ) async throws -> Sync.AdoptOutcome {
    let plan = await parts.keeper.preparation.plan(from: expected, to: target, leaving: leaving)
    let outcome = try await parts.claims.adopting(plan?.paths ?? []) {
      try await parts.keeper.adopt(target, expecting: expected, leaving: leaving, plan: plan)
    }
    if outcome == .adopted {
      parts.secrets.expect(target, without: expected)
      Task { [contents = parts.largeFiles.contents] in await contents.downloadWanted() }
    }
    return outcome
  }

  /// Makes writes wait.
  func hold(_ limit: Duration) async { await parts.keeper.hold(nanoseconds: limit.nanoseconds) }

  /// Returns the refused versions and those with a secret; nil until the commits of git are scanned.
  ///
  /// - Throws: `VerbError` if the makers of the commits cannot be learned, or the commits cannot be scanned.
  func refused() async throws -> Set<PathVersion>? {
    guard let tip = await parts.keeper.tip else { return [] }
    guard parts.keeper.commitMakers.knowsUnsealed else {
      try await MakerHistory(git: parts.git, keeper: parts.keeper).learn()
      // A commit that states the makers may have moved the tip, and is published with it.
      return nil
    }
    guard let found = try await parts.secrets.unpublishable(of: tip) else { return nil }
    // The tip is published unchanged.
    if found.isEmpty {
      await parts.keeper.run { $0.rules.localOnly.askAboutLocalOnly() }
      await parts.keeper.lookForLocalOnly()
    }
    return await parts.keeper.run { $0.rules.held.notPublishable(found) }
  }

  /// Returns the sentence about the first secret among the versions, and asks the person about each.
  func forbids(_ versions: Set<PathVersion>) async -> String? { await parts.secrets.forbids(versions) }

  /// Records the refused versions.
  func refuse(_ versions: [PathVersion: String]) async throws {
    await parts.keeper.run { $0.rules.held.refuse(versions) }
  }

  /// Starts the upload of the objects.
  func unsent(of tip: ObjectID, over remote: ObjectID?) async throws -> UnsentObjects {
    try await uploader.unsent(of: tip, over: remote)
  }

  /// Returns the person's decision about publishing the folder.
  func publication() async -> PublicationRule {
    await PublicationConsent.rule(root: parts.settings.root, address: remote.address, display: remote.display)
  }

  /// Returns whether the remote was empty when the folder joined it.
  func joinedEmpty() async -> Bool { await parts.git.joinedEmptyRemote() }

  /// Repairs references, or else the object store if its last repair is long enough ago.
  func mend(_ words: String) async -> Bool {
    if await parts.keeper.run({ $0.records.repairs.repairReferences() }) { return true }
    guard let report = await parts.rescue.runIfDue(words: words, now: parts.time.now().seconds) else { return false }
    let isMended = await parts.keeper.take(report)
    return isMended || !report.mended.isEmpty || !report.lost.isEmpty
  }

  /// Gives the graph the commits of git.
  func prepare(_ graph: CommitGraph) { parts.keeper.commitMakers.prepare(graph) }

  /// Returns an answer that the person gave, here or by an earlier decision in the folder.
  func answer(to question: SyncQuestion) async -> SyncAnswer? {
    if await parts.keeper.run({ $0.work.answers.hasAgreed(to: question) }) { return .join }
    return parts.questions.givenAnswer(to: .remote(question)).flatMap(SyncAnswer.init)
  }

  /// Lists a question in place of every other one about the remote.
  func raise(_ question: SyncQuestion) async {
    await parts.questions.run { list in
      list.raise(.remote(question))
      list.forget(except: question.id)
    }
  }

  /// Removes a question.
  func withdraw(_ id: String) async { await parts.questions.run { $0.withdraw(id) } }

  /// Removes every question about the remote, and deletes the packs that fetches left: those of the last failure were
  /// too young when it was noted.
  func noteAgreement() async {
    await parts.questions.run { $0.forget(except: nil) }
    await removeLeftPacks()
  }

  /// Deletes the packs that fetches left, and starts the exchange again if its settings changed.
  func noteFailure() async {
    await removeLeftPacks()
    await parts.keeper.run { $0.rules.configuration.readConfiguration() }
    await renew()
  }

  private func removeLeftPacks() async {
    await onThread("stet.packs") { [root = parts.settings.root, now = parts.time.now().seconds] in
      RepositoryLocks.removeLeftPacks(root: root, now: now)
    }
  }

  /// Publishes an event, and asks the remote about edited pointers if it was reached.
  func publish(_ event: SyncEvent) {
    parts.events.publish(event)
    if event.isContact { parts.largeFiles.pointers.ask() }
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
