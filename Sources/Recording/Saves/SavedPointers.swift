internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

/// Plans the recording of saved texts that are or were pointers.
struct SavedPointers: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// Handles a saved text that is or was a pointer; returns false if it is recorded as it is.
  ///
  /// A pointer to content that is neither here nor in history, and a text that reads as a broken pointer, are never
  /// committed as an edit: the text is held, and the recorded pointer is restored. A remote is asked for the content
  /// beside the turns.
  func take(
    _ text: PointerReading, _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, origin: WriteOrigin,
    plan: inout TurnPlan
  ) throws -> Bool {
    guard let mode = onDisk.mode, let blob = onDisk.blob else { return false }
    guard let recorded, disk.pointer(of: recorded, at: path) != nil else {
      // Copied or moved here, or there was no file before: a pointer is a pointer, anything else a content.
      if text.pointer == nil { try takeAsContent(onDisk, at: path, recorded: recorded, origin, in: &plan) }
      return text.pointer == nil
    }
    if case .exact(let pointer) = text, try planner.isKnown(pointer, blob, at: path) {
      exchanges.toPlace.insert(path)
      return false
    }
    disk.remember(path, onDisk)
    let known = try store.blob(recorded.id)
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: blob, content: onDisk.bytes), existed: true, origin: origin,
      held: .pointerText)
    let index = plan.placements.count
    plan.placements.append(
      Placement(
        path: path, kind: .exchange, slot: plan.nextSlot, expected: blob, new: recorded.id,
        besideTarget: tree.isElsewhere(path)))
    var file = TurnPlan.File(
      mode: recorded.mode, blob: recorded.id, bytes: known, diskBlob: blob, placement: index)
    file.pointer = disk.pointer(in: recorded.id)
    file.isPlaceholder = true
    plan.files[path] = file
    exchanges.toPlace.insert(path)
    if case .exact(let pointer) = text {
      // Reported when the result is known.
      swapper.hold(
        EditedPointer(path: path, pointer: pointer, blob: blob, mode: mode, base: recorded.id, origin: origin))
    } else {
      plan.notices.append(SaveNotice(path: path, kind: .placeholder, others: [], overlaps: 0))
    }
    return true
  }

  /// Records a text that only looks like a pointer as the content of a large file, as git-lfs does.
  private func takeAsContent(
    _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, _ origin: WriteOrigin, in plan: inout TurnPlan
  ) throws {
    guard let large = disk.large, let bytes = onDisk.bytes, let mode = onDisk.mode else { return }
    let pointer = try large.folder.store(bytes)
    var onDisk = onDisk
    onDisk.blob = store.id(of: .blob, pointer.bytes)
    onDisk.content = pointer
    disk.remember(path, onDisk)
    guard recorded?.id != onDisk.blob || recorded?.mode != mode else { return }
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: onDisk.blob, content: pointer.bytes), existed: recorded != nil,
      origin: origin, held: holds.reason(of: path, holding: onDisk.blob))
  }
}
