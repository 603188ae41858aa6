internal import FileSystem
internal import GitObjects
internal import Journal
internal import Merge
internal import WorkTree

/// Saves whose editor had loaded the file before somebody else changed it (DESIGN "Stale saves", review A6).
extension Planner {
  /// Plans a save, and after it the changes that it had not seen if that is certain or removes nothing; nil for an
  /// ordinary save.
  ///
  /// The save is recorded first and exactly as it was; each restored text is a commit of its own author.
  func planStale(
    _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, in plan: inout TurnPlan
  ) throws -> TurnPlan.File? {
    // Lines of large files that a save removes from the attributes are added again with those files.
    guard let recorded, plan.mayRepair, !path.isOfAttributes, authors.originOfSave(path) == .person, onDisk.isSettled,
      onDisk.content == nil,
      onDisk.text == nil,
      let mode = onDisk.mode, mode.isFile,
      let blob = onDisk.blob,
      recorded.mode.isFile, recorded.id != blob, holds.reason(of: path, holding: blob) == nil
    else { return nil }
    saves.seedVersions()
    guard let versions = try versions(of: path, upTo: recorded.id), versions.list.count > 1,
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

  /// Returns a path's recent versions, the recorded one first; nil if others wrote none there recently.
  ///
  /// The recorded one is added if it is not the newest of them: a waiting append that this turn records first, or a
  /// version that the person's git wrote.
  private func versions(
    of path: WorkspacePath, upTo recorded: ObjectID
  ) throws(ObjectStoreError) -> PathVersions? {
    let seconds = time.now().seconds
    guard var versions = saves.recent.versions(of: path, at: seconds) else { return nil }
    guard versions.list.first?.blob != recorded else { return versions }
    if let waiting = saves.appends.version(at: path), waiting.blob == recorded {
      // The turn writes it later, and the save is compared with it now.
      _ = try store.write(.blob, waiting.bytes)
    }
    versions.note(RecentVersion(blob: recorded, seconds: seconds, isPlaced: false))
    return versions
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

  /// Plans a save that an append follows: the save as it was, and after it the append and other versions that it had
  /// not seen. The next save of its editor is based on it, without the appended text.
  ///
  /// - Returns: nil if no append follows it.
  func planOvertaken(
    _ text: [UInt8], onDisk: ObjectID, mode: FileMode, at path: WorkspacePath, _ versions: PathVersions,
    in plan: inout TurnPlan
  ) throws -> TurnPlan.File? {
    let list = versions.list
    guard list.count > 1, list[0].neverStood, !list[1].isAbsent, let whole = try? store.blob(list[0].blob),
      let expected = try? store.blob(list[1].blob), whole.count > expected.count, whole.starts(with: expected),
      TextMerge.isText(text)
    else { return nil }
    let appended = whole[expected.count...]
    let save = Array(text.dropLast(appended.count))
    guard text.count >= appended.count, text.suffix(appended.count).elementsEqual(appended), save != expected else {
      return nil
    }
    let blob = store.id(of: .blob, save)
    let earlier = PathVersions(Array(list[1...]), isCut: versions.isCut)
    var base = 1
    switch try saves.judge(save, blob, at: path, earlier).0 {
    case .ordinary: break
    case .replacement: saves.noteReplacement(of: path, by: blob, save, earlier.list, in: &plan)
    case .merge(let older), .notice(let older): base += older
    }
    guard let unseen = UnseenVersions(list, base: base, of: blob, besides: saves.unseen[path]?.unseen) else {
      return nil
    }
    let missed = try saves.missedTexts(unseen, over: save, at: path)
    guard let last = missed.texts.last else { return nil }
    let stands = store.id(of: .blob, last.text) == onDisk
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: blob, content: save), existed: true, origin: .person)
    var file = TurnPlan.File(mode: mode, blob: blob, bytes: save, diskBlob: onDisk, placement: nil)
    plan.files[path] = file
    for back in missed.texts {
      let new = store.id(of: .blob, back.text)
      if stands {
        // The disk already has it.
        _ = plan.add(
          PlannedChange(path: path, mode: mode, blob: new, content: back.text), existed: true, origin: back.origin)
        file.blob = new
        file.bytes = back.text
      } else {
        _ = try planContent(
          Write(path: path, action: .place(mode: mode, blob: new), origin: back.origin), back.text, mode: mode,
          over: file, in: &plan)
        file = plan.files[path] ?? file
      }
    }
    plan.files[path] = file
    plan.repairs[path] = blob
    plan.list(missed.conflicts, at: path)
    if base > 1 { plan.note(.merged, unseen, path, saves.names(unseen, path), overlaps: missed.conflicts.count) }
    return file
  }
}
