internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import FileWatching
internal import GitObjects
internal import History

/// The policy file as it changes, and what the disk says of the files that it is asked about.
extension WriteQueue {
  /// The most names of one file that are looked for; more are as many as a person ever made.
  private static let mostNames = 64

  /// Reads the policy again, and asks about one that did not come from the person at this machine.
  ///
  /// - Parameter saved: the version that was recorded just now as the person's save; nil for none.
  func judgePolicy(saved: SaveWatch.Version? = nil) {
    let isQuiet = isQuiet && recorder.gitView == nil && allows(.inspect)
    judgePolicy { text in isQuiet && saved.map { $0.blob == version(of: text) } == true }
  }

  /// Reads the policy again after a verb of the person wrote it, and accepts the text that the person chose.
  ///
  /// A text that was merged, that somebody wrote after the verb, or that keeps lines of a text that is not accepted is
  /// not the person's as a whole: it waits.
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
      let question = QuestionSubject.policyChanged(policyVersion(of: policy.texts.standing))
      // An answer to another text says nothing about this one.
      questions.withdraw(kind: QuestionSubject.changedPolicy, except: question.id)
      questions.raise(question)
    case .broken(let error):
      questions.withdraw(kind: QuestionSubject.changedPolicy)
      // What is said of it may be another thing than before.
      questions.withdraw(QuestionSubject.brokenPolicy)
      questions.raise(.policyBroken(error))
    }
    followLocalOnly()
  }

  /// Records the policy's file before anything that came with it, and judges it: the rest goes by its rules.
  ///
  /// A save is accepted when it is recorded, and at no other time: later nothing tells whether a text that is not in
  /// force was saved here. One whose writer is not done is judged when it is. The caller ends the turn.
  func recordPolicy() {
    // The first look tells a file that a power cut left from one that was saved.
    guard let path = PolicyBook.path, hasLooked, isRecording, allows(.inspect) else {
      return judgePolicy()
    }
    let outcome = attempt { () throws(RecordError) in try recorder.record([Observation(path: path)]) }
    note(outcome, at: time.now().monotonic)
    if outcome?.postponed.contains(path) != true { judgePolicy(saved: recorder.saveWatch?.take()) }
  }

  /// Puts the policy in force if it is the text that the person was shown.
  ///
  /// - Throws: `VerbError`, `.stale` where another text or none stands there now.
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

  /// Names a text of the policy: 16 digits of its version, `absent` for no file.
  func policyVersion(of text: String?) -> String { version(of: text).map { String($0.hex.prefix(16)) } ?? "absent" }

  /// Whether a version is the accepted text; no file is the empty one.
  private func isAccepted(_ blob: ObjectID?) -> Bool {
    version(of: policy.texts.accepted ?? "") == blob ?? version(of: "")
  }

  /// Whether the tip has a policy, as far as can be read: one that is missing in the folder then is on its way.
  private var isPolicyRecorded: Bool {
    guard let path = PolicyBook.path else { return false }
    do { return try recorder.entry(at: path) != nil } catch { return true }
  }

  private func version(of text: String?) -> ObjectID? { text.map { repository.id(of: .blob, Array($0.utf8)) } }

  /// Takes renames that were seen on disk, also those of files that the tip has not.
  func noteRenames(_ renames: [SeenRename]) {
    for rename in renames { noteRename(PathRename(from: rename.from.string, to: rename.to.string)) }
  }

  /// Takes the renames of protected files that the tip has not and that happened before the start.
  func noteUnseenRenames() {
    for rename in recorder.unseenRenamesOfHeld(where: { policy.protects($0.string) }) { noteRename(rename) }
  }

  /// Takes what new commits of the tip say of files and of other commits: renames, and who made commits of git's.
  func noteNews(since before: ObjectID?) {
    guard let tip = recorder.tip else { return }
    let line = before.flatMap { (try? recorder.graph.line(from: tip, to: $0, limit: 1_000)) ?? nil }
    // An empty folder that joins a remote gets the whole history at once.
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

  /// Takes the rename of a file or folder.
  func noteRename(_ rename: PathRename) {
    formerNames.note(rename) {
      (try? WorkspacePath(rename.to)).map { recorder.filesOnDisk(below: $0) } ?? []
    } isProtected: {
      policy.protects($0)
    }
  }

  /// All names of a file by which a policy is asked: what a link leads to, and the other names of the same file; of the
  /// page of conflicts also those of the files that it quotes.
  func names(of path: WorkspacePath) -> [String] {
    let probe = Write(path: path, action: .delete, base: .current, origin: .person)
    var names = recorder.paths(touchedBy: [probe]).map(\.string)
    for name in names {
      guard let location = try? FileLocation(WorkspacePath(name)), let stamp = try? recorder.stamp(of: location),
        stamp.kind == .file, stamp.links > 1
      else { continue }
      names += recorder.names(of: stamp, atMost: Self.mostNames)
    }
    if names.contains(where: Self.isConflictPage) {
      names += quotedConflicts
    }
    return names
  }

  /// Whether a file, or the one that a link leads to, has no permission to write for its owner (`chmod a-w`).
  func isWriteProtected(_ path: WorkspacePath) -> Bool {
    let probe = Write(path: path, action: .delete, base: .current, origin: .person)
    return recorder.paths(touchedBy: [probe]).contains { path in
      guard let stamp = try? recorder.stamp(of: FileLocation(path)), stamp.kind == .file else { return false }
      return stamp.permissions & 0o200 == 0
    }
  }

  /// The files that stand below a folder on disk (nil: the root), recorded or not; none for a file.
  func filesOnDisk(below folder: WorkspacePath?) -> [String] { recorder.filesOnDisk(below: folder) }

  /// The paths that changes concern.
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
