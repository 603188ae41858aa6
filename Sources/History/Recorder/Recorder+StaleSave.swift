internal import Documents
internal import FileSystem
package import GitObjects
internal import Merge

/// Saves whose editor had loaded the file before somebody else changed it (DESIGN "Stale saves", review A6).
extension Recorder {
  /// How many bytes of versions a save is compared with.
  private static let compared = 4 << 20

  /// What is to be told of saves since the last time; each once.
  package func takeSaveNotices() -> [SaveNotice] {
    defer { saveNotices = [] }
    return saveNotices
  }

  /// Plans a save, and what it had not seen behind it where that is certain; nil where it is an ordinary one.
  ///
  /// The save is recorded first and exactly as it was; each text that comes back is a commit of its own author's.
  func planStale(
    _ standing: Standing, at path: WorkspacePath, recorded: TreeEntry?, in plan: inout TurnPlan
  ) throws -> TurnPlan.File? {
    guard mayRepair, originOfSave(path) == .person, standing.isSettled, standing.content == nil, standing.text == nil,
      let mode = standing.mode, mode.isFile,
      let blob = standing.blob, let recorded,
      recorded.mode.isFile, recorded.id != blob, holdReason(of: path, holding: blob) == nil
    else { return nil }
    let versions = recent.versions(of: path, at: time.now().seconds)
    guard versions.count > 1, versions[0].blob == recorded.id,
      let text = try standing.bytes ?? tree.read(FileLocation(path), limit: rules.holdOver)?.bytes
    else { return nil }
    switch try judge(text, blob, at: path, versions) {
    case .ordinary: return nil
    case .replacement:
      noteReplacement(of: path, by: blob, versions, in: &plan)
      return nil
    case .notice(let base):
      let unseen = UnseenVersions(versions, base: base)
      guard unseen.missed.contains(where: \.isPlaced) else { return nil }
      self.unseen[path] = unseen
      plan.notices.append(SaveNotice(path: path, kind: .stands, others: names(unseen, path), overlaps: 0))
      return nil
    case .merge(let base):
      let unseen = UnseenVersions(versions, base: base)
      guard unseen.missed.contains(where: \.isPlaced) else { return nil }
      _ = plan.add(
        PlannedChange(path: path, mode: mode, blob: blob, content: text), existed: true, origin: .person)
      var file = TurnPlan.File(mode: mode, blob: blob, bytes: text, diskBlob: blob, placement: nil)
      plan.files[path] = file
      let (texts, overlaps) = try missedTexts(unseen, over: text, at: path)
      for back in texts {
        // Where it cannot be planned the save stands as it is; it is recorded in any case.
        guard
          (try? planContent(
            Write(path: path, action: .place(mode: mode, blob: blob), origin: back.origin), back.text, mode: mode,
            over: file, in: &plan)) != nil, let planned = plan.files[path]
        else { break }
        file = planned
      }
      plan.repairs[path] = blob
      plan.unseen[path] = unseen
      let isPlanned = texts.isEmpty || file.placement != nil
      if !isPlanned { self.unseen[path] = unseen }
      plan.notices.append(
        SaveNotice(
          path: path, kind: isPlanned ? .merged : .stands, others: names(unseen, path), overlaps: overlaps))
      return file
    }
  }

  private func judge(
    _ text: [UInt8], _ blob: ObjectID, at path: WorkspacePath, _ versions: [RecentVersion]
  ) throws -> StaleSave {
    // One that was mapped and is still open was read without an event.
    let wasOpened = versions[0].witness.map(tree.wasRead) ?? true || (try? tree.use(of: FileLocation(path))) == .read
    if let base = versions.firstIndex(where: { $0.blob == blob }) {
      // The same buffer once more, after its save was merged and before anybody saw that.
      return versions[0].repairs == blob && !wasOpened ? .merge(base: base) : .replacement
    }
    // A text that was there before, whenever and wherever: a copy is brought back.
    if store.contains(blob) { return .replacement }
    var texts: [[UInt8]] = []
    var room = Self.compared
    for version in versions {
      guard let content = try? store.blob(version.blob) else { break }
      room -= content.count + text.count
      if room < 0 { break }
      texts.append(content)
    }
    let verdict = StaleSave.classify(text, versions: texts, currentWasOpened: wasOpened, gitRanLately: gitRanLately)
    // The nearest of those that are known: an older one may be nearer.
    if case .merge(let base) = verdict, base == texts.count - 1,
      texts.count < versions.count || versions.count == RecentVersions.most
    {
      return .notice(base: base)
    }
    return verdict
  }

  /// Notes what a replacement takes away, where that is something that Stet had put there.
  private func noteReplacement(
    of path: WorkspacePath, by blob: ObjectID, _ versions: [RecentVersion], in plan: inout TurnPlan
  ) {
    let base = versions.firstIndex { $0.blob == blob } ?? versions.firstIndex { !$0.isPlaced } ?? versions.count - 1
    guard base > 0 else { return }
    let unseen = UnseenVersions(versions, base: base)
    guard unseen.missed.contains(where: \.isPlaced) else { return }
    self.unseen[path] = unseen
    plan.notices.append(
      SaveNotice(path: path, kind: .replaced, others: names(unseen, path), overlaps: 0))
  }

