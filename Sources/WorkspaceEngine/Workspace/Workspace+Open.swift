internal import FolderKeeping
package import WorkspaceAPI

internal import FileWatching
internal import Git
internal import Threads

extension Workspace {
  /// Loads libgit2, on its own thread: that takes 5 to 10 ms, mostly for certificates that Stet never uses.
  ///
  /// Opening a workspace does it otherwise. A daemon begins it beside the reading of its settings.
  package static func loadLibraries() async {
    // The first call of libgit2 loads it.
    await onThread("stet.libgit2") { _ = [UInt8]().withUnsafeBytes { Repository.id(of: .blob, $0) } }
  }

  /// Locks the folder and opens it: recovers, scans, watches, exchanges.
  ///
  /// When it returns, all files that were saved while Stet did not run are recorded, and every later save is seen.
  ///
  /// - Returns: nil if another process has locked the folder.
  /// - Throws: `VerbError` if there is no workspace, or if the disk or the repository fails.
  package static func open(_ settings: WorkspaceSettings) async throws(VerbError) -> Workspace? {
    guard let workspace = try await prepare(settings) else { return nil }
    try await workspace.begin()
    return workspace
  }

  /// Locks the folder and recovers it. The verbs may be called from here on; those that need more than recorded versions
  /// wait for the end of `begin`, which the caller calls next.
  ///
  /// - Returns: nil if another process has locked the folder.
  /// - Throws: `VerbError` if there is no workspace, or if the disk or the repository fails.
  package static func prepare(_ settings: WorkspaceSettings) async throws(VerbError) -> Workspace? {
    guard let (workspace, report) = try await WorkspaceOpening(settings: settings).run() else { return nil }
    await workspace.guardCheckpoints()
    await workspace.keeper.run { $0.folder.apply(.openingBegan) }
    if let report { await workspace.keeper.take(report) }
    await workspace.keeper.run { $0.records.repairs.askAboutLostHistory() }
    return workspace
  }

  /// Starts the watcher, scans the folder, then processes the watcher's signals and exchanges with the remote.
  ///
  /// - Throws: `VerbError` if the folder cannot be watched; the verbs that wait fail with the same error.
  package func begin() async throws(VerbError) {
    try await desks.status.started.run { () async throws(VerbError) in try await beginWork() }
  }

  private func beginWork() async throws(VerbError) {
    // Runs concurrently with the steps before the scan.
    async let cache: Void = keeper.readCache()
    // Under the lock and after the repair of a damaged configuration: a line written into an emptied one would hide the
    // damage.
    await LargeFilter(git: git).provide()
    do throws(WatchError) { try await startWatching() } catch {
      throw VerbError(.failed, "\(settings.root) cannot be watched: \(error)", kept: "Nothing was changed.")
    }
    let maintenance = Maintenance(git: git)
    let notJoined = { @Sendable [events] (error: VerbError) in
      events.publish(.problem, "packs could not be joined: \(error.what); nothing is lost by it")
    }
    let listeners = KeeperListeners(
      tipMoved: { [weak current = exchange.current, weak conflicts, weak index = desks.searches.index] in
        current?.notify()
        index?.noteTip()
        conflicts?.noteTip()
        maintenance.noteCommit()
      },
      rested: { [filters = PathFilters(git: git), events, weak keeper] in
        Task {
          do throws(VerbError) { try await maintenance.join(atLeast: Maintenance.many) } catch { notJoined(error) }
          maintenance.noteRest()
          guard let commit = await keeper?.run({ $0.records.history.settled() }) else { return }
          do throws(VerbError) { try await filters.add(upTo: commit) } catch {
            events.publish(.problem, "the commit graph could not be extended: \(error.what); nothing is lost by it")
          }
        }
      },
      gitTook: { [weak secrets] published, before in
        for commit in published { secrets?.expect(commit, without: before) }
      }, pointersEdited: { [weak pointers = largeFiles.pointers] in pointers?.ask() },
      rootGone: { [departure] in departure.finish() })
    await keeper.attach(watcher, claims: claims, listeners: listeners, root: settings.root)
    let stream = events.listen(to: HookName.events)
    keep(Task { [hooks] in await hooks.run(stream) })
    // In parallel with the scan: with 100,000 placeholders both take long.
    async let table = LargeTableSearch(root: settings.root).stored()
    await cache
    await keeper.begin()
    if let table = await table { await keeper.take(table) }
    try? await MakerHistory(git: git, keeper: keeper).learn()
    await keeper.run { $0.records.calls.completeAudit() }
    await secrets.begin()
    if settings.exchanges { keep(Task { [secrets] in await secrets.attend() }) }
    events.endOpening()
    keep(
      Task { [exchange, keeper, watcher] in
        for await _ in watcher.signals {
          await keeper.takeBatches()
          await exchange.renew(waits: false)
        }
      })
    await exchange.renew()
    keep(Task { [index = desks.searches.index] in await index.attend() })
    keep(Task { [conflicts] in await conflicts.updatePage() })
    keep(Task { await maintenance.attend(notJoined) })
    if settings.exchanges {
      keep(Task { [transfers = largeFiles.transfers] in await transfers.attend() })
      let contacts = events.listen(to: [.fetched, .adopted, .published, .online])
      keep(Task { [travel = desks.exchanges.travel] in await travel.attend(contacts) })
    }
  }

  private func startWatching() async throws(WatchError) {
    let watcher = self.watcher
    try await onThread("stet.arm") { () throws(WatchError) in _ = try watcher.start() }
  }
}
