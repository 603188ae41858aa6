internal import GitObjects
internal import Journal
internal import Merge
internal import WorkTree

/// Saves over a large file whose newer content is not here yet, and appends.
extension Planner {
  /// Returns the awaited state of a path that is to be written and was saved over; nil if it waits for nothing.
  ///
  /// - Throws: `WriteRefusal` if the tip's previous version is on disk.
  func savedOver(_ path: WorkspacePath) throws(WriteRefusal) -> Unplaced? {
    guard let file = log.unplaced[path] else { return nil }
    guard file.isAwaited else { throw .disk(file.error) }
    guard let onDisk = try? disk.look(at: path, rehash: true), onDisk.isSettled, let blob = onDisk.blob,
      blob != file.expected
    else { throw .notHere }
    return file
  }

  /// Plans a conflict with the newer version of a large file: the save was based on the older one alone.
  ///
  /// Called after the save, which is kept; the path no longer waits for anything.
  func planConflict(
    of newer: TreeEntry?, with saved: ObjectID, over awaited: Unplaced, at path: WorkspacePath, in plan: inout TurnPlan
  ) {
    guard plan.ledgers.placed.insert(path).inserted, let newer, newer.mode.isFile, newer.id != saved,
      newer.id != awaited.expected
    else { return }
    let conflict = Conflict(
      path: path.string, reason: .content, base: awaited.expected, kept: saved, other: newer.id, store: store)
    plan.list([conflict], at: path)
  }

  /// Plans a conflict for a file from elsewhere if a folder is in its place and a new file in the folder takes it off
  /// the tip.
  func planConflicts(aboveNew path: WorkspacePath, in plan: inout TurnPlan) {
    guard !log.unplaced.isEmpty else { return }
    for folder in Swift.sequence(first: path, next: \.parent).dropFirst() {
      guard let file = log.unplaced[folder], !plan.ledgers.placed.contains(folder),
        let newer = (try? tips.entry(at: folder)) ?? nil, newer.mode.isFile
      else { continue }
      plan.ledgers.placed.insert(folder)
      let conflict = Conflict(
        path: folder.string, reason: .directory, base: file.expected, kept: nil, other: newer.id, store: store)
      plan.list([conflict], at: folder)
    }
  }

  /// Plans the waiting version of a path if the content on disk does not continue it: it was saved, and would be lost.
  ///
  /// - Parameter onDisk: the state on disk; nil if it cannot be read as a file.
  /// - Returns: the path's entry with the plan; `recorded` if nothing was planned.
  func planWaiting(
    at path: WorkspacePath, before onDisk: DiskState?, recorded: TreeEntry?, in plan: inout TurnPlan
  ) -> TreeEntry? {
    guard let version = saves.appends.version(at: path), !plan.ledgers.appends.contains(path) else { return recorded }
    if let onDisk, onDisk.blob == version.blob || onDisk.bytes?.starts(with: version.bytes) == true {
      if onDisk.blob == recorded?.id { plan.ledgers.appends.insert(path) }
      return recorded
    }
    plan.ledgers.appends.insert(path)
    _ = plan.add(
      PlannedChange(path: path, mode: version.mode, blob: version.blob, content: version.bytes),
      existed: recorded != nil, origin: .person)
    return TreeEntry(name: path.name, mode: version.mode, id: version.blob)
  }

  /// Makes an append wait if it closely follows another one of the same author; returns false if it must be recorded
  /// now.
  ///
  /// - Parameter mayWait: whether it was observed as a save, and nobody is asking for the recorded version.
  func foldAppend(
    _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, origin: WriteOrigin, mayWait: Bool,
    outcome: inout ObservationOutcome
  ) -> Bool {
    guard origin == .person, authors.brackets.isEmpty, let recorded, let mode = onDisk.mode, mode == recorded.mode,
      mode.isFile, onDisk.content == nil, onDisk.text == nil, let blob = onDisk.blob, let bytes = onDisk.bytes,
      bytes.count <= AppendFolds.largest, !path.isRule, disk.continues(bytes, recorded, at: path)
    else { return false }
    let now = time.now().monotonic
    guard mayWait, let due = saves.appends.due(path, after: recorded.id, at: now) else {
      saves.appends.noteRecorded(path, blob, at: now)
      return false
    }
    saves.appends.wait(path, AppendFolds.Version(mode: mode, blob: blob, bytes: bytes))
    outcome.deferred[path] = due
    return true
  }
}

extension WorkspacePath {
  /// Whether the file has rules for other files, which apply as soon as it is saved.
  fileprivate var isRule: Bool { isOfAttributes || name == ".gitignore" || string.hasPrefix(".stet/") }
}
