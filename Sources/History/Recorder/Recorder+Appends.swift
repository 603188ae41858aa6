internal import GitObjects

/// Appends that are recorded together (decision 47).
extension Recorder {
  /// Plans the waiting version of a path if the content on disk does not continue it: it was saved, and would be lost.
  ///
  /// - Parameter onDisk: the state on disk; nil if it cannot be read as a file.
  /// - Returns: the path's entry with the plan; `recorded` if nothing was planned.
  func planWaiting(
    at path: WorkspacePath, before onDisk: DiskState?, recorded: TreeEntry?, in plan: inout TurnPlan
  ) -> TreeEntry? {
    guard !appends.isEmpty, let version = appends.take(path) else { return recorded }
    if let onDisk, onDisk.blob == version.blob || onDisk.bytes?.starts(with: version.bytes) == true {
      return recorded
    }
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
    guard mayWait, let due = appends.due(path, after: recorded.id, at: now) else {
      appends.noteRecorded(path, blob, at: now)
      return false
    }
    appends.wait(path, AppendFolds.Version(mode: mode, blob: blob, bytes: bytes))
    outcome.deferred[path] = due
    return true
  }
}

extension WorkspacePath {
  /// Whether the file has rules for other files, which apply as soon as it is saved.
  fileprivate var isRule: Bool { isOfAttributes || name == ".gitignore" || string.hasPrefix(".stet/") }
}
