internal import FolderKeeping
internal import GitProcess
internal import Merge
internal import Synchronization
internal import WorkspaceAPI

/// The open conflicts of the tip, and `CONFLICTS.md`, which lists them for people.
final class ConflictDesk: Sendable {
  private let keeper: FolderKeeper
  private let git: GitReader
  /// Whether an update of `CONFLICTS.md` is scheduled.
  private let isScheduled = Mutex(false)

  /// Makes the desk of a folder; nothing is scheduled.
  init(keeper: FolderKeeper, git: GitReader) {
    self.keeper = keeper
    self.git = git
  }

  /// Returns the table of the tip; it is rebuilt from history if it is missing or of another line (C12).
  func open() async throws(VerbError) -> OpenConflicts {
    for _ in 0..<8 {
      if let table = await keeper.run({ $0.records.conflicts.openConflicts() }) { return table }
      guard let tip = await keeper.tip else { return OpenConflicts() }
      let printed: [UInt8]
      do throws(VerbError) { printed = try await git.run(ConflictHistory.arguments(tip)) } catch {
        // A part of the history cannot be read; the conflicts that can be read are reported.
        return await keeper.run { $0.records.conflicts.readableConflicts(at: tip) }
      }
      let makers = await keeper.makers(of: ConflictHistory.commits(printed))
      let table = ConflictHistory.table(printed, at: tip) { makers[$0] == .stet }
      await keeper.run { $0.records.conflicts.install(table) }
    }
    throw VerbError(.busy, "History changes faster than it can be read.", next: "Try again.")
  }

  /// Schedules an update of `CONFLICTS.md`, once for all turns that come meanwhile.
  func noteTip() {
    let isDue = isScheduled.withLock { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
    guard isDue else { return }
    Task {
      isScheduled.withLock { $0 = false }
      await updatePage()
    }
  }

  /// Updates `CONFLICTS.md`.
  func updatePage() async {
    // Two updates may run, and the one with the older table may end last: each looks again after it wrote.
    for _ in 0..<8 {
      guard let table = try? await open(), await keeper.run({ $0.records.conflicts.mustShow(table) }) else { return }
      var reports: [ConflictReport] = []
      for entry in table.list.prefix(ConflictPage.limit) { reports.append(await keeper.report(entry)) }
      let text = ConflictPage.text(reports, of: table.list.count)
      let isShown = await keeper.run { keeper in
        keeper.records.conflicts.show(text, of: table)
        return !keeper.records.conflicts.mustShow(table)
      }
      // While nothing is recorded, the page waits for the next change.
      guard isShown else { return }
    }
  }
}
