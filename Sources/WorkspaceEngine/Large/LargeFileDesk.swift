internal import FileSystem
internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import Transfers
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// Answers requests about large files, and owns the parts that read, list, move and evict them.
final class LargeFileDesk: Sendable {
  /// The files whose content a person keeps on this machine always.
  let pins: PathMarks
  /// Brings contents into the folder.
  let contents: LargeContents
  /// Makes room on the disk.
  let evictions: EvictionDesk
  /// Reads contents.
  let reader: LargeReader
  /// Adds large files to lists.
  let listing: LargeListing
  /// Moves objects between this machine and the remote.
  let transfers: TransferDesk
  /// The questions to the remote about edited pointers.
  let pointers: PointerQuestions
  private let root: String
  private let keeper: FolderKeeper
  private let exchange: CurrentExchange
  private let permissions: AgentPermissions
  private let conditions: ConditionReader

  /// Makes the desk of a folder, with its parts.
  init(
    settings: WorkspaceSettings, keeper: FolderKeeper, exchange: CurrentExchange, conflicts: ConflictDesk,
    permissions: AgentPermissions, git: GitReader, events: EventHub, time: any TimeSource
  ) {
    root = settings.root
    self.keeper = keeper
    self.exchange = exchange
    self.permissions = permissions
    let tree = try? DiskTree(root: root)
    pins = PathMarks("pins", tree: tree)
    // The content of an evicted file is downloaded again only on request.
    let evicted = PathMarks("evicted", tree: tree)
    conditions = ConditionReader(
      environment: settings.environment, supplies: PowerSupplies(folder: settings.powerSupplies))
    contents = LargeContents(
      root: root, keeper: keeper, exchange: exchange, pins: pins, evicted: evicted, events: events, time: time)
    evictions = EvictionDesk(
      root: root, keeper: keeper, exchange: exchange, conflicts: conflicts, pins: pins, evicted: evicted,
      events: events, time: time)
    transfers = TransferDesk(
      root: root, keeper: keeper, exchange: exchange, contents: contents, evictions: evictions, conditions: conditions,
      git: git, events: events, time: time)
    reader = LargeReader(root: root, keeper: keeper, exchange: exchange, contents: contents)
    listing = LargeListing(keeper: keeper, exchange: exchange, pins: pins)
    pointers = PointerQuestions(keeper: keeper, exchange: exchange, contents: contents)
  }

  /// Returns the state of large files after the requested action on them.
  ///
  /// - Throws: `VerbError`, `.notFound` for a path of neither a large file nor a folder, `.refused` for an agent that
  ///   asks for more than a download.
  func report(_ request: LargeRequest) async throws(VerbError) -> LargeReport {
    switch request.action {
    case .look, .download: break
    case .cancel, .evict, .pin, .unpin:
      if request.caller.agent != nil {
        throw VerbError(
          .refused, "A person decides which contents stay on this machine.", kept: "Nothing was changed.",
          next: "An agent may ask for a download.")
      }
    }
    let entries = try await entries(request.paths).filter { !permissions.isKept($0.path.string, from: request.caller) }
    var outcomes: [NameKey: (outcome: String, problem: String?)] = [:]
    switch request.action {
    case .look: break
    case .download: outcomes = await contents.download(entries)
    case .cancel: await exchange.objects?.downloader.cancel(Set(entries.map(\.path)))
    case .evict: outcomes = await evictions.evict(entries)
    case .pin:
      try await changePins(adding: try pinned(request.paths, entries), removing: [])
      outcomes = await contents.download(entries)
    case .unpin: try await changePins(adding: [], removing: try pinned(request.paths, entries))
    }
    // The action has changed the folder by now.
    let chosen = request.action == .look ? entries : try await self.entries(request.paths)
    var files = await listing.states(of: chosen.filter { !permissions.isKept($0.path.string, from: request.caller) })
    for index in files.indices {
      guard let (outcome, problem) = outcomes[NameKey(files[index].path)] else { continue }
      files[index].outcome = outcome
      files[index].problem = problem ?? files[index].problem
    }
    return LargeReport(files: files, waits: await hindrance())
  }

  /// Returns the summary of the large files; nil if there are none.
  func summary() async -> LargeSummary? {
    guard let counts = try? await keeper.largeCounts(), counts.files > 0 else { return nil }
    let objects = exchange.objects
    let waiting = await objects?.downloader.waiting()
    let troubles = await (objects?.downloader.troubles() ?? []) + (objects?.uploader.troubles() ?? [])
    return LargeSummary(
      files: counts.files, current: counts.current, downloads: waiting?.count ?? 0,
      downloadBytes: waiting?.bytes ?? 0, uploads: await objects?.uploader.held().count ?? 0, waits: await hindrance(),
      problems: TransferTrouble.sentences(troubles, host: objects?.link.host ?? ""))
  }

  private func entries(_ paths: [String]) async throws(VerbError) -> [LargeEntry] {
    if paths.isEmpty || paths.contains("") { return try await entries(under: nil) }
    var found: [WorkspacePath: LargeEntry] = [:]
    for text in paths {
      for entry in try await entries(named: text) { found[entry.path] = entry }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  private func entries(under folder: WorkspacePath?) async throws(VerbError) -> [LargeEntry] {
    do throws(ObjectStoreError) { return try await keeper.largeFiles(under: folder) } catch { throw VerbError(error) }
  }

  private func entries(named text: String) async throws(VerbError) -> [LargeEntry] {
    if text.contains(where: { "*?[".contains($0) }) {
      // A name may have these letters too.
      if let path = try? WorkspacePath(checking: text) {
        let exact = try await entries(under: path)
        if !exact.isEmpty { return exact }
      }
      let pattern = PathGlob(text, .editor)
      return try await entries(under: nil).filter { pattern.matches($0.path.string) }
    }
    let path = try WorkspacePath(checking: text)
    let entries = try await entries(under: path)
    if entries.isEmpty, try await keeper.list(path, recursive: false, after: nil, limit: 1).isEmpty {
      throw VerbError(
        .notFound, "\(text) is no large file, and no folder.", kept: "Nothing was changed.",
        next: "'stet list -r' shows which files are large.", path: text)
    }
    return entries
  }

  private func pinned(_ paths: [String], _ entries: [LargeEntry]) throws(VerbError) -> [String] {
    if paths.isEmpty { return [""] }
    var result: [String] = []
    for text in paths where !text.contains(where: { "*?[".contains($0) }) { result.append(text) }
    if result.count < paths.count { result += entries.map(\.path.string) }
    return result
  }

  private func changePins(adding added: [String], removing removed: [String]) async throws(VerbError) {
    do throws(FileError) { try await pins.change(adding: added, removing: removed) } catch {
      throw VerbError(error)
    }
  }

  private func hindrance() async -> String? {
    await conditions.hindrance(keeper.policy.accepted.placeholders)
  }
}
