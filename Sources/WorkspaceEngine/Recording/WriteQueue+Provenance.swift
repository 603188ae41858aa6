internal import Documents
internal import GitObjects
internal import History

extension WriteQueue {
  /// Keeps in mind that the person saved a file, where the policy wants its provenance brought up to date later.
  func noteSaved(_ paths: [WorkspacePath], at now: Int64) {
    guard let first = paths.first, recorder.rules.refresh(first, [], Provenance.Mark(name: "", time: "")) != nil else {
      return
    }
    for path in paths { idleUpdates.note(path, at: now) }
  }

  /// Brings the provenance up to date in files that have been idle for long; one that somebody has open waits on.
  func updateIdle(at now: Int64) {
    guard isRecording, foreign.mayRecord(at: now), let due = idleUpdates.due, due <= now else { return }
    var writes: [Write] = []
    for path in idleUpdates.take(at: now) {
      if watcher?.isOpen(path) == true {
        idleUpdates.note(path, at: now)
        continue
      }
      guard let entry = (try? recorder.entry(at: path)) ?? nil, entry.mode.isFile,
        let bytes = try? recorder.content(of: entry.id), let mark = recorder.lastChangeByPerson(of: path),
        let fresh = recorder.rules.refresh(path, bytes, mark), fresh != bytes
      else { continue }
      let origin = WriteOrigin(author: .sync, subject: "Note in \(path.string) who changed it last")
      writes.append(Write(path: path, action: .put(fresh), base: .version(entry.id), origin: origin))
    }
    if !writes.isEmpty { _ = perform(writes) }
  }
}
