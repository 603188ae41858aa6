internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import FileWatching
internal import GitObjects
internal import History

/// The changes of the policy file, and the data from the disk about the files of an act.
extension FolderKeeper {
  /// The maximum number of names of one file that are searched for.
  private static let mostNames = 64

  /// Reads the policy again, and asks about a version that did not come from the person at this machine.
  ///
  /// - Parameter saved: the version that was just recorded as the person's save; nil for none.
  func judgePolicy(saved: SaveWatch.Version? = nil) {
    let isQuiet = isQuiet && recorder.gitView == nil && allows(.inspect)
    judgePolicy { text in isQuiet && saved.map { $0.blob == version(of: text) } == true }
  }

  /// Reads the policy again after a verb of the person wrote it, and accepts the text that the person chose.
  ///
  /// A text that was merged, that another program wrote after the verb, or that keeps lines of a text that is not
  /// accepted is not entirely the person's: it waits.
  func judgePolicy(writtenBy request: WriteRequest, _ result: WriteResult) {
    var (isWhole, written) = (request.replacesWhole, result.token)
    if case .move = request.action { (isWhole, written) = (true, nil) }
    let isPersons = !result.isMerged && (isWhole || isAccepted(result.before))
    judgePolicy { text in isPersons && version(of: text) == written }
  }

  private func judgePolicy(isSavedHere: (_ text: String?) -> Bool) {
    let standing = policy.look(isRecorded: isPolicyRecorded, isSavedHere: isSavedHere)
    switch standing {
    case .accepted:
      questions.withdraw(kind: QuestionSubject.changedPolicy)
      questions.withdraw(QuestionSubject.brokenPolicy)
    case .waiting:
      questions.withdraw(QuestionSubject.brokenPolicy)
      let question = QuestionSubject.policyChanged(policyVersion(of: policy.texts.onDisk))
      // An answer to another text does not apply to this one.
      questions.withdraw(kind: QuestionSubject.changedPolicy, except: question.id)
      questions.raise(question)
    case .broken(let error):
      questions.withdraw(kind: QuestionSubject.changedPolicy)
      // The error may differ from the previous one.
      questions.withdraw(QuestionSubject.brokenPolicy)
      questions.raise(.policyBroken(error))
    }
    followLocalOnly()
  }

  /// Records the policy file before everything that arrived with it, and judges it: its rules apply to the rest.
  ///
  /// A save is accepted only when it is recorded: later there is no data on whether a text that is not in force was
  /// saved here. A file that is still being written is judged when its writer is done. The caller ends the turn.
  func recordPolicy() {
    // Only the first scan distinguishes a file that a power failure left from one that was saved.
    guard let path = PolicyBook.path, !scanContext.isFirst, isRecording, allows(.inspect) else {
      return judgePolicy()
    }
    let outcome = attempt { () throws(RecordError) in try recorder.record([Observation(path: path)]) }
    note(outcome, at: time.now().monotonic)
    if outcome?.postponed.contains(path) != true { judgePolicy(saved: recorder.saveWatch?.take()) }
  }

  /// Puts the policy in force if it is the text that the person was shown.
  ///
  /// - Throws: `VerbError`, `.stale` if the folder has another text or none now, `.failed` if the text cannot be used.
  func acceptPolicy(_ version: String) throws(VerbError) {
    defer { judgePolicy() }
    let isRecorded = isPolicyRecorded
    var isShown = false
    let standing = policy.look(isRecorded: isRecorded) { text in
      isShown = policyVersion(of: text) == version && (text != nil || !isRecorded)
      return isShown
    }
    guard isShown else { throw PolicyRefusal.changed(since: version) }
    if case .broken(let error) = standing { throw PolicyRefusal.unusable(error) }
  }

  /// Returns the name of a text of the policy: 16 digits of its blob id, `absent` for no file.
  func policyVersion(of text: String?) -> String { version(of: text).map { String($0.hex.prefix(16)) } ?? "absent" }

  /// Whether a version is the accepted text; a missing file counts as an empty one.
  private func isAccepted(_ blob: ObjectID?) -> Bool {
    version(of: policy.texts.accepted ?? "") == blob ?? version(of: "")
  }

  /// Whether the tip has a policy file, or cannot be read: then a file that is missing in the folder is still to be
  /// written.
  private var isPolicyRecorded: Bool {
    guard let path = PolicyBook.path else { return false }
    do { return try recorder.entry(at: path) != nil } catch { return true }
  }

  private func version(of text: String?) -> ObjectID? { text.map { repository.id(of: .blob, Array($0.utf8)) } }

