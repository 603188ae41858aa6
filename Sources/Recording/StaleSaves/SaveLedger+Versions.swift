internal import Documents
internal import GitObjects
internal import Journal

/// Recent versions of paths, for saves that have not seen them.
extension SaveLedger {
  /// Records the versions that a turn made.
  func noteVersions(_ plan: TurnPlan, _ result: TurnResult) {
    let seconds = time.now().seconds
    for merged in mergedSaves(of: plan) { recent.note(merged) }
    for (index, draft) in plan.drafts.enumerated() where !draft.isHeld {
      let changes = draft.changes.values.filter { $0.placement.map { result.failed[$0] != nil } != true }
      // Renamed files are first recorded as deleted.
      for change in changes where change.blob == nil {
        forgetVersions(of: change.path, entry(at: change.path, before: result.commitOfDraft[index]))
      }
      for change in changes {
        guard let blob = change.blob else { continue }
        if plan.rescued[change.path] != nil, let saved = plan.repairs[change.path], change.placement != nil {
          noteVersion(
            RecentVersion(blob: saved, origin: draft.origin, seconds: seconds, isPlaced: false), at: change.path,
            replacing: nil, wasAbsent: false)
        }
        // A move writes nothing in the file, but an editor that has the new name open may have another text.
        let placement = change.placement.map { plan.placements[$0] }
        let isPlaced = placement.map { $0.kind != .move } == true || draft.origin.author.isAgent
        let commit = result.commitOfDraft[index]
        var version = RecentVersion(
          blob: blob, origin: draft.origin, commit: commit, seconds: seconds, isPlaced: isPlaced)
        version.repairs = isPlaced ? plan.repairs[change.path] : nil
        let isOwnWrite = placement == nil && isPlaced && draft.existed[change.path] == true
        if placement == nil,
          draft.existed[change.path] == false || recent.isNew(change.path)
            || recent.isNewest(blob, elsewhereThan: change.path)
        {
          recent.noteNew(change.path, blob)
        }
        noteVersion(
          version, at: change.path,
          replacing: isOwnWrite
            ? entry(at: change.path, before: commit) : placement?.kind == .move ? nil : placement?.expected,
          wasAbsent: !isOwnWrite)
      }
    }
    noteSaves(plan, result)
    unseen.store(in: tree)
  }

  /// Returns the displaced saves that a turn merges into a text of its own.
  func mergedSaves(of plan: TurnPlan) -> [MergedSave] {
    plan.rescued.keys.sorted().compactMap { path in
      guard let save = plan.repairs[path], let version = plan.files[path]?.blob, save != version else { return nil }
      return MergedSave(save: save, version: version, seconds: time.now().seconds)
    }
  }

  /// Records a path's new version.
  ///
  /// - Parameters:
  ///   - replaced: the version before.
  ///   - wasAbsent: whether there was no file, if `replaced` is nil; otherwise that is unknown.
  func noteVersion(
    _ version: RecentVersion, at path: WorkspacePath, replacing replaced: ObjectID?, wasAbsent: Bool = true
  ) {
    let before =
      replaced.map { RecentVersion(blob: $0, seconds: version.seconds, isPlaced: false) }
      ?? (wasAbsent ? .absent(at: version.seconds) : nil)
    if let old = recent.note(version, at: path, replacing: before) { unseen.move(old, to: path) }
    unseen.bringBack(version.blob, at: path)
    endUnseen(at: path, in: version.blob)
  }

  /// Ends the question about a save if a text again has the changes that the save lacked.
  ///
  /// Merging all of that is too much for each save of a long file, so it is done only if the text has more of the
  /// missed lines than the version before.
  private func endUnseen(at path: WorkspacePath, in blob: ObjectID) {
    guard let save = unseen[path],
      let isNearer = try? unseen.lines.note(
        blob, at: path, save.unseen, { id, limit throws(ObjectStoreError) in try store.blob(id, ofAtMost: limit) }),
      isNearer, let text = try? store.blob(blob)
    else { return }
    if (try? hasAll(of: save.unseen, text, at: path)) == true { unseen[path] = nil }
  }

  /// Returns the version of a path before a commit; nil for no file, or if it cannot be read.
  private func entry(at path: WorkspacePath, before commit: ObjectID?) -> ObjectID? {
    guard let commit, let parent = try? tips.graph.commit(commit).parents.first,
      let tree = try? tips.graph.commit(parent).tree
    else { return nil }
    return (try? tips.editor.entry(at: path.string, of: tree))??.id
  }

  /// Forgets the versions of a file that was deleted or renamed.
  ///
  /// - Parameters:
  ///   - newest: its last version; nil if unknown.
  ///   - isAdopted: whether another machine deleted or renamed it.
  func forgetVersions(of path: WorkspacePath, isAdopted: Bool = false, _ newest: @autoclosure () -> ObjectID?) {
    // Its new name may have been recorded before the start.
    if unseen[path] != nil { seedVersions() }
    if let new = recent.forget(path) { return unseen.move(path, to: new) }
    guard unseen[path] != nil else { return }
    let content = newest()
    if let content, let new = recent.home(of: content) { return unseen.move(path, to: new) }
    if isAdopted { unseen.keep(path, content) } else { unseen.forget(path, content) }
  }

  /// Records the outcomes of the saves of a turn.
  private func noteSaves(_ plan: TurnPlan, _ result: TurnResult) {
    for var notice in plan.notices {
      if notice.kind == .merged, plan.files[notice.path]?.placement.map({ result.failed[$0] != nil }) ?? false {
        notice.kind = .stands
      }
      noteQuestion(notice)
      notices.append(notice)
    }
  }

  /// Records durably the changes that the saves of a planned turn lack.
  func noteQuestions(of plan: TurnPlan) {
    for notice in plan.notices { noteQuestion(notice) }
    unseen.store(in: tree)
  }

  private func noteQuestion(_ notice: SaveNotice) {
    guard notice.kind != .merged, let missed = notice.missed else { return }
    unseen[notice.path] = UnseenSave(kind: notice.kind, others: notice.others, unseen: missed)
      .following(unseen[notice.path])
  }

  /// Ends the questions about files that have everything: the power cut removed the save.
  func endAnsweredQuestions() throws(ObjectStoreError) {
    for (path, save) in unseen.all {
      guard let entry = try tips.entry(at: path), entry.mode.isFile, let text = try? store.blob(entry.id),
        (try? hasAll(of: save.unseen, text, at: path)) == true
      else { continue }
      unseen[path] = nil
    }
    unseen.store(in: tree)
  }

  /// Continues the search for versions from before the start, commit by commit: a save based on one of them is as stale
  /// as any.
  ///
  /// - Parameter mayGoOn: called after each commit; the next call continues there.
  /// - Returns: whether there is more to search.
  @discardableResult
  package func seedVersions(while mayGoOn: () -> Bool = { true }) -> Bool {
    guard var walk = recent.takeSeeding() else { return false }
    // An object that cannot be read ends the search: nothing is known of the commits before it.
    do throws(ObjectStoreError) {
      try walk.advance(
        tips.graph, tips.editor, identity, since: time.now().seconds - RecentVersions.age, while: mayGoOn)
      recent.seed(walk)
    } catch {}
    return recent.seeding != nil
  }
}

extension Author {
  fileprivate var isAgent: Bool { if case .agent = self { true } else { false } }
}
