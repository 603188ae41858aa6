internal import FileSystem
internal import GitObjects
internal import Journal
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// The audit record of agents' acts here: adds lines, syncs them, and restores lines that a crash lost.
///
/// Lines wait so that several are synced together. Owned by the recorder's actor.
final class AuditDesk {
  /// The time in nanoseconds for which lines wait: lines without a commit, and lines whose content a commit repeats. A
  /// sync beside the turns slows down the turns' own.
  private static let (pause, committedPause): (Int64, Int64) = (50_000_000, 1_000_000_000)
  /// The maximum number of commits that are searched for unrecorded writes: more than there are between two
  /// checkpoints.
  private static let mostCompleted = 512
  /// The maximum number of the newest commits that are searched for one that names a line.
  private static let mostAnchors = 200

  /// The commits for which lines may be missing after a stop that was not orderly.
  struct Gap {
    /// The tip at the last checkpoint before the start; nil for all commits.
    var beginning: ObjectID?
  }

  private let id: String
  private let log: AuditLog
  private let syncer: AuditSyncer
  private let hash: ([UInt8]) -> ObjectID
  private var gap: Gap?
  /// The reason why calls cannot be added to the record; nil if they can.
  private var problem: String?
  /// The time of the next sync, in monotonic nanoseconds; nil if no line waits.
  private(set) var syncDue: Int64?

  /// Opens the record.
  ///
  /// - Parameters:
  ///   - id: the id of this store's record.
  ///   - hash: returns the id of a content as a git blob.
  init(id: String, tree: any FileTree, gap: Gap?, hash: @escaping ([UInt8]) -> ObjectID) {
    self.id = id
    self.gap = gap
    self.hash = hash
    log = AuditLog(id: id, tree: tree, hash: hash)
    syncer = AuditSyncer(tree: tree)
  }

  /// Returns the head of the record that the next commit names; nil if it was named already.
  func takeHead() -> String? { log.takeHead()?.text }

  /// Adds a call of an agent to the record.
  ///
  /// - Parameter isCommitted: whether a commit of the tip has the same data, from which the line can be restored.
  /// - Throws: `FileError` if the line cannot be written; ``state(of:)`` reports that from then on.
  func add(_ entry: AuditEntry, isCommitted: Bool, at now: Moment) throws(FileError) {
    let due = now.monotonic + (isCommitted ? Self.committedPause : Self.pause)
    syncDue = min(syncDue ?? due, due)
    do throws(FileError) {
      for line in entry.lines { try log.note(line, at: now.wall / 1_000_000) }
      problem = nil
    } catch {
      problem = "acts of agents cannot be recorded: \(error)"
      throw error
    }
  }

  /// Syncs the lines that are due; lines that arrive in the meantime wait for others again.
  func syncDueLines(_ time: any TimeSource, isolation: isolated (any Actor)? = #isolation) async {
    syncDue = nil
    await syncOnce()
    if log.pending != nil { syncDue = min(syncDue ?? .max, time.now().monotonic + Self.pause) }
  }

  /// Syncs all lines, beside the turns: a commit names only lines that are durable.
  func syncAll(isolation: isolated (any Actor)? = #isolation) async {
    while log.pending != nil {
      guard await syncOnce() else { break }
    }
  }

  @discardableResult
  private func syncOnce(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    guard let pending = log.pending else { return true }
    do throws(FileError) { try await syncer.synchronize(pending.location) } catch { return false }
    log.noteDurable(pending.head)
    return true
  }

  /// Syncs the lines before the stop.
  func end(_ recorder: Recorder) {
    syncDue = nil
    guard let pending = log.pending else { return }
    try? recorder.disk.synchronize(pending.location)
  }

  /// Takes the gap that the last stop left; nil if it was orderly, or the gap was taken already.
  func takeGap() -> Gap? {
    defer { gap = nil }
    return gap
  }

  /// Returns the agents' writes in the commits of a gap that no line of the record states, oldest first.
  func missing(in gap: Gap, of recorder: Recorder) -> [AuditEntry] {
    let newest = (try? log.newestFile()) ?? nil
    let check = AuditCheck(files: newest.map { [$0] } ?? [], hash: hash)
    let known = AuditGap(check.entries)
    var missing: [AuditEntry] = []
    var next = recorder.tip
    for _ in 0..<Self.mostCompleted {
      guard let id = next, id != gap.beginning, let commit = try? recorder.graph.commit(id) else { break }
      next = commit.parents.first
      guard let message = try? recorder.graph.message(of: id), commit.parents.count < 2,
        recorder.identity.made(message), case .agent(let agent, let session) = message.author
      else { continue }
      let before = commit.parents.first.flatMap { try? recorder.graph.commit($0).tree }
      var lost: [AuditEntry] = []
      for change in (try? TreeDiff.changes(from: before, to: commit.tree, in: recorder.objects)) ?? [] {
        let version = change.new.map { String($0.id.hex.prefix(12)) }
        guard known.lacks(change.path, version: version, session: session, at: commit.committer.seconds) else {
          continue
        }
        lost.append(
          AuditEntry(
            agent: agent, session: session, model: message.model, tool: message.tool,
            act: version == nil ? "delete" : "write", path: change.path, version: version))
      }
      missing = lost + missing
    }
    return missing
  }

  /// Returns the state of the record; nil if there is none.
  func state(of recorder: Recorder) -> AuditState? {
    let lines = (try? log.lineCount()) ?? nil
    guard lines != nil || problem != nil else { return nil }
    return AuditState(lines: lines ?? 0, anchored: anchoredLine(in: recorder), problem: problem)
  }

  private func anchoredLine(in recorder: Recorder) -> Int? {
    var next = recorder.tip
    for _ in 0..<Self.mostAnchors {
      guard let id = next, let commit = try? recorder.graph.commit(id) else { return nil }
      if let head = (try? recorder.graph.message(of: id))?.audit.flatMap({ AuditHead($0) }), head.log == self.id {
        return head.number
      }
      next = commit.parents.first
    }
    return nil
  }

  /// Returns the files of the record, oldest first, and the last line that was written.
  ///
  /// - Throws: `FileError` if a file cannot be read.
  func record() throws(FileError) -> (files: [[UInt8]], written: AuditHead?) { (try log.files(), log.written) }
}
