internal import Documents
internal import FileSystem
internal import GitObjects
internal import LargeFiles
internal import Merge

extension Recorder {
  /// Plans new content for a path, merged with others' changes since the version that it is based on.
  func planPut(
    _ write: Write, _ bytes: [UInt8], over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    switch write.base {
    case .current:
      return try planContent(write, bytes, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
    case .absent:
      guard let blob = file.blob else {
        return try planContent(write, bytes, mode: write.mode ?? .file, over: file, in: &plan)
      }
      if write.isRescue { return try planMerge(write, base: [], bytes, over: file, in: &plan) }
      if blob == store.id(of: .blob, bytes), write.mode ?? file.mode == file.mode {
        return Promise(token: blob)
      }
      throw .exists(write.path)
    case .version(let base):
      if base == file.blob, !write.isRescue {
        return try planContent(write, bytes, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
      }
      if file.blob == store.id(of: .blob, bytes) {
        guard let mode = write.mode, mode != file.mode else { return Promise(token: file.blob) }
        return try planContent(write, bytes, mode: mode, over: file, in: &plan)
      }
      guard file.blob != nil else {
        // Deleted meanwhile: an edit by the person beats it, an agent is refused (DESIGN "Merge").
        if write.isRescue { return try planContent(write, bytes, mode: write.mode ?? .file, over: file, in: &plan) }
        throw .stale(base: base, current: nil)
      }
      if let promise = try planWhole(write, bytes, base: base, over: file, in: &plan) { return promise }
      if base == file.blob {
        return try planMerge(write, base: bytesOf(file, at: write.path), bytes, over: file, in: &plan)
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
    return try planContent(write, bytes, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
  }

  private func planMerge(
    _ write: Write, base: [UInt8], _ bytes: [UInt8], over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    let present = try bytesOf(file, at: write.path)
    if write.path.isOfAttributes, write.isRescue {
      // A line of a large file that was added meanwhile is kept beside the person's.
      let merged = TextMerge.union(base: base, ours: present, theirs: bytes)
      var promise = try planContent(write, merged, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
      promise.isMerged = merged != bytes
      return promise
    }
    if write.isRescue { return try planRescue(write, base: base, bytes, over: file, present, in: &plan) }
    let merged = TextMerge.merge(
      base: base, ours: present, theirs: bytes, prefer: .theirs, first: .ours, path: write.path.string)
    switch merged {
    case .clean(let merged):
      var promise = try planContent(write, merged, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
      promise.isMerged = merged != bytes
      return promise
    case .overlapping: throw .stale(base: write.base.id, current: file.blob)
    }
  }

  /// Returns the bytes that a planned path holds.
  func bytesOf(_ file: TurnPlan.File, at path: WorkspacePath) throws(WriteRefusal) -> [UInt8] {
    if let pointer = file.pointer {
      if let bytes = file.bytes, !file.isPlaceholder { return bytes }
      return try disk.content(of: pointer)
    }
    if let bytes = file.bytes { return bytes }
    guard let blob = file.blob else { return [] }
    do throws(ObjectStoreError) { return try store.blob(blob) } catch {}
    let content: FileContent?
    do throws(FileError) { content = try tree.read(FileLocation(path), limit: .max) } catch { throw .disk(error) }
    guard let content, store.id(of: .blob, content.bytes) == blob else { throw .beingSaved }
    return content.bytes
  }

  /// The time in nanoseconds for which a write waits for the creator of its file; a later write names it.
  private static let creationTime: Int64 = 5_000_000

  /// Plans that a path holds these bytes.
  func planContent(
    _ write: Write, _ bytes: [UInt8], mode: FileMode, over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    var bytes = bytes
    var headLines = 0
    if isStamped(write) {
      // Writing the same content again is no change, although a new stamp would make it one.
      if store.id(of: .blob, bytes) == file.blob, file.mode == mode { return Promise(token: file.blob) }
      let mark = Provenance.Mark(
        name: write.origin.author.signatureName(person: identity.name), kind: write.origin.author.kind,
        time: time.now().iso8601)
      let end = time.now().monotonic + Self.creationTime
      let lines = Self.lineCount(bytes)
      bytes = disk.rules.stamp(write.path, bytes, write.origin, mark) {
        file.blob == nil ? mark : tips.origin(of: write.path, until: end)?.created?.mark
      }
      headLines = Self.lineCount(bytes) - lines
    }
    let body = try body(bytes, at: write.path, mode: mode)
    let blob = store.id(of: .blob, body.text)
    if blob == file.blob, mode == file.mode { return Promise(token: blob, held: holds.paths[write.path]) }
    let existed = file.blob != nil
    var reason: HeldReason?
    do throws(ObjectStoreError) {
      reason = try holds.reason(forWriting: write.path, bytes: Int64(body.text.count), blob)
    } catch { throw .repository(error) }
    if body.pointer != nil, reason == nil { reason = disk.lineReason(for: write.path) }
    holds.paths[write.path] = reason
    if body.pointer != nil, reason == nil { try planLine(for: write.path, origin: write.origin, in: &plan) }
    let index: Int
    if let earlier = file.placement, plan.placements[earlier].kind == .exchange {
      index = earlier
      plan.placements[index].new = blob
    } else if file.placement != nil {
      // The same path was appended to or removed in this turn: one file, one placement.
      throw .beingSaved
    } else {
      index = plan.placements.count
      plan.placements.append(
        Placement(
          path: write.path, kind: .exchange, slot: plan.nextSlot, expected: file.diskBlob, new: blob,
          besideTarget: tree.isElsewhere(write.path)))
    }
    var planned = TurnPlan.File(
      mode: mode, blob: blob, bytes: body.disk, diskBlob: file.diskBlob, placement: index)
    planned.pointer = body.pointer
    planned.isPlaceholder = body.isPlaceholder
    plan.files[write.path] = planned
    let draft = plan.add(
      PlannedChange(path: write.path, mode: mode, blob: blob, content: body.text, placement: index), existed: existed,
      origin: write.origin, held: reason)
    return Promise(token: blob, draft: draft, placement: index, held: reason, headLines: headLines)
  }

  private static func lineCount(_ bytes: [UInt8]) -> Int { bytes.count { $0 == UInt8(ascii: "\n") } }

  /// The content for some bytes: for the tip, and for the disk.
  struct Body {
    /// The content on the tip.
    var text: [UInt8]
    /// The content on disk; nil for that of a large file, which is read from its object.
    var disk: [UInt8]?
    /// The pointer of a large file.
    var pointer: Pointer?
    /// Whether the pointer's text is written to disk.
    var isPlaceholder = false
  }

  /// Returns the content for bytes that a path is to hold; stores the object of a large file.
  private func body(_ bytes: [UInt8], at path: WorkspacePath, mode: FileMode) throws(WriteRefusal) -> Body {
    guard let large = disk.large, mode.isFile,
      disk.verdict(path, size: Int64(bytes.count)) != .plain || disk.isCopied(bytes, to: path)
    else {
      return Body(text: bytes, disk: bytes)
    }
    do {
      if case .exact(let pointer) = PointerReading(bytes) {
        guard try isKnown(pointer, store.id(of: .blob, bytes), at: path) else { throw WriteRefusal.pointerText }
        let isHere = large.folder.holds(pointer)
        if isHere, Int64(pointer.size) <= WorkTree.holdInTurn { return Body(text: bytes, pointer: pointer) }
        // Written in a turn it would make others wait, so it is placed later.
        if isHere { exchanges.toPlace.insert(path) }
        return Body(text: bytes, disk: bytes, pointer: pointer, isPlaceholder: true)
      }
      let pointer = try large.folder.store(bytes)
      return Body(text: pointer.bytes, disk: bytes, pointer: pointer)
    } catch let refusal as WriteRefusal {
      throw refusal
    } catch let error as ObjectFolderError {
      throw .disk(FileError(error, "store the content of a large file in"))
    } catch let error as ObjectStoreError {
      throw .repository(error)
    } catch { throw .beingSaved }
  }

  /// Returns whether the provenance keys of a write are updated: those of an agent's text are, those of a restored
  /// version are not.
  private func isStamped(_ write: Write) -> Bool {
    guard case .agent = write.origin.author else { return false }
    if case .place = write.action { return false }
    return true
  }

  /// Plans that a path holds a recorded version; used by restore and by undo. If the present version is not the one it
  /// is based on, texts are merged.
  func planPlace(
    _ write: Write, _ mode: FileMode, _ blob: ObjectID, over file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    if file.blob == blob, file.mode == mode { return Promise(token: blob) }
    let bytes: [UInt8]
    do throws(ObjectStoreError) { bytes = try store.blob(blob) } catch { throw .unknownVersion(blob) }
    switch write.base {
    case .current: break
    case .absent: if file.blob != nil { throw .exists(write.path) }
    case .version(let base) where base != file.blob:
      guard file.mode?.isFile == true, mode.isFile else { throw .stale(base: base, current: file.blob) }
      if let promise = try planWhole(write, bytes, base: base, over: file, in: &plan) { return promise }
      let before: [UInt8]
      do throws(ObjectStoreError) { before = try store.blob(base) } catch { throw .unknownVersion(base) }
      return try planMerge(write, base: before, bytes, over: file, in: &plan)
    case .version: break
    }
    return try planContent(write, bytes, mode: mode, over: file, in: &plan)
  }
}

extension WriteBase {
  /// The version's id, if it is one.
  var id: ObjectID? { if case .version(let id) = self { id } else { nil } }
}
