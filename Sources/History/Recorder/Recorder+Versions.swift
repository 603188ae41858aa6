internal import Documents
internal import GitObjects

/// What paths had lately, for saves that have not seen it.
extension Recorder {
  /// How many commits of before the start are looked at.
  private static let seededCommits = 256
  /// From how many files on a commit is an import, of whose files no editor has an older version.
  private static let seededFiles = 500

  /// Notes the versions that a turn made.
  func noteVersions(_ plan: TurnPlan, _ result: TurnResult) {
    let seconds = time.now().seconds
    for (index, draft) in plan.drafts.enumerated() where !draft.isHeld {
      let changes = draft.changes.values.filter { $0.placement.map { result.failed[$0] != nil } != true }
      // What has another name is gone first.
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
        // Who moves a file writes nothing in it, but an editor that has the new name open may have another text.
        let placement = change.placement.map { plan.placements[$0] }
        let isPlaced = placement.map { $0.kind != .move } == true || draft.origin.author.isAgent
        let commit = result.commitOfDraft[index]
        var version = RecentVersion(
          blob: blob, origin: draft.origin, commit: commit, seconds: seconds, isPlaced: isPlaced)
        version.repairs = isPlaced ? plan.repairs[change.path] : nil
        let isOwnWrite = placement == nil && isPlaced && draft.existed[change.path] == true
        if placement == nil, draft.existed[change.path] == false || recent.isNew(change.path) {
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

  /// Notes a path's new version.
  ///
  /// - Parameters:
  ///   - replaced: what stood there.
  ///   - wasAbsent: whether nothing did, where `replaced` is nil; else that is not known.
  func noteVersion(
    _ version: RecentVersion, at path: WorkspacePath, replacing replaced: ObjectID?, wasAbsent: Bool = true
  ) {
    let before =
      replaced.map { RecentVersion(blob: $0, seconds: version.seconds, isPlaced: false) }
      ?? (wasAbsent ? .absent(at: version.seconds) : nil)
    if let old = recent.note(version, at: path, replacing: before) { unseen.move(old, to: path) }
    unseen.bringBack(version.blob, at: path)
    guard let save = unseen[path], let text = try? store.blob(version.blob) else { return }
    // What it lacks is there again.
    if (try? missedTexts(save.unseen, over: text, at: path))?.isNothing == true { unseen[path] = nil }
  }

  /// What a path held before a commit; nil for nothing, or where that cannot be read.
  private func entry(at path: WorkspacePath, before commit: ObjectID?) -> ObjectID? {
    guard let commit, let parent = try? graph.commit(commit).parents.first, let tree = try? graph.commit(parent).tree
    else { return nil }
    return (try? editor.entry(at: path.string, of: tree))??.id
  }

  /// Forgets the versions of a file that is gone, or has another name.
  ///
  /// - Parameter newest: what it held; nil where that is not known.
  func forgetVersions(of path: WorkspacePath, _ newest: @autoclosure () -> ObjectID?) {
    if let new = recent.forget(path) { return unseen.move(path, to: new) }
    guard unseen[path] != nil else { return }
    let content = newest()
    if let content, let new = recent.home(of: content) { return unseen.move(path, to: new) }
    unseen.forget(path, content)
  }

  /// Notes what became of the saves of a turn.
  private func noteSaves(_ plan: TurnPlan, _ result: TurnResult) {
    for var notice in plan.notices {
      if notice.kind == .merged, plan.files[notice.path]?.placement.map({ result.failed[$0] != nil }) ?? false {
        notice.kind = .stands
      }
      noteQuestion(notice, in: plan)
      saveNotices.append(notice)
    }
  }

  /// Notes what the saves of a turn that is about to happen lack, durably.
  func noteQuestions(of plan: TurnPlan) {
    for notice in plan.notices { noteQuestion(notice, in: plan) }
    unseen.store(in: tree)
  }

  private func noteQuestion(_ notice: SaveNotice, in plan: TurnPlan) {
    guard notice.kind != .merged, let missed = plan.unseen[notice.path] else { return }
    let earlier = unseen[notice.path]
    unseen[notice.path] = UnseenSave(
      kind: notice.kind, others: (earlier?.others ?? []).filter { !notice.others.contains($0) } + notice.others,
      unseen: missed.following(earlier?.unseen))
  }

  /// Ends the questions about files that have all: the power cut took the save.
  func endAnsweredQuestions() throws(ObjectStoreError) {
    for (path, save) in unseen.all {
      guard let entry = try entry(at: path), entry.mode.isFile, let text = try? store.blob(entry.id),
        (try? missedTexts(save.unseen, over: text, at: path))?.isNothing == true
      else { continue }
      unseen[path] = nil
    }
    unseen.store(in: tree)
  }

  /// Looks once for what paths had before the start; a save that is made from that is as stale as any.
  func seedVersions() {
    guard let start = recent.start else { return }
    recent.seed((try? versionsInHistory(of: start)) ?? [:])
  }

  /// The versions that history has of the paths that others wrote to lately.
  private func versionsInHistory(of start: ObjectID) throws(ObjectStoreError) -> [WorkspacePath: PathVersions] {
    let oldest = time.now().seconds - RecentVersions.age
    var found: [NameKey: PathHistory] = [:]
    var names: [NameKey: NameKey] = [:]
    var isWhole = false
    // A merge's first parent may be the other machine's: all commits are looked at, children first.
    for id in try graph.commits(from: start, excluding: [], limit: Self.seededCommits) {
      let commit = try graph.commit(id)
      if commit.committer.seconds < oldest {
        isWhole = true
        continue
      }
      let parent = try commit.parents.first.map { id throws(ObjectStoreError) in try graph.commit(id).tree }
      let changes = try TreeDiff.changes(from: parent, to: commit.tree, in: store, atMost: Self.seededFiles)
      if changes.count >= Self.seededFiles { break }
      if commit.parents.isEmpty { isWhole = true }
      let origin = commit.parents.count > 1 ? nil : WriteOrigin(recordedIn: commit)
      let isOthers = isOthers(commit)
      var removed: [ObjectID: NameKey] = [:]
      for change in changes where change.new == nil {
        removed[change.old?.id ?? .emptyBlob] = NameKey(change.path)
        found[names[NameKey(change.path)] ?? NameKey(change.path)]?.close()
      }
      for change in changes {
        guard let new = change.new, new.mode.isFile, change.old?.mode.isFile != false else { continue }
        let path = names[NameKey(change.path)] ?? NameKey(change.path)
        if change.old == nil, let old = removed[new.id] {
          names[old] = path
          continue
        }
        // What another parent has is told by the commits behind that.
        var isMerged = false
        for parent in commit.parents.dropFirst() where !isMerged {
          isMerged = try editor.entry(at: change.path, of: graph.commit(parent).tree)?.id == new.id
        }
        if isMerged { continue }
        let seconds = commit.committer.seconds
        found[path, default: PathHistory()].add(
          RecentVersion(blob: new.id, origin: origin, commit: id, seconds: seconds, isPlaced: isOthers),
          over: change.old.map { RecentVersion(blob: $0.id, seconds: seconds, isPlaced: false) })
      }
    }
    var versions: [WorkspacePath: PathVersions] = [:]
    for (key, history) in found {
      guard let path = try? WorkspacePath(String(key.text)), let list = history.versions(isWhole: isWhole) else {
        continue
      }
      versions[path] = list
    }
    return versions
  }

  /// Whether an editor that has a file open need not have seen what a commit changed in it.
  private func isOthers(_ commit: Commit) -> Bool {
    let message = CommitMessage(parsing: commit.message)
    guard let author = message.author else { return commit.author.email != identity.email }
    return author != .user || message.tool != nil || message.machine != identity.machine
  }
}

extension Author {
  /// Whether it is an agent.
  fileprivate var isAgent: Bool { if case .agent = self { true } else { false } }
}

/// The versions of one path as history is walked from its newest commit back.
private struct PathHistory {
  private var list: [RecentVersion] = []
  private var before: RecentVersion?
  /// Whether the file's beginning was found: of two branches each may have one.
  private var hasBeginning = false
  private var isClosed = false

  /// Adds an older version, and the one before it; nil where there was no file.
  mutating func add(_ version: RecentVersion, over before: RecentVersion?) {
    guard !isClosed, list.count < PathVersions.most - 1 else { return }
    if before == nil { hasBeginning = true }
    if list.last?.blob != version.blob { list.append(version) }
    self.before = before ?? .absent(at: version.seconds)
  }

  /// Leaves out what is older: another file stood there.
  mutating func close() { isClosed = true }

  /// The versions, where others made one.
  func versions(isWhole: Bool) -> PathVersions? {
    guard list.contains(where: \.isPlaced) else { return nil }
    return PathVersions(list + [before].compactMap(\.self), isCut: !hasBeginning && !isWhole)
  }
}
