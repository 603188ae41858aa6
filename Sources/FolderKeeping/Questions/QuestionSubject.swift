package import GitObjects
package import Permissions
package import Recording
package import Secrets
package import Sync
internal import Values
package import WorkspaceAPI

/// The subject of a question to the person: one case for each kind of question, with the facts.
///
/// This type alone determines the texts, the answers and their scope.
package enum QuestionSubject: Sendable {
  /// Two versions of a path, or of parts of it, conflict.
  case conflict(ConflictReport)
  /// Files are missing in the folder, and the deletion is not recorded.
  case filesGone(Int, of: Int)
  /// The person's git moved the branch back, or deleted it (nil).
  case branchMovedBack(String, to: ObjectID?)
  /// A recorded commit and its ancestors are lost.
  case lostHistory(ObjectID)
  /// A question about the remote.
  case remote(SyncQuestion)
  /// An agent wants to do an act that requires a person's approval by the policy.
  case approval(AgentAct)
  /// Another machine changed the policy; this version is not in force.
  case policyChanged(String)
  /// A file is held back for a secret in it.
  case secret(String, kind: String, line: Int)
  /// A file is local only by the policy and was published before.
  case localOnly(String)
  /// A secret arrived by sync.
  case arrivedSecret(ArrivedSecret)
  /// The policy is invalid.
  case policyBroken(PolicyError)
  /// A recorded save lacks changes of others.
  case staleSave(String, SaveNotice.Kind, others: [String])
  /// A control file changed while an agent's command ran.
  case controlFile(ControlChange)
  /// A folder at the path of a file from another machine was set aside.
  case setAside(String)
}

extension QuestionSubject {
  /// The id of the question about lost history.
  static let lostHistoryID = "history-lost"

  /// The id: unchanged while the situation lasts; for a conflict the same on all machines.
  package var id: String {
    switch self {
    case .conflict(let conflict): conflict.id
    case .filesGone: StoppedDeletions.question
    case .branchMovedBack: CaptureDesk.branchQuestion
    case .lostHistory: Self.lostHistoryID
    case .remote(let question): question.id
    case .approval(let act): Self.approval(of: act)
    case .policyChanged(let version): Self.changedPolicy(version)
    case .policyBroken: Self.brokenPolicy
    case .secret(let path, _, _): Self.secret(at: path)
    case .arrivedSecret(let secret): Self.arrived(secret)
    case .localOnly(let path): Self.localOnly(at: path)
    case .staleSave(let path, _, _): Self.staleSave(at: path)
    case .controlFile(let change): Self.controlFile(at: change.path)
    case .setAside(let name): Self.setAside(name)
    }
  }

  /// The kind of question, for programs.
  var kind: String {
    switch self {
    case .conflict: "conflict"
    case .filesGone: "safety-stop"
    case .branchMovedBack: "branch-moved-back"
    case .lostHistory: "lost-history"
    case .remote(let question):
      switch question.kind {
      case .remoteRewritten: "remote-rewritten"
      case .unrelatedHistory: "unrelated-history"
      case .remoteBranchDeleted: "remote-branch-deleted"
      case .unmetBranch: "unmet-branch"
      case .remoteEmptied, .folderEmptied: "safety-stop"
      case .firstPublication: "first-publication"
      }
    case .approval: "approval"
    case .policyChanged: Self.changedPolicy
    case .policyBroken: "policy-broken"
    case .secret: "secret"
    case .arrivedSecret: "shared-secret"
    case .localOnly: "local-only"
    case .staleSave: "stale-save"
    case .controlFile: Self.changedControlFile
    case .setAside: "set-aside"
    }
  }

  /// The machines for which an answer counts.
  var scope: QuestionScope {
    switch self {
    case .conflict: .everywhere
    case .filesGone, .branchMovedBack, .lostHistory, .approval, .policyChanged, .policyBroken, .secret, .arrivedSecret,
      .localOnly, .staleSave, .controlFile, .setAside:
      .here
    case .remote(let question):
      switch question.kind {
      case .folderEmptied, .unmetBranch, .firstPublication: .here
      case .remoteRewritten, .unrelatedHistory, .remoteBranchDeleted, .remoteEmptied: .remote
      }
    }
  }

  /// Returns the question for lists.
  ///
  /// - Parameter since: the time at which it was raised, in ISO 8601.
  package func report(since: String) -> QuestionReport {
    let words = words
    return QuestionReport(
      id: id, kind: kind, seen: words.seen, untouched: words.untouched, answers: words.answers,
      scope: scope, path: path, since: since)
  }

  private var path: String? {
    switch self {
    case .conflict(let conflict): conflict.path
    case .approval(let act): act.path
    case .secret(let path, _, _), .localOnly(let path), .staleSave(let path, _, _): path
    case .arrivedSecret(let secret): secret.path
    case .controlFile(let change): change.path
    case .policyChanged, .policyBroken: Policy.file
    case .filesGone, .branchMovedBack, .lostHistory, .remote, .setAside: nil
    }
  }

  private typealias Words = (seen: String, untouched: String, answers: [QuestionAnswer])

