internal import FileSystem
internal import GitObjects
internal import Journal
internal import Merge
internal import WorkTree

/// Plans the recording of files that the person's git may have written.
struct GitWrites: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// Handles a file that the person's git may have written (decision 9); returns false for an ordinary change.
  ///
  /// Git knows the folder as its branch and index have it, and these follow the tip a moment later. Content that git
  /// puts into a file is therefore a change of git's version, not of the tip's. If it *is* git's version, nobody
  /// changed anything, and the tip's version is restored; any further change is merged with the tip's.
  func take(
    _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, origin: WriteOrigin, plan: inout TurnPlan,
    outcome: inout ObservationOutcome
  ) throws -> Bool {
    guard let gitView = recorder.gitView, onDisk.isSettled, let mode = onDisk.mode, let blob = onDisk.blob,
      let known = try tips.editor.entry(at: path.string, of: gitView), known.mode.isFile || known.mode == .symlink,
      known.id != recorded?.id || known.mode != recorded?.mode, !holds.isWithheld(path, blob)
    else { return false }
    let back = TreeChange(path: path.string, old: TreeEntry(name: path.name, mode: mode, id: blob), new: recorded)
    if known.id == blob, known.mode == mode {
      outcome.behind.append(back)
      return true
    }
    guard let recorded, recorded.mode.isFile, known.mode.isFile, mode.isFile, holds.reason(of: path) == nil,
      onDisk.content == nil, onDisk.text == nil,
      let bytes = try onDisk.bytes ?? tree.read(FileLocation(path), limit: disk.rules.holdOver)?.bytes,
      let merged = try mergeIntoTip(bytes, at: path, base: known.id, recorded: recorded.id)
    else { return false }
    let result = store.id(of: .blob, merged.text)
    if result == blob { return false }
    if result == recorded.id, mode == recorded.mode {
      outcome.behind.append(back)
      return true
    }
    if try !store.keeps(blob) {
      _ = plan.add(
        PlannedChange(path: path, mode: mode, blob: blob, content: bytes), existed: true, origin: .person,
        held: .captured)
    }
    let index = plan.placements.count
    plan.placements.append(
      Placement(
        path: path, kind: .exchange, slot: plan.nextSlot, expected: blob, new: result,
        besideTarget: tree.isElsewhere(path)))
    plan.files[path] = TurnPlan.File(mode: mode, blob: result, bytes: merged.text, diskBlob: blob, placement: index)
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: result, content: merged.text, placement: index), existed: true,
      origin: origin)
    if merged.overlaps > 0 {
      let conflict = Conflict(
        path: path.string, reason: .content, base: known.id, kept: result, other: recorded.id, store: store)
      plan.list([conflict], at: path)
    }
    return true
  }

  /// Merges a text with the tip's changes since its base; returns nil if it cannot be merged by lines. The tip's text is
  /// the earlier one: of lines that both changed the person's are kept.
  private func mergeIntoTip(
    _ bytes: [UInt8], at path: WorkspacePath, base: ObjectID, recorded: ObjectID
  ) throws(ObjectStoreError) -> StaleMerge? {
    let base = try store.blob(base)
    let ours = try store.blob(recorded)
    guard TextMerge.isText(base), TextMerge.isText(ours), TextMerge.isText(bytes) else { return nil }
    let driver = try tips.mergeDriver(of: path)
    return StaleMerge(base: base, earlier: ours, later: bytes, path: path.string, driver: driver)
  }
}
