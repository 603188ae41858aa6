internal import FileSystem
internal import GitObjects
internal import Merge

/// Appends that were written after a save that was not observed.
extension Recorder {
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
