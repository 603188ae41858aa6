internal import FileWatching

/// The parts of a workspace that carry out its verbs.
struct WorkspaceDesks: Sendable {
  /// Reads files and lists.
  let reads: ReadDesk
  /// Writes files.
  let writes: WriteDesk
  /// Answers questions about the history.
  let history: HistoryDesks
  /// Searches recorded files.
  let searches: SearchDesk
  /// Publishes and lists the records of the feed.
  let feed: FeedDesk
  /// Restores files and undoes changes.
  let restores: RestoreDesk
  /// Lists and resolves conflicts.
  let resolves: ResolveDesk
  /// Carries out the person's decisions.
  let answers: AnswerDesk
  /// The calls of agents' sessions.
  let sessions: SessionDesk
  /// The audit log of agents' calls.
  let audit: AgentAudit
  /// Follows agents' own tools.
  let brackets: BracketDesk
  /// Carries out orders about claims.
  let orders: ClaimOrders
  /// Lists and changes abilities.
  let abilities: AbilityDesk
  /// The parts that use the remote.
  let exchanges: ExchangeDesks
  /// Reports the state.
  let status: StatusDesk

  /// Makes the desks of a workspace.
  init(
    _ parts: WorkspaceParts, exchange: ExchangeKeeper, permissions: AgentPermissions, conflicts: ConflictDesk,
    folders: FolderReader, watcher: FileWatcher, hooks: HookRunner
  ) {
    let (keeper, git, time, settings) = (parts.keeper, parts.git, parts.time, parts.settings)
    let (claims, questions, large) = (parts.claims, parts.questions, parts.largeFiles)
    let revisions = RevisionReader(keeper: keeper, git: git)
    audit = AgentAudit(keeper: keeper, git: git, time: time)
    let person = PersonCheck(audit: audit)
    sessions = SessionDesk(keeper: keeper, revisions: revisions, permissions: permissions, audit: audit, time: time)
    let tokens = TokenDesk(keeper: keeper, revisions: revisions, permissions: permissions, time: time)
    reads = ReadDesk(
      keeper: keeper, git: git, folders: folders, large: large, permissions: permissions, sessions: sessions,
      tokens: tokens, revisions: revisions, audit: audit)
    writes = WriteDesk(
      keeper: keeper, claims: claims, permissions: permissions, sessions: sessions, tokens: tokens,
      revisions: revisions, audit: audit, person: person,
      refusals: RefusedWrites(keeper: keeper, git: git, permissions: permissions, tokens: tokens), time: time)
    abilities = AbilityDesk(keeper: keeper, permissions: permissions, writes: writes, audit: audit, time: time)
    let changes = HistoryDesk(
      keeper: keeper, git: git, revisions: revisions, permissions: permissions, large: large.reader, audit: audit)
    searches = SearchDesk(
      keeper: keeper, git: git, permissions: permissions, large: large.reader, audit: audit, index: parts.index)
    let operations = OperationDesk(
      keeper: keeper, git: git, revisions: revisions, machine: settings.identity.machine)
    history = HistoryDesks(
      changes: changes, operations: operations,
      activity: ActivityDesk(keeper: keeper, git: git, revisions: revisions, operations: operations, audit: audit),
      usage: UsageDesk(root: settings.root, revisions: revisions))
    feed = FeedDesk(
      keeper: keeper, permissions: permissions, audit: audit, writes: writes,
      origins: FeedOrigins(git: git, keeper: keeper, time: time), time: time)
    let targets = UndoTargets(
      keeper: keeper, git: git, conflicts: conflicts, operations: operations, history: changes)
    restores = RestoreDesk(
      keeper: keeper, claims: claims, permissions: permissions, proof: writes.proof, revisions: revisions,
      targets: targets, conflicts: conflicts, audit: audit)
    resolves = ResolveDesk(
      keeper: keeper, claims: claims, permissions: permissions, conflicts: conflicts, audit: audit)
    answers = AnswerDesk(
      keeper: keeper, questions: questions, conflicts: conflicts, permissions: permissions, audit: audit,
      person: person, secrets: parts.secrets, exchange: exchange, resolves: resolves, restores: restores,
      writes: writes)
    brackets = BracketDesk(keeper: keeper, permissions: permissions, audit: audit, writes: writes)
    orders = ClaimOrders(root: settings.root, claims: claims, keeper: keeper, time: time)
    exchanges = ExchangeDesks(
      sync: SyncDesk(
        keeper: keeper, exchange: exchange,
        barrier: BarrierCheck(root: settings.root, keeper: keeper, questions: questions, conflicts: conflicts)),
      travel: TravelDesk(
        settings: settings, keeper: keeper, exchange: exchange,
        store: TravelStore(root: settings.root, identity: settings.identity), time: time))
    status = StatusDesk(
      settings: settings, keeper: keeper, watcher: watcher, folders: folders, git: git, exchange: exchange,
      large: large, conflicts: conflicts, questions: questions, claims: claims, hooks: hooks, rescue: parts.rescue,
      index: parts.index, started: StartEnd(), time: time)
  }
}

/// The parts that use the remote.
struct ExchangeDesks: Sendable {
  /// Exchanges with the remote.
  let sync: SyncDesk
  /// Lets sessions travel over the remote.
  let travel: TravelDesk
}

/// The parts that answer questions about the history.
struct HistoryDesks: Sendable {
  /// Lists and compares changes.
  let changes: HistoryDesk
  /// Lists operations.
  let operations: OperationDesk
  /// Summarizes the acts of agents and people.
  let activity: ActivityDesk
  /// Lists the calls of models.
  let usage: UsageDesk
}