  private var words: Words {
    switch self {
    case .conflict(let conflict): Self.words(conflict)
    case .filesGone(let count, let total):
      (
        "\(count) of \(total) files are gone from the folder",
        "history and other machines still have them; all other changes are recorded as usual",
        [answer("record", "record the deletions"), answer("bring-back", "put the files back as they were recorded")]
      )
    case .branchMovedBack(let branch, let commit):
      (
        commit.map { "git moved '\(branch)' to \($0.hex.prefix(10)), which lacks recorded changes" }
          ?? "git deleted the branch '\(branch)'",
        "files are as git left them; every recorded change is kept (refs/stet/rescue), and what is saved meanwhile (refs/stet/held)",
        [
          answer("record", "keep the folder as it is now, as a new change on top"),
          answer("put-back", "bring back what was recorded before"),
        ]
      )
    case .lostHistory(let commit):
      (
        "the commit \(commit.hex.prefix(10)) was recorded here and is damaged; no copy of it was found",
        "files and all that could be read are recorded on top of what is left; where a backup of .git/objects or the "
          + "remote has it, 'stet doctor' takes it from there",
        [answer("accept", "continue without it")]
      )
    case .remote(let question): words(question)
    case .approval(let act): Self.words(act)
    case .policyChanged(let version): Self.words(changedPolicy: version)
    case .policyBroken(let error): Self.words(error)
    case .secret(let path, let kind, let line): Self.words(path, kind, line)
    case .arrivedSecret(let secret): Self.words(secret)
    case .localOnly(let path): Self.words(localOnly: path)
    case .staleSave(let path, let kind, let others): Self.words(path, kind, others)
    case .controlFile(let change): Self.words(change)
    case .setAside(let name): Self.words(setAside: name)
    }
  }

  private func answer(_ word: String, _ effect: String) -> QuestionAnswer {
    QuestionAnswer(word: word, effect: effect, command: "stet questions answer \(id) \(word)")
  }

  private func words(_ question: SyncQuestion) -> Words {
    let rescue = question.rescue ?? StetReference.rescue
    let stopped = "nothing is sent and nothing taken until you answer; saving continues"
    switch question.kind {
    case .remoteRewritten:
      return (
        question.seen, "files and history here are as they were, kept under \(rescue) too; \(stopped)",
        [
          answer("join", "put both together and bring the commits back to the remote"),
          answer("take", "follow the remote; what is here stays under \(rescue)"),
        ]
      )
    case .unrelatedHistory:
      return (
        question.seen, "files and history here are as they were, kept under \(rescue) too; \(stopped)",
        [
          answer("join", "put the files of both together"),
          answer("take", "follow the remote; what is here stays under \(rescue)"),
        ]
      )
    case .remoteBranchDeleted:
      let follow = question.renamed.map { "; if it was renamed, \(Self.following($0)) follow it" }
      return (
        question.seen, "files and history here are as they were; \(stopped)\(follow ?? "")",
        [answer("join", "publish the branch again"), answer("take", "leave the remote without it")]
      )
    case .unmetBranch:
      let meet = question.renamed.map { "; \(Self.following($0)) meet the others there" }
      return (
        question.seen, "files and history here are as they were; \(stopped)\(meet ?? "")",
        [
          answer("join", "publish the branch beside theirs; the two never meet"),
          answer("take", "leave the remote without it"),
        ]
      )
    case .remoteEmptied:
      return (
        question.seen, "no file was deleted here; \(stopped)",
        [
          answer("join", "take the remote's other changes and keep the files"),
          answer("take", "delete them here too; history keeps them"),
        ]
      )
    case .firstPublication:
      return (
        question.seen,
        "the folder had this remote before it became a workspace; nothing is sent until you answer, everything is "
          + "recorded here",
        [
          answer("publish", "publish it, and every later change"),
          answer("keep", "publish nothing; 'stet init --yes' in the workspace publishes later"),
        ]
      )
    case .folderEmptied:
      return (
        question.seen, "the remote still has them; \(stopped)",
        [answer("join", "publish the deletion"), answer("take", "bring the files back from the remote")]
      )
    }
  }

  /// Returns the commands that rename the local branch to the new name.
  private static func following(_ rename: BranchRename) -> String {
    "'stet stop', 'git branch -m \(ShellWord.word(rename.from)) \(ShellWord.word(rename.to))' "
      + "and 'stet start'"
  }

  private static func words(_ conflict: ConflictReport) -> Words {
    let kept = ConflictPage.who(conflict.keptAuthor, conflict.keptMachine, nil)
    let other = ConflictPage.who(conflict.otherAuthor, conflict.otherMachine, nil)
    let seen =
      switch conflict.reason {
      case "deletion" where conflict.kept == nil: "\(conflict.path) was deleted by \(kept) and changed by \(other)"
      case "deletion": "\(conflict.path) was changed by \(kept) and deleted by \(other)"
      case "name": "\(conflict.path) was renamed twice; \(other) called it this"
      case "directory": "\(conflict.path) is a folder on one side and a file on the other"
      case "kind": "\(conflict.path) became two different things, by \(kept) and by \(other)"
      default: "\(conflict.path) was changed in the same place by \(kept) and by \(other)"
      }
    let target = ShellWord.path(conflict.target)
    let present =
      switch conflict.reason {
      case "name": "the file keeps its present name"
      case _ where conflict.kept == nil: "the file stays deleted"
      default: "the file has the version of \(kept)"
      }
    return (
      seen,
      present + "; the version of \(other) is in the history, see 'stet conflicts'",
      [
        QuestionAnswer(
          word: "current", effect: "the version in the file, also after you edited it, is right",
          command: "stet resolve \(target) --keep current"),
        QuestionAnswer(
          word: "other", effect: "the other version takes its place ('both' takes both)",
          command: "stet resolve \(target) --keep other"),
      ]
    )
  }
}