  /// Records renames that were seen on disk, also of files that the tip does not have.
  func noteRenames(_ renames: [SeenRename]) {
    for rename in renames { noteRename(PathRename(from: rename.from.string, to: rename.to.string)) }
  }

  /// Records the renames of sensitive files that the tip does not have and that happened before the start.
  func noteUnseenRenames() {
    for rename in recorder.disk.unseenRenamesOfHeld(where: { policy.isSensitive($0.string) }) { noteRename(rename) }
  }

  /// Records that a save or a deletion of a sensitive file left its earlier version under another name, a hard link.
  func noteParted() {
    for parted in recorder.disk.takePartedLinks() {
      guard policy.isSensitive(parted.from) || !formerNames.names(of: parted.from).isEmpty else { continue }
      noteRename(parted)
    }
  }

  /// Takes the data about files and other commits from new commits of the tip: renames, and the makers of git's
  /// commits.
  func noteNews(since before: ObjectID?) {
    guard let tip = recorder.tip else { return }
    let line = before.flatMap { (try? recorder.graph.line(from: tip, to: $0, limit: 1_000)) ?? nil }
    // A folder without commits that joins a remote receives the whole history at once.
    let known = [before].compactMap(\.self)
    let commits = line ?? (try? recorder.graph.commits(from: tip, excluding: known)) ?? []
    for id in commits.reversed() {
      guard let text = (try? recorder.graph.commit(id))?.message,
        ["Stet-Renamed: ", "Stet-Foreign: ", "Stet-Unsealed: "].contains(where: text.contains),
        let message = message(of: id)
      else { continue }
      for rename in message.renamed { noteRename(rename) }
      noteMakers(named: message)
    }
  }

  /// Records the rename of a file or folder for the protection of former names.
  func noteRename(_ rename: PathRename) {
    formerNames.note(
      rename, files: { (try? WorkspacePath(rename.to)).map { recorder.tree.filesOnDisk(below: $0) } ?? [] },
      isSensitive: policy.isSensitive)
  }

  /// Returns all names of a file for a verdict: the target of a link, the other hard links, and the symbolic links that
  /// lead to any of them; for the page of conflicts also the names of the files that it quotes.
  func names(of path: WorkspacePath) -> [String] {
    let probe = Write(path: path, action: .delete, base: .current, origin: .person)
    let touched = recorder.paths(touchedBy: [probe])
    var names = touched.map(\.string)
    // A save that is not recorded yet may have separated two names.
    names += touched.flatMap(recorder.disk.linkedNames).map(\.string)
    for name in touched.map(\.string) {
      guard let location = try? FileLocation(WorkspacePath(name)), let stamp = try? recorder.disk.stamp(of: location),
        stamp.kind == .file, stamp.links > 1
      else { continue }
      names += recorder.tree.names(of: stamp, atMost: Self.mostNames)
    }
    names += names.flatMap { formerNames.linkNames(of: $0, in: bracketFile.tree) }
    if names.contains(where: ConflictPageFile.isPage) { names += quotedConflicts }
    return names
  }

  /// Returns whether a file, or a link's target, has no write permission for its owner (`chmod a-w`).
  func isWriteProtected(_ path: WorkspacePath) -> Bool {
    let probe = Write(path: path, action: .delete, base: .current, origin: .person)
    return recorder.paths(touchedBy: [probe]).contains { path in
      guard let stamp = try? recorder.disk.stamp(of: FileLocation(path)), stamp.kind == .file else { return false }
      return stamp.permissions & 0o200 == 0
    }
  }

  /// Returns the files below a folder on disk (nil: the root), recorded or not; none for a file.
  func filesOnDisk(below folder: WorkspacePath?) -> [String] { recorder.tree.filesOnDisk(below: folder) }

  /// Returns the paths that steps change.
  ///
  /// - Throws: `VerbError` if a commit cannot be read.
  func paths(of steps: [UndoPlan.Step]) throws(VerbError) -> [WorkspacePath] {
    do throws(ObjectStoreError) {
      var paths: Set<WorkspacePath> = []
      for step in steps {
        let before = try step.before.map { id throws(ObjectStoreError) in try recorder.graph.commit(id).tree }
        let after = try recorder.graph.commit(step.after).tree
        for change in try TreeDiff.changes(from: before ?? .emptyTree, to: after, in: recorder.objects) {
          if let path = try? WorkspacePath(change.path) { paths.insert(path) }
        }
      }
      return paths.sorted()
    } catch { throw VerbError(error) }
  }
}
