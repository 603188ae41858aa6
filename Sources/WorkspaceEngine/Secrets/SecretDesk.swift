internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import Journal
internal import Secrets
internal import WorkTree
internal import WorkspaceAPI

/// The search for secrets beside the recorder's turns: in commits of git before they are published, and in commits of
/// other machines, about which the person is asked. The recorder searches its own plans by `RuleBook`.
final class SecretDesk: Sendable {
  private let root: String
  private let keeper: FolderKeeper
  private let git: GitReader
  private let questions: QuestionList
  private let events: EventHub
  private let time: any TimeSource
  /// The store of what was scanned.
  private let scanned: ScannedSecrets
  private let committed: CommittedSecrets
  private let arrived: ArrivedSecrets

  /// Makes the desk of a folder, and reads the secrets that were found in it.
  init(
    root: String, keeper: FolderKeeper, git: GitReader, questions: QuestionList, events: EventHub, time: any TimeSource
  ) {
    self.root = root
    self.keeper = keeper
    self.git = git
    self.questions = questions
    self.events = events
    self.time = time
    scanned = ScannedSecrets(root: root)
    committed = CommittedSecrets(scanned: scanned)
    arrived = ArrivedSecrets(root: root, time: time, scanned: scanned)
  }
}

/// The commits of other machines.
extension SecretDesk {
  /// Asks about the secrets that were found before, and continues the search.
  func begin() async {
    await ask()
    arrived.begin(published: await keeper.published())
  }

  /// Schedules the search of the commits that a commit reaches and another one does not.
  func expect(_ commit: ObjectID, without: ObjectID?) {
    arrived.expect(commit, without: [without].compactMap(\.self))
  }

  /// Searches commits that others published for secrets, adds the secrets to the audit log and raises questions about
  /// them, until the stop. It uses at most half of the time of one processor.
  func attend() async {
    for await _ in arrived.news {
      var rest: Duration?
      repeat {
        let step = await arrived.step(rules: keeper.policy.secretRules, allowed: keeper.allowedSecrets)
        for secret in step.found {
          await keeper.audit(
            AuditEntry(agent: secret.author, session: nil, model: nil, tool: "sync", act: "secret", path: secret.path))
        }
        if !step.found.isEmpty { await ask() }
        if let problem = step.problem {
          events.publish(
            .problem, "published commits cannot be scanned for secrets yet: \(problem); Stet retries")
        }
        rest = step.rest
        if let pause = rest, (try? await Task.sleep(for: pause)) == nil { return }
      } while rest != nil
    }
  }

  /// Ends the search and stores its progress.
  func end() async { await arrived.end(at: await keeper.run { $0.records.history.taken() }) }

  /// Raises questions about all arrived secrets without an answer.
  private func ask() async {
    // Read on the thread: an answer that comes meanwhile withdraws its question.
    await questions.run { [scanned] list in
      for secret in scanned.open { list.raise(.arrivedSecret(secret)) }
    }
  }

  /// Takes the person's answer to a question about an arrived secret.
  ///
  /// - Parameter isKnown: whether the text is no secret or may be known.
  /// - Returns: whether there is such a question.
  func answer(_ id: String, isKnown: Bool) async -> Bool {
    await arrived.answer(isKnown: isKnown, allowed: keeper.allowedSecrets) {
      QuestionSubject.arrivedSecret($0).id == id
    }
  }
}

/// The commits of git that are to be published.
extension SecretDesk {
  /// Returns the versions with a secret in the unpublished commits of a tip, and withdraws the questions about others;
  /// nil if some commits are not searched yet: the next call continues.
  ///
  /// - Throws: `VerbError` if git cannot list the commits or the repository cannot be opened.
  func unpublishable(of tip: ObjectID) async throws(VerbError) -> Set<PathVersion>? {
    let found = try await committed.versions(
      of: tip, in: keeper, git: git, root: root, policy: keeper.policy, allowed: keeper.allowedSecrets, time)
    guard let found else { return nil }
    let settled = scanned.unpublished { $0.settled() }
    await keeper.run { $0.rules.held.withdrawSecrets(at: settled) }
    return found
  }

  /// Returns the sentence about the first secret among versions that cannot be left out of the publication, and asks
  /// the person about each.
  func forbids(_ versions: Set<PathVersion>) async -> String? {
    let found = scanned.unpublished { $0.found(among: versions) }
    let asked = found.filter { secret in scanned.unpublished { $0.ask(about: secret.version.path) } }
    if !asked.isEmpty {
      await questions.run { list in
        for secret in asked { list.raise(.secret(secret.version.path, kind: secret.kind, line: secret.line)) }
      }
    }
    return found.first.map { secret in
      "\(secret.version.path) holds \(secret.kind) in a commit that is not made again, since it is signed, another "
        + "remote has it, or too many follow it; nothing is published until it is taken out of the commit, or allowed"
    }
  }

  /// Allows the secrets for which a file, or the commits with it, are held back.
  ///
  /// - Throws: `VerbError`, `.notFound` if no secret holds the file back.
  func allow(in path: WorkspacePath) async throws(VerbError) {
    let prints = scanned.unpublished { $0.prints(at: path.string) }
    try await keeper.run { keeper throws(VerbError) in
      try keeper.rules.held.allowSecrets(in: path, committed: prints)
    }
  }
}
