internal import Documents
internal import GitObjects
internal import Recording
internal import WorkTree

/// Updates the provenance of files that have been idle.
///
/// Belongs to the executor of `FolderKeeper`.
package final class IdleDesk {
  private let recorder: Recorder
  private let ruleBook: RuleBook
  private let time: any TimeSource
  private let folder: FolderState
  private let links: FolderLinks
  /// The files whose provenance is updated later.
  private var idleUpdates = IdleUpdates()

  /// Creates the part from the parts that it uses.
  init(recorder: Recorder, ruleBook: RuleBook, time: any TimeSource, folder: FolderState, links: FolderLinks) {
    self.recorder = recorder
    self.ruleBook = ruleBook
    self.time = time
    self.folder = folder
    self.links = links
  }

  /// The maximum number of files that are updated in one turn.
  private static let mostIdle = 200

  /// The time in a turn for determining the authors, in nanoseconds: each file may need a walk through history.
  private static let idleTime: Int64 = 25_000_000

  /// Remembers files that the person saved, if the policy wants their provenance updated later. While an agent's own
  /// tool is running, the author of each save is read from the commits.
  func noteSaved(_ paths: [WorkspacePath], since before: ObjectID?, at now: Int64) {
    guard recorder.authors.brackets.isEmpty else { return noteSaved(since: before, at: now) }
    guard ruleBook.updatesIdle else { return }
    for path in paths { idleUpdates.note(path, by: .person, at: now) }
  }

  /// Remembers all files that were recorded since a commit; nil for the newest commits.
  func noteSaved(since before: ObjectID?, at now: Int64) {
    guard let tip = recorder.tip, tip != before else { return }
    for change in (try? recorder.tips.changes(since: before, to: tip)) ?? [] {
      let isPersons = change.author.kind == "user"
      guard isPersons ? ruleBook.updatesIdle : change.author.kind == "agent" else { continue }
      for path in change.paths.compactMap({ try? WorkspacePath($0) }) {
        idleUpdates.note(path, by: isPersons ? .person : .agent, at: now)
      }
    }
  }

  /// Returns the writes that update the provenance of files that have been idle for the policy's time. A file that is open in a program, or
  /// whose history has not been searched yet, waits.
  func takeDue(at now: Int64) -> [Write] {
    let idle = ruleBook.idleTime
    guard folder.gate.allows(.record, at: now) == .now, let due = idleUpdates.due(after: idle), due <= now else {
      return []
    }
    if idleUpdates.takeStart(at: now, after: idle) { noteSaved(since: nil, at: now - idle) }
    let end = time.now().monotonic + Self.idleTime
    var writes: [Write] = []
    var later: [(WorkspacePath, IdleUpdates.Writer)] = []
    var updates = idleUpdates
    updates.take(at: now, after: idle, atMost: Self.mostIdle) { path, writer in
      switch links.watcher?.isOpen(path) == true ? .later : provenanceUpdate(of: path, by: writer, until: end) {
      case .write(let write): writes.append(write)
      case .later: later.append((path, writer))
      case .none: break
      }
      return time.now().monotonic < end
    }
    idleUpdates = updates
    for (path, writer) in later { idleUpdates.postpone(path, by: writer, at: now, after: idle) }
    return writes
  }

  private enum Update {
    case none
    case write(Write)
    /// The last author of the file is not known yet.
    case later
  }

  private func provenanceUpdate(of path: WorkspacePath, by writer: IdleUpdates.Writer, until end: Int64) -> Update {
    guard let entry = (try? recorder.entry(at: path)) ?? nil, entry.mode.isFile,
      let bytes = try? recorder.content(of: entry.id),
      // Most files have no keys: their history is not searched.
      writer == .agent || Provenance.isCarried(by: bytes), let walk = recorder.tips.origin(of: path, until: end)
    else { return .none }
    guard let mark = walk.modified?.mark else { return walk.isDone ? .none : .later }
    guard mark.kind == (writer == .agent ? "agent" : "user"),
      let fresh = recorder.disk.rules.refresh(path, bytes, mark, { walk.created?.mark }), fresh != bytes
    else { return .none }
    let origin = WriteOrigin(author: .sync, subject: "Note in \(path.string) who changed it last")
    return .write(Write(path: path, action: .put(fresh), base: .version(entry.id), origin: origin))
  }

  /// Records the start of the daemon, if the policy wants the provenance of idle files updated.
  func noteStart(at now: Int64) { if ruleBook.updatesIdle { idleUpdates.noteStart(at: now) } }

  /// Makes the updates of agents' files due at once.
  func hurryAgents() { idleUpdates.hurryAgents() }

  /// The time at which the next update is due, in monotonic nanoseconds; nil if no file waits.
  var due: Int64? { idleUpdates.due(after: ruleBook.idleTime) }
}
