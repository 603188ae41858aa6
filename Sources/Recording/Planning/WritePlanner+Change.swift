internal import Documents
internal import FileSystem
internal import GitObjects
internal import Journal
internal import LargeFiles
internal import Merge
internal import WorkTree

extension WritePlanner {
  /// Plans an append: a real `O_APPEND` write to the existing inode, never an exchange (review A11).
  func planAppend(
    _ write: Write, _ bytes: [UInt8], to file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    guard let mode = file.mode, let before = file.blob else {
      return try planner.planContent(write, bytes, mode: .file, over: file, in: &plan)
    }
    guard !bytes.isEmpty else { return Promise(token: before) }
    let content = try planner.bytesOf(file, at: write.path) + bytes
    try checkPointer(content, write)
    if file.placement != nil {
      var rewrite = write
      rewrite.action = .put(content)
      return try planner.planContent(rewrite, content, mode: mode, over: file, in: &plan)
    }
    let text: [UInt8]
    var planned = TurnPlan.File(mode: mode, blob: nil, bytes: content, diskBlob: file.diskBlob)
    if file.pointer != nil || disk.verdict(write.path, size: Int64(content.count)) != .plain, let large = disk.large {
      // Nothing can be appended to a placeholder; if the content is here, both are written at once.
      guard file.pointer == nil || !file.isPlaceholder else {
        var rewrite = write
        rewrite.action = .put(content)
        return try planner.planContent(rewrite, content, mode: mode, over: file, in: &plan)
      }
      do throws(ObjectFolderError) { planned.pointer = try large.folder.store(content) } catch {
        throw .disk(FileError(error, "store the content of a large file in"))
      }
      text = planned.pointer?.bytes ?? []
    } else {
      text = content
    }
    let blob = store.id(of: .blob, text)
    planned.blob = blob
    var reason: HeldReason?
    do throws(ObjectStoreError) {
      reason = try holds.reason(forWriting: write.path, bytes: Int64(text.count), blob)
    } catch { throw .repository(error) }
    if planned.pointer != nil, reason == nil { reason = disk.lineReason(for: write.path) }
    if planned.pointer != nil, reason == nil { try planner.planLine(for: write.path, origin: write.origin, in: &plan) }
    let index = plan.placements.count
    plan.placements.append(
      Placement(
        path: write.path, kind: .append, slot: plan.nextSlot, expected: before, new: blob, appended: bytes))
    planned.placement = index
    plan.files[write.path] = planned
    let draft = plan.add(
      PlannedChange(path: write.path, mode: mode, blob: blob, content: text, placement: index), existed: true,
      origin: write.origin, held: reason)
    return Promise(token: blob, draft: draft, placement: index, held: reason)
  }

  /// Plans the append of a line of its own, unless a line of the present content begins with the mark.
  func planLine(
    _ write: Write, _ bytes: [UInt8], unless mark: [UInt8], to file: TurnPlan.File, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    guard file.blob != nil else { return try planAppend(write, bytes, to: file, in: &plan) }
    let present = try planner.bytesOf(file, at: write.path)
    guard !ByteSearch.hasLine(startingWith: mark, in: present) else { return Promise(token: file.blob) }
    let isOpen = present.last.map { $0 != UInt8(ascii: "\n") } ?? false
    return try planAppend(write, (isOpen ? [UInt8(ascii: "\n")] : []) + bytes, to: file, in: &plan)
  }

  /// Plans the replacement of a text that is found once; with a token the text is searched in that version and merged.
  func planEdit(
    _ write: Write, replacing old: String, with new: String, everywhere: Bool, in file: TurnPlan.File,
    plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    guard file.blob != nil else { throw .notFound }
    let source: [UInt8]
    if let base = write.base.id, base != file.blob {
      if file.pointer != nil, let pointer = disk.pointer(in: base) {
        source = try disk.content(of: pointer)
      } else {
        do throws(ObjectStoreError) { source = try store.blob(base) } catch { throw .unknownVersion(base) }
      }
    } else {
      source = try planner.bytesOf(file, at: write.path)
    }
    let result = try TextReplacement(old: old, new: new, everywhere: everywhere).applied(to: source)
    try checkPointer(result, write)
    var rewrite = write
    rewrite.action = .put(result)
    return try planPut(rewrite, result, over: file, in: &plan)
  }

