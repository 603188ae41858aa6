internal import Git
internal import GitObjects
internal import Permissions
internal import Recording
package import WorkspaceAPI

/// Reads the policy again after changes, and asks about versions that did not come from the person at this machine.
///
/// Belongs to the executor of `FolderKeeper`.
package struct PolicyJudge {
  let recorder: Recorder
  let repository: Repository
  let questions: QuestionList
  let policy: PolicyBook
  let brackets: BracketLedger
  let folder: FolderState
  let localOnly: LocalOnlyDesk

  /// Reads the policy again, and asks about a version that did not come from the person at this machine.
  ///
  /// - Parameter saved: the version that was just recorded as the person's save; nil for none.
  func judgePolicy(saved: SaveWatch.Version? = nil) {
    let isQuiet = brackets.isQuiet && recorder.gitView == nil && folder.allows(.inspect)
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
    localOnly.followLocalOnly()
  }

  /// Puts the policy in force if it is the text that the person was shown.
  ///
  /// - Throws: `VerbError`, `.stale` if the folder has another text or none now, `.failed` if the text cannot be used.
  package func acceptPolicy(_ version: String) throws(VerbError) {
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
  package func policyVersion(of text: String?) -> String {
    version(of: text).map { String($0.hex.prefix(16)) } ?? "absent"
  }

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
}
