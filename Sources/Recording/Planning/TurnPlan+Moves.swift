internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

/// A file that changes its name within a turn.
struct MovedFile {
  /// The present path.
  var old: WorkspacePath
  /// The new path, which is free.
  var new: WorkspacePath
  var mode: FileMode
  /// The version, which stays.
  var blob: ObjectID
  /// The pointer of a large file.
  var pointer: Pointer?
  /// Whether only the pointer's text is on disk.
  var isPlaceholder = false
}

/// Deletions and moves: functions of the plan and of the file's state.
extension TurnPlan {
  /// Plans the deletion of a path; its content is kept in history and, until the next checkpoint, in `displaced`.
  mutating func delete(_ write: Write, _ file: File) throws(WriteRefusal) -> Promise {
    guard let blob = file.blob else { throw .notFound }
    if let base = write.base.id, base != blob { throw .stale(base: base, current: blob) }
    guard file.placement == nil else { throw .beingSaved }
    let index = placements.count
    placements.append(
      Placement(
        path: write.path, kind: .remove, slot: nextSlot, expected: file.diskBlob, new: nil, besideTarget: false))
    files[write.path] = File(mode: nil, blob: nil, bytes: nil, diskBlob: file.diskBlob, placement: index)
    let draft = add(
      PlannedChange(path: write.path, mode: nil, blob: nil, content: nil, placement: index), existed: true,
      origin: write.origin)
    return Promise(token: nil, draft: draft, placement: index)
  }

  /// Notes that a placement takes a file from its old path to its new one.
  mutating func place(_ moved: MovedFile, by placement: Int) {
    files[moved.old] = File(mode: nil, blob: nil, bytes: nil, diskBlob: moved.blob, placement: placement)
    var file = File(mode: moved.mode, blob: moved.blob, bytes: nil, diskBlob: nil, placement: placement)
    file.pointer = moved.pointer
    file.isPlaceholder = moved.isPlaceholder
    files[moved.new] = file
  }

  /// Adds the two changes of a moved file; returns the index of their commit.
  mutating func add(_ moved: MovedFile, by placement: Int, origin: WriteOrigin) -> Int {
    _ = add(
      PlannedChange(path: moved.old, mode: nil, blob: nil, content: nil, placement: placement), existed: true,
      origin: origin)
    return add(
      PlannedChange(path: moved.new, mode: moved.mode, blob: moved.blob, content: nil, placement: placement),
      existed: false, origin: origin)
  }
}