  /// A text with what a save had not seen, version by version, so that each author's part is a commit of its own.
  private func missedTexts(
    _ unseen: UnseenVersions, over text: [UInt8], at path: WorkspacePath
  ) throws -> (texts: [(text: [UInt8], origin: WriteOrigin)], overlaps: Int) {
    var texts: [(text: [UInt8], origin: WriteOrigin)] = []
    var standing = text
    var base = try store.blob(unseen.base)
    var overlaps = 0
    for version in unseen.missed {
      let theirs = try store.blob(version.blob)
      let merged: [UInt8]
      switch TextMerge.merge(base: base, ours: theirs, theirs: standing, prefer: .theirs, path: path.string) {
      case .clean(let text): merged = text
      case .overlapping(let kept, let regions):
        merged = kept
        overlaps += regions.count
      }
      base = theirs
      guard merged != standing else { continue }
      standing = merged
      var origin = origin(of: version, at: path)
      origin.subject = "Keep what a save of \(path) had not seen"
      origin.restores = version.commit?.hex
      // What else its commit said is said.
      origin.renamed = []
      origin.undoes = []
      origin.resolves = []
      if texts.last?.origin == origin { texts.removeLast() }
      texts.append((merged, origin))
    }
    return (texts, overlaps)
  }

  /// Who made a version; looked for in history where it came with an adoption.
  private func origin(of version: RecentVersion, at path: WorkspacePath) -> WriteOrigin {
    if let origin = version.origin { return origin }
    // Of a merge nobody can say whose it is; it ranks as a person's.
    let unknown = WriteOrigin(author: .unsure(during: "another machine"))
    guard let commit = version.commit, let ids = try? graph.commits(from: commit, excluding: [], limit: 200) else {
      return unknown
    }
    for id in ids {
      guard let found = try? store.commit(id), found.parents.count < 2,
        let tree = try? editor.entry(at: path.string, of: found.tree), tree.id == version.blob
      else { continue }
      if let parent = found.parents.first, let before = try? store.commit(parent),
        (try? editor.entry(at: path.string, of: before.tree))??.id == version.blob
      {
        continue
      }
      let message = CommitMessage(parsing: found.message)
      var origin = WriteOrigin(author: message.author ?? .user, model: message.model, tool: message.tool)
      if origin.author.ranksAsPerson { origin.person = found.author }
      return origin
    }
    return unknown
  }

  private func names(_ unseen: UnseenVersions, _ path: WorkspacePath) -> [String] {
    var names: [String] = []
    for version in unseen.missed where version.isPlaced {
      let origin = origin(of: version, at: path)
      let name = origin.author.signatureName(person: origin.person?.name ?? identity.name)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Merges what the last save of a path had not seen into what stands there: the notice's one step.
  ///
  /// - Returns: what became of it; nil where no such save is known.
  package func reapply(_ path: WorkspacePath) throws(RecordError) -> WriteOutcome? {
    guard let unseen = unseen[path] else { return nil }
    var writes: [Write] = []
    try RecordError.mapping {
      guard let standing = try entry(at: path), standing.mode.isFile else { return }
      var base = standing.id
      for back in try missedTexts(unseen, over: store.blob(standing.id), at: path).texts {
        let blob = try store.write(.blob, back.text)
        writes.append(
          Write(
            path: path, action: .place(mode: standing.mode, blob: blob), base: .version(base), origin: back.origin))
        base = blob
      }
    }
    guard !writes.isEmpty else {
      self.unseen[path] = nil
      return .done(WriteResult(token: try? entry(at: path)?.id, commit: tip, isUnchanged: true, held: nil))
    }
    let outcomes = perform(writes)
    for outcome in outcomes { if case .refused = outcome { return outcome } }
    self.unseen[path] = nil
    return outcomes.last
  }

  /// Notes the versions that a turn made.
  func noteVersions(_ plan: TurnPlan, _ result: TurnResult) {
    let seconds = time.now().seconds
    for (index, draft) in plan.drafts.enumerated() where !draft.isHeld {
      for (path, change) in draft.changes where change.placement.map({ result.failed[$0] != nil }) != true {
        guard let blob = change.blob else {
          recent.forget(path)
          unseen[path] = nil
          continue
        }
        let isPlaced = change.placement != nil
        recent.note(
          RecentVersion(
            blob: blob, origin: draft.origin, commit: result.commitOfDraft[index], seconds: seconds, isPlaced: isPlaced,
            repairs: isPlaced ? plan.repairs[path] : nil),
          at: path, replacing: change.placement.flatMap { plan.placements[$0].expected })
      }
    }
    for var notice in plan.notices {
      if notice.kind == .merged, let unseen = plan.unseen[notice.path],
        plan.files[notice.path]?.placement.map({ result.failed[$0] != nil }) ?? false
      {
        notice.kind = .stands
        self.unseen[notice.path] = unseen
      }
      saveNotices.append(notice)
    }
  }
}