  /// Refuses a change by an agent that makes a pointer: the file would have the content that it stands for, which the
  /// agent perhaps may not read.
  private func checkPointer(_ bytes: [UInt8], _ write: Write) throws(WriteRefusal) {
    guard case .agent = write.origin.author, PointerReading(bytes).pointer != nil else { return }
    throw .pointerText
  }

  /// Plans the rename of a file or folder to a free name.
  func planMove(_ write: Write, to target: WorkspacePath, in plan: inout TurnPlan) throws(WriteRefusal) -> Promise {
    return try WriteRefusal.mapping(otherwise: .notFound) {
      guard try tree.stamp(of: FileLocation(target)) == nil, try tips.entry(at: target) == nil,
        plan.files[target] == nil
      else { throw WriteRefusal.exists(target) }
      for path in [write.path, target] {
        if let folder = tree.foreignFolder(on: path) { throw WriteRefusal.foreign(folder) }
      }
      guard let stamp = try tree.stamp(of: FileLocation(write.path)) else { throw WriteRefusal.notFound }
      guard !target.isBelow(write.path) else { throw WriteRefusal.exists(target) }
      if stamp.kind == .directory, let folder = try tree.foreignFolder(below: write.path) {
        throw WriteRefusal.foreign(folder)
      }
      var write = write
      write.origin.renamed.append(PathRename(from: write.path.string, to: target.string))
      return stamp.kind == .directory
        ? try planFolderMove(write, to: target, in: &plan) : try planFileMove(write, to: target, in: &plan)
    }
  }

  private func planFileMove(
    _ write: Write, to target: WorkspacePath, in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    let file = try planner.current(of: write, in: &plan)
    guard let mode = file.mode, let blob = file.blob else { throw .notFound }
    if let base = write.base.id, base != blob { throw .stale(base: base, current: blob) }
    guard file.placement == nil else { throw .beingSaved }
    let index = plan.placements.count
    plan.placements.append(
      Placement(path: write.path, kind: .move, slot: plan.nextSlot, expected: blob, new: blob, target: target))
    let moved = MovedFile(
      old: write.path, new: target, mode: mode, blob: blob, pointer: file.pointer, isPlaceholder: file.isPlaceholder)
    plan.place(moved, by: index)
    if file.pointer != nil { try planner.planLine(for: target, origin: write.origin, in: &plan) }
    let draft = plan.add(moved, by: index, origin: write.origin)
    return Promise(token: blob, draft: draft, placement: index)
  }

  /// Plans a folder's move; the caller scanned it before, so that the tip has its content.
  private func planFolderMove(
    _ write: Write, to target: WorkspacePath, in plan: inout TurnPlan
  ) throws -> Promise {
    guard let folder = try tips.entry(at: write.path), folder.mode == .tree else { throw WriteRefusal.notFound }
    // All names are checked before the plan changes: a refused write leaves nothing in it.
    let files = try Tree.flatten(folder.id, in: store).map { file in
      let old = try WorkspacePath(write.path.string + "/" + file.path)
      guard plan.files[old]?.placement == nil else { throw WriteRefusal.beingSaved }
      return (old: old, new: try WorkspacePath(target.string + "/" + file.path), entry: file.entry)
    }
    let index = plan.placements.count
    plan.placements.append(
      Placement(path: write.path, kind: .move, slot: plan.nextSlot, expected: nil, new: nil, target: target))
    var draft = 0
    for (old, new, entry) in files {
      let moved = MovedFile(
        old: old, new: new, mode: entry.mode, blob: entry.id, pointer: disk.pointer(of: entry, at: old),
        isPlaceholder: disk.cache[old]?.isLarge != true)
      disk.cache[old] = nil
      plan.place(moved, by: index)
      if moved.pointer != nil { try planner.planLine(for: new, origin: write.origin, in: &plan) }
      draft = plan.add(moved, by: index, origin: write.origin)
    }
    return Promise(token: nil, draft: draft, placement: index)
  }
}
