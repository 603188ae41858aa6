internal import Documents
internal import FileSystem
internal import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

extension Planner {
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
        name: write.origin.author.signatureName(person: saves.identity.name), kind: write.origin.author.kind,
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
    if blob == file.blob, mode == file.mode {
      return Promise(token: blob, held: plan.ledgers.holds[write.path] ?? holds.paths[write.path])
    }
    let existed = file.blob != nil
    var reason: HeldReason?
    do throws(ObjectStoreError) {
      reason = try holds.reason(forWriting: write.path, bytes: Int64(body.text.count), blob)
    } catch { throw .repository(error) }
    if body.pointer != nil, reason == nil { reason = disk.lineReason(for: write.path) }
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
    holds.note(reason, for: write.path, in: &plan)
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
        if isHere, Int64(pointer.size) <= DiskView.holdInTurn { return Body(text: bytes, pointer: pointer) }
        // Written in a turn it would make others wait, so it is placed later.
        if isHere { swapper.exchanges.toPlace.insert(path) }
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

  /// Returns whether a pointer's content is here, a remote just confirmed it, or history has the pointer, so that some
  /// machine had the content.
  func isKnown(_ pointer: Pointer, _ blob: ObjectID, at path: WorkspacePath) throws(ObjectStoreError) -> Bool {
    if disk.large?.folder.holds(pointer) == true || swapper.vouched.contains(pointer.id) { return true }
    guard store.contains(blob) else { return false }
    if try tips.heldEntry(at: path)?.id != blob { return true }
    // A version that was held once may be recorded by now: a remote confirmed it, or it was fetched.
    guard let tip = tips.tip, let line = try? tips.graph.firstParents(of: tip, limit: Self.mostLookedThrough) else {
      return false
    }
    return line.contains { id in
      guard let commit = try? tips.graph.commit(id) else { return false }
      return (try? tips.editor.entry(at: path.string, of: commit.tree))??.id == blob
    }
  }

  /// The greatest number of commits that are searched for a version that was held once.
  private static let mostLookedThrough = 1_000
}

/// Lines of `.gitattributes`.
extension Planner {
  /// Plans the line that a large file needs in `.gitattributes`, unless attributes already name it. The line precedes
  /// the file's own change and is therefore in the same commit, of the same author.
  ///
  /// An unrecorded save of `.gitattributes` by the person is planned as theirs before.
  ///
  /// - Throws: `WriteRefusal` if the file cannot be written now.
  func planLine(for path: WorkspacePath, origin: WriteOrigin, in plan: inout TurnPlan) throws(WriteRefusal) {
    guard disk.rules.largeFilter(path) != .lfs, let attributes = try? WorkspacePath(".gitattributes") else { return }
    // A placed version is never stamped with a name.
    let write = Write(
      path: attributes, action: .place(mode: .file, blob: .emptyBlob), origin: origin, believesDeletion: true)
    let file = try current(of: write, in: &plan)
    guard file.mode?.isFile ?? true else { throw .notAFile }
    let before = try bytesOf(file, at: attributes)
    let text = AttributeLine.adding([path], to: before)
    guard text != before else { return }
    // The lines of one commit are one change.
    if let index = file.placement, let last = plan.drafts.indices.last, plan.drafts[last].origin == origin,
      plan.drafts[last].changes[attributes]?.placement == index, plan.placements[index].kind == .exchange
    {
      let blob = store.id(of: .blob, text)
      plan.placements[index].new = blob
      plan.files[attributes]?.blob = blob
      plan.files[attributes]?.bytes = text
      plan.drafts[last].changes[attributes]?.blob = blob
      plan.drafts[last].changes[attributes]?.content = text
      return
    }
    _ = try planContent(write, text, mode: file.mode ?? .file, over: file, in: &plan)
  }
}
