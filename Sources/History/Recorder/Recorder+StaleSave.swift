internal import FileSystem
internal import GitObjects
internal import Merge

/// Saves whose editor had loaded the file before somebody else changed it (DESIGN "Stale saves", review A6).
extension Recorder {
  /// Plans a save, and after it the changes that it had not seen if that is certain or removes nothing; nil for an
  /// ordinary save.
  ///
  /// The save is recorded first and exactly as it was; each restored text is a commit of its own author.
  func planStale(
    _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, in plan: inout TurnPlan
  ) throws -> TurnPlan.File? {
    // Lines of large files that a save removes from the attributes are added again with those files.
    guard mayRepair, !path.isOfAttributes, authors.originOfSave(path) == .person, onDisk.isSettled,
      onDisk.content == nil,
      onDisk.text == nil,
      let mode = onDisk.mode, mode.isFile,
      let blob = onDisk.blob, let recorded,
      recorded.mode.isFile, recorded.id != blob, holds.reason(of: path, holding: blob) == nil
    else { return nil }
    saves.seedVersions()
    guard let versions = saves.recent.versions(of: path, at: time.now().seconds), versions.list.count > 1,
      versions.list[0].blob == recorded.id,
      let text = try onDisk.bytes ?? tree.read(FileLocation(path), limit: disk.rules.holdOver)?.bytes
    else { return nil }
    if let file = try planOvertaken(text, onDisk: blob, mode: mode, at: path, versions, in: &plan) { return file }
    let (verdict, isCertain) = try saves.judge(text, blob, at: path, versions)
    switch verdict {
    case .ordinary: return nil
    case .replacement:
      saves.noteReplacement(of: path, by: blob, text, versions.list, in: &plan)
      return nil
    case .notice(let base):
      guard let unseen = UnseenVersions(versions.list, base: base, of: blob, besides: saves.unseen[path]?.unseen) else {
        return nil
      }
      let missed = try saves.missedTexts(unseen, over: text, at: path)
      if missed.isNothing { return nil }
      // Nothing shows whether the person saw them. A text that is only appended to a file, or to a log, removes
      // nothing.
      if isCertain, missed.conflicts.isEmpty, missed.isAppended || missed.isLog {
        return planRepair(Save(path: path, mode: mode, blob: blob, text: text), missed, unseen, in: &plan)
      }
      plan.note(.stands, unseen, path, saves.names(unseen, path))
      return nil
    case .merge(let base):
      guard let unseen = UnseenVersions(versions.list, base: base, of: blob, besides: saves.unseen[path]?.unseen) else {
        return nil
      }
      let missed = try saves.missedTexts(unseen, over: text, at: path)
      if missed.isNothing { return nil }
      return planRepair(Save(path: path, mode: mode, blob: blob, text: text), missed, unseen, in: &plan)
    }
  }

  /// A save that is planned.
  private struct Save {
    var path: WorkspacePath
    var mode: FileMode
    var blob: ObjectID
    var text: [UInt8]
  }

  /// Plans a save and, after it, the changes that it had not seen.
  private func planRepair(
    _ save: Save, _ missed: MissedTexts, _ unseen: UnseenVersions, in plan: inout TurnPlan
  ) -> TurnPlan.File {
    let path = save.path
    _ = plan.add(
      PlannedChange(path: path, mode: save.mode, blob: save.blob, content: save.text), existed: true, origin: .person)
    var file = TurnPlan.File(mode: save.mode, blob: save.blob, bytes: save.text, diskBlob: save.blob, placement: nil)
    plan.files[path] = file
    for back in missed.texts {
      // If these cannot be planned, the save is kept as it is; it is recorded in any case.
      guard
        (try? planContent(
          Write(path: path, action: .place(mode: save.mode, blob: save.blob), origin: back.origin), back.text,
          mode: save.mode, over: file, in: &plan)) != nil, let planned = plan.files[path]
      else { break }
      file = planned
    }
    plan.repairs[path] = save.blob
    let isPlanned = missed.texts.isEmpty || file.placement != nil
    if isPlanned { plan.list(missed.conflicts, at: path) }
    plan.note(
      isPlanned ? .merged : .stands, unseen, path, saves.names(unseen, path), overlaps: missed.conflicts.count)
    return file
  }
}

extension TurnPlan {
  /// Plans a commit of Stet that lists conflicts of a path and changes nothing.
  mutating func list(_ conflicts: [Conflict], at path: WorkspacePath) {
    guard !conflicts.isEmpty else { return }
    drafts.append(Draft(origin: .listing(conflicts, at: path), isHeld: false))
  }

  /// Adds a notice about a save, to be reported when the turn is done.
  mutating func note(
    _ kind: SaveNotice.Kind, _ missed: UnseenVersions, _ path: WorkspacePath, _ others: [String], overlaps: Int = 0
  ) {
    unseen[path] = missed
    notices.append(SaveNotice(path: path, kind: kind, others: others, overlaps: overlaps))
  }
}

extension WriteOrigin {
  /// The origin of a commit that lists conflicts of a path.
  static func listing(_ conflicts: [Conflict], at path: WorkspacePath) -> WriteOrigin {
    var origin = WriteOrigin(author: .sync, subject: "List a conflict in \(path)")
    origin.conflicts = conflicts.map(\.trailer)
    return origin
  }
}
