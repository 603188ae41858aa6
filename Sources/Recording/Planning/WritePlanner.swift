internal import Documents
internal import GitObjects
internal import Journal
internal import LargeFiles
internal import Merge
internal import WorkTree

/// Plans writes on top of the earlier ones of a turn.
struct WritePlanner: SwapperPart {
  /// Plans the content of paths.
  let planner: Planner

  /// Large files: their copies and exchanges.
  var swapper: LargeSwapper { planner.swapper }

  /// Plans a write on top of the existing plan.
  func plan(_ write: Write, in plan: inout TurnPlan) throws(WriteRefusal) -> Promise {
    var write = write
    if case .move = write.action {
    } else if case .delete = write.action {
    } else if case .place = write.action {
    } else {
      write.path = try tree.resolveLink(write.path)
    }
    if case .move(let target) = write.action {
      var promise = try planMove(write, to: target, in: &plan)
      promise.before = promise.token
      return promise
    }
    let file = try planner.current(of: write, in: &plan)
    var promise = try self.plan(write, over: file, in: &plan)
    promise.before = file.blob
    return promise
  }

  private func plan(
    _ write: Write, over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    switch write.action {
    case .put(let bytes):
      return try planPut(write, write.keepsForm ? formed(bytes, as: file) : bytes, over: file, in: &plan)
    case .place(let mode, let blob): return try planPlace(write, mode, blob, over: file, in: &plan)
    case .append(let bytes):
      guard let mark = write.lineMark else { return try planAppend(write, bytes, to: file, in: &plan) }
      return try planLine(write, bytes, unless: mark, to: file, in: &plan)
    case .edit(let old, let new, let everywhere):
      return try planEdit(write, replacing: old, with: new, everywhere: everywhere, in: file, plan: &plan)
    case .delete: return try plan.delete(write, file)
    case .move: throw .notFound
    }
  }

  /// Returns a whole new text with the line ends and the byte order mark of the present one; unchanged if that is no
  /// text, or cannot be read, which the write will report.
  private func formed(_ bytes: [UInt8], as file: TurnPlan.File) -> [UInt8] {
    guard let blob = file.blob, file.mode != .symlink, file.pointer == nil,
      let onDisk = file.bytes ?? (try? store.blob(blob)),
      TextMerge.isText(onDisk)
    else { return bytes }
    return TextForm(onDisk).whole(bytes)
  }

  /// Plans new content for a path, merged with others' changes since the version that it is based on.
  func planPut(
    _ write: Write, _ bytes: [UInt8], over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    switch PutVerdict(write, blob: { store.id(of: .blob, bytes) }, over: file.blob, mode: file.mode) {
    case .unchanged: return Promise(token: file.blob)
    case .write(let mode): return try planner.planContent(write, bytes, mode: mode, over: file, in: &plan)
    case .exists: throw .exists(write.path)
    case .deleted(let base): throw .stale(base: base, current: nil)
    case .merge(nil): return try planMerge(write, base: [], bytes, over: file, in: &plan)
    case .merge(let base?):
      if let promise = try planWhole(write, bytes, base: base, over: file, in: &plan) { return promise }
      if base == file.blob {
        return try planMerge(write, base: planner.bytesOf(file, at: write.path), bytes, over: file, in: &plan)
      }
      let baseBytes: [UInt8]
      do throws(ObjectStoreError) { baseBytes = base == .emptyBlob ? [] : try store.blob(base) } catch {
        throw .unknownVersion(base)
      }
      return try planMerge(write, base: baseBytes, bytes, over: file, in: &plan)
    }
  }

