internal import FileSystem
internal import GitObjects
internal import Merge

/// Saves whose editor had loaded the file before somebody else changed it (DESIGN "Stale saves", review A6).
extension Recorder {
  /// The greatest number of bytes of versions that a save is compared with.
  private static let compared = 4 << 20

  /// Takes the notices about saves since the last call; each once.
  package func takeSaveNotices() -> [SaveNotice] {
    defer { saveNotices = [] }
    return saveNotices
  }

  /// Plans a save, and after it the changes that it had not seen if that is certain or removes nothing; nil for an
  /// ordinary save.
  ///
  /// The save is recorded first and exactly as it was; each restored text is a commit of its own author.
  func planStale(
    _ onDisk: DiskState, at path: WorkspacePath, recorded: TreeEntry?, in plan: inout TurnPlan
  ) throws -> TurnPlan.File? {
    // Lines of large files that a save removes from the attributes are added again with those files.
    guard mayRepair, !path.isOfAttributes, originOfSave(path) == .person, onDisk.isSettled, onDisk.content == nil,
      onDisk.text == nil,
      let mode = onDisk.mode, mode.isFile,
      let blob = onDisk.blob, let recorded,
      recorded.mode.isFile, recorded.id != blob, holdReason(of: path, holding: blob) == nil
    else { return nil }
    seedVersions()
    guard let versions = recent.versions(of: path, at: time.now().seconds), versions.list.count > 1,
      versions.list[0].blob == recorded.id,
      let text = try onDisk.bytes ?? tree.read(FileLocation(path), limit: disk.rules.holdOver)?.bytes
    else { return nil }
    if let file = try planOvertaken(text, onDisk: blob, mode: mode, at: path, versions, in: &plan) { return file }
    let (verdict, isCertain) = try judge(text, blob, at: path, versions)
    switch verdict {
    case .ordinary: return nil
    case .replacement:
      noteReplacement(of: path, by: blob, text, versions.list, in: &plan)
      return nil
    case .notice(let base):
      guard let unseen = UnseenVersions(versions.list, base: base, of: blob, besides: unseen[path]?.unseen) else {
        return nil
      }
      let missed = try missedTexts(unseen, over: text, at: path)
      if missed.isNothing { return nil }
      // Nothing shows whether the person saw them. A text that is only appended to a file, or to a log, removes
      // nothing.
      if isCertain, missed.conflicts.isEmpty, missed.isAppended || missed.isLog {
        return planRepair(Save(path: path, mode: mode, blob: blob, text: text), missed, unseen, in: &plan)
      }
      plan.note(.stands, unseen, path, names(unseen, path))
      return nil
    case .merge(let base):
      guard let unseen = UnseenVersions(versions.list, base: base, of: blob, besides: unseen[path]?.unseen) else {
        return nil
      }
      let missed = try missedTexts(unseen, over: text, at: path)
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
      isPlanned ? .merged : .stands, unseen, path, names(unseen, path), overlaps: missed.conflicts.count)
    return file
  }

  /// Returns the meaning of a save, and whether the version that it was made from is certainly among the known ones.
  func judge(
    _ text: [UInt8], _ blob: ObjectID, at path: WorkspacePath, _ known: PathVersions
  ) throws(ObjectStoreError) -> (StaleSave, isCertain: Bool) {
    let versions = known.list
    // Whether somebody read each version; nil if unknown.
    var wasRead = versions.map { version -> Bool? in
      if version.neverStood { return false }
      return version.isPlaced ? version.witness.flatMap { tree.wasRead($0) } : true
    }
    // A version that was mapped and is still open was read without an event.
    if wasRead[0] == false, !versions[0].neverStood, (try? tree.use(of: FileLocation(path))) == .read {
      wasRead[0] = true
    }
    if let base = versions.firstIndex(where: { $0.blob == blob && !$0.isAbsent }) {
      // The same buffer again, after its save was merged and before anybody saw that.
      return (versions[0].repairs == blob && wasRead[0] == false ? .merge(base: base) : .replacement, true)
    }
    // A text that existed before, at any time and path: a copy is restored.
    if store.contains(blob), !wasTemporary(blob, at: path) { return (.replacement, true) }
    var candidates: [StaleSave.Version] = []
    var room = Self.compared
    for (version, wasRead) in zip(versions, wasRead) {
      if version.isAbsent {
        candidates.append(StaleSave.Version(text: nil))
        break
      }
      guard let content = try? store.blob(version.blob) else { break }
      room -= content.count + text.count
      if room < 0 { break }
      candidates.append(
        StaleSave.Version(
          text: content, isUnread: wasRead == false, wasRead: wasRead == true, writer: writer(of: version)))
    }
    let verdict = StaleSave.classify(text, versions: candidates, gitRanLately: gitRanLately)
    guard candidates.count < versions.count || known.isCut else { return (verdict, true) }
    // The nearest of the known versions: an older one may be nearer.
    switch verdict {
    case .merge(let base) where base == candidates.count - 1: return (.notice(base: base), false)
    case .notice(let base): return (verdict, base < candidates.count - 1)
    default: return (verdict, true)
    }
  }

  /// Returns whether a content is known only from another file that was made lately and is deleted: an editor's
  /// temporary, which was observed before it got the file's name.
  private func wasTemporary(_ blob: ObjectID, at path: WorkspacePath) -> Bool {
    let known = recent.temporaries(holding: blob).filter { $0 != path }
    return !known.isEmpty && known.allSatisfy { (try? tree.stamp(of: FileLocation($0))) == .some(nil) }
  }

  /// Returns the writer of a version.
  private func writer(of version: RecentVersion) -> StaleSave.Writer {
    guard version.isPlaced else { return .person }
    if case .agent? = version.origin?.author { return .agent }
    return .elsewhere
  }

  /// Records a notice about the changes that a replacement removes, if others wrote them.
  func noteReplacement(
    of path: WorkspacePath, by blob: ObjectID, _ text: [UInt8], _ versions: [RecentVersion], in plan: inout TurnPlan
  ) {
    let base =
      versions.firstIndex { $0.blob == blob && !$0.isAbsent } ?? versions.firstIndex { !$0.isPlaced }
      ?? versions.count - 1
    guard let unseen = UnseenVersions(versions, base: base, of: blob, besides: unseen[path]?.unseen) else { return }
    // A text that was changed throughout may hold all of them. Content left by a power cut is among the versions, and
    // was never stored.
    if (try? missedTexts(unseen, over: text, at: path).isNothing) == true { return }
    plan.note(.replaced, unseen, path, names(unseen, path))
  }

  /// Returns the names of the authors of the versions that a save had not seen, each once.
  func names(_ unseen: UnseenVersions, _ path: WorkspacePath) -> [String] {
    var names: [String] = []
    for step in unseen.steps where step.version.isPlaced {
      let origin = origin(of: step.version, at: path)
      let name = origin.author.signatureName(person: origin.person?.name ?? identity.name)
      if !names.contains(name) { names.append(name) }
    }
    return names
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
