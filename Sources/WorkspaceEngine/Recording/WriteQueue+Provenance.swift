internal import Documents
internal import GitObjects
internal import History

/// The provenance keys of files that were saved in the folder.
extension WriteQueue {
  /// So many files are brought up to date in one turn.
  private static let mostIdle = 200
  /// A turn looks for so long at who changed them, in nanoseconds: each file may take a walk through history.
  private static let idleTime: Int64 = 25_000_000

  /// Keeps in mind that the person saved files, where the policy wants their provenance brought up to date later. While an
  /// agent's own tool is at work, whose they are is read from the commits.
  func noteSaved(_ paths: [WorkspacePath], since before: ObjectID?, at now: Int64) {
    guard recorder.brackets.isEmpty else { return noteSaved(since: before, at: now) }
    guard ruleBook.updatesIdle else { return }
    for path in paths { idleUpdates.note(path, by: .person, at: now) }
  }

  /// The same for all that was recorded since a commit; nil for the newest commits.
  func noteSaved(since before: ObjectID?, at now: Int64) {
    guard let tip = recorder.tip, tip != before else { return }
    for change in (try? recorder.changes(since: before, to: tip)) ?? [] {
      let isPersons = change.author.kind == "user"
      guard isPersons ? ruleBook.updatesIdle : change.author.kind == "agent" else { continue }
      for path in change.paths.compactMap({ try? WorkspacePath($0) }) {
        idleUpdates.note(path, by: isPersons ? .person : .agent, at: now)
      }
    }
  }

  /// Brings up to date what the tools of agents wrote past the door, at the end of an agent's turn: while it works, it
  /// would take the change for somebody else's.
  func updateReported() {
    idleUpdates.hurryAgents()
    updateIdle(at: time.now().monotonic)
  }

  /// Brings the provenance up to date in files that have been idle for long. A file that
  /// somebody has open, or whose history is not looked through yet, waits.
  func updateIdle(at now: Int64) {
    let idle = ruleBook.idleTime
    guard gate.allows(.record, at: now) == .now, let due = idleUpdates.due(after: idle), due <= now else { return }
    if idleUpdates.takeStart(at: now, after: idle) { noteSaved(since: nil, at: now - idle) }
    let end = time.now().monotonic + Self.idleTime
    var writes: [Write] = []
    var later: [(WorkspacePath, IdleUpdates.Writer)] = []
    var updates = idleUpdates
    updates.take(at: now, after: idle, atMost: Self.mostIdle) { path, writer in
      switch watcher?.isOpen(path) == true ? .later : provenanceUpdate(of: path, by: writer, until: end) {
      case .write(let write): writes.append(write)
      case .later: later.append((path, writer))
      case .none: break
      }
      return time.now().monotonic < end
    }
    idleUpdates = updates
    for (path, writer) in later { idleUpdates.postpone(path, by: writer, at: now, after: idle) }
    if !writes.isEmpty { _ = perform(writes) }
  }

  private enum Update {
    case none
    case write(Write)
    /// It is not known yet who changed the file last.
    case later
  }

  private func provenanceUpdate(of path: WorkspacePath, by writer: IdleUpdates.Writer, until end: Int64) -> Update {
    guard let entry = (try? recorder.entry(at: path)) ?? nil, entry.mode.isFile,
      let bytes = try? recorder.content(of: entry.id),
      // Most files have no keys: history is not asked about them.
      writer == .agent || Provenance.isCarried(by: bytes), let walk = recorder.origin(of: path, until: end)
    else { return .none }
    guard let mark = walk.modified?.mark else { return walk.isDone ? .none : .later }
    guard mark.kind == (writer == .agent ? "agent" : "user"),
      let fresh = recorder.rules.refresh(path, bytes, mark, { walk.created?.mark }), fresh != bytes
    else { return .none }
    let origin = WriteOrigin(author: .sync, subject: "Note in \(path.string) who changed it last")
    return .write(Write(path: path, action: .put(fresh), base: .version(entry.id), origin: origin))
  }
}