  /// Plans content that replaces a newer version of a large file, or was based on one: versions of large files are
  /// never merged. nil for texts.
  private func planWhole(
    _ write: Write, _ bytes: [UInt8], base: ObjectID, over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise? {
    guard file.pointer != nil || disk.verdict(write.path, size: Int64(bytes.count)) != .plain else { return nil }
    guard write.isRescue else { throw .stale(base: base, current: file.blob) }
    let promise = try planner.planContent(
      write, bytes, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
    planConflict(of: file, with: promise, after: write, in: &plan)
    return promise
  }

  /// Plans a conflict with the version that a displaced content replaces whole and was not made from.
  private func planConflict(
    of file: TurnPlan.File, with promise: Promise, after write: Write, in plan: inout TurnPlan
  ) {
    guard write.isRescue, promise.held == nil, file.mode?.isFile == true, let other = file.blob,
      other != promise.token, other != write.base.id
    else { return }
    let base = write.base.id == .emptyBlob ? nil : write.base.id
    let conflict = Conflict(
      path: write.path.string, reason: .content, base: base, kept: promise.token, other: other, store: store)
    plan.list([conflict], at: write.path)
  }

  private func planMerge(
    _ write: Write, base: [UInt8], _ bytes: [UInt8], over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    let present = try planner.bytesOf(file, at: write.path)
    if write.path.isOfAttributes, write.isRescue {
      // A line of a large file that was added meanwhile is kept beside the person's.
      let merged = TextMerge.union(base: base, ours: present, theirs: bytes)
      var promise = try planner.planContent(
        write, merged, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
      promise.isMerged = merged != bytes
      return promise
    }
    if write.isRescue { return try planRescue(write, base: base, bytes, over: file, present, in: &plan) }
    let driver: MergeDriver
    do throws(ObjectStoreError) { driver = try tips.mergeDriver(of: write.path) } catch { throw .repository(error) }
    let merged = TextMerge.merge(
      base: base, ours: present, theirs: bytes, prefer: .theirs, first: .ours, path: write.path.string, driver: driver)
    switch merged {
    case .clean(let merged):
      var promise = try planner.planContent(
        write, merged, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
      promise.isMerged = merged != bytes
      return promise
    case .overlapping: throw .stale(base: write.base.id, current: file.blob)
    }
  }

  /// Plans that a path holds a recorded version; used by restore, by undo, and for displaced contents of large files. If
  /// the present version is not the one it is based on, texts are merged, and a displaced content replaces it.
  func planPlace(
    _ write: Write, _ mode: FileMode, _ blob: ObjectID, over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    if file.blob == blob, file.mode == mode { return Promise(token: blob) }
    let bytes: [UInt8]
    do throws(ObjectStoreError) { bytes = try store.blob(blob) } catch { throw .unknownVersion(blob) }
    switch write.base {
    case .current: break
    case .absent: if file.blob != nil, !write.isRescue { throw .exists(write.path) }
    case .version(let base) where base != file.blob && !write.isRescue:
      guard file.mode?.isFile == true, mode.isFile else { throw .stale(base: base, current: file.blob) }
      if let promise = try planWhole(write, bytes, base: base, over: file, in: &plan) { return promise }
      let before: [UInt8]
      do throws(ObjectStoreError) { before = try store.blob(base) } catch { throw .unknownVersion(base) }
      return try planMerge(write, base: before, bytes, over: file, in: &plan)
    case .version: break
    }
    let promise = try planner.planContent(write, bytes, mode: mode, over: file, in: &plan)
    planConflict(of: file, with: promise, after: write, in: &plan)
    return promise
  }

  /// Plans the merge of a displaced text with the one that displaced it: both are kept; in overlaps the displaced one
  /// is kept, and the other is a conflict.
  func planRescue(
    _ write: Write, base: [UInt8], _ bytes: [UInt8], over file: TurnPlan.File, _ onDisk: [UInt8],
    in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    let driver: MergeDriver
    var (from, base) = (write.base.id, base)
    do throws(ObjectStoreError) {
      driver = try tips.mergeDriver(of: write.path)
      if let older = try saves.olderBase(of: write, bytes, over: (file.blob, onDisk), in: &plan) {
        (from, base) = older
      }
      // The editor that saved it still has it: its next save is based on it.
      let blob = try store.write(.blob, bytes)
      plan.rescued[write.path] = StoredObject(kind: .blob, content: bytes)
      plan.repairs[write.path] = blob
    } catch { throw .repository(error) }
    let merged = StaleMerge(base: base, earlier: onDisk, later: bytes, path: write.path.string, driver: driver)
    var promise = try planner.planContent(
      write, merged.text, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
    promise.isMerged = merged.text != bytes
    if merged.overlaps > 0, promise.held == nil {
      // There was no file: the empty text is stored nowhere.
      if from == .emptyBlob, !store.contains(.emptyBlob) { from = nil }
      let conflict = Conflict(
        path: write.path.string, reason: .content, base: from, kept: promise.token, other: file.blob, store: store)
      plan.list([conflict], at: write.path)
    }
    return promise
  }
}

extension WriteBase {
  /// The version's id, if it is one.
  var id: ObjectID? { if case .version(let id) = self { id } else { nil } }
}
