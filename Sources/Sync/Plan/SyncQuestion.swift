package import GitObjects

/// A state of the remote about which a person must decide; until then nothing is pushed and nothing is adopted.
package struct SyncQuestion: Hashable, Sendable {
  /// The kind of state.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The remote's branch no longer contains commits that it had.
    case remoteRewritten = "remote-rewritten"
    /// The remote's branch shares no commit with this folder.
    case unrelatedHistory = "unrelated-history"
    /// The remote had the branch and no longer has it.
    case remoteBranchDeleted = "remote-branch-deleted"
    /// The remote lacks the branch and has another one that shares no commit with this folder.
    case unmetBranch = "unmet-branch"
    /// Adopting the remote's commit would remove more than half of the files here.
    case remoteEmptied = "remote-emptied"
    /// More than half of the files that the remote has are gone here.
    case folderEmptied = "unpublished-deletions"
    /// The folder had the remote before it became a workspace, and nobody has agreed yet to publish its content.
    case firstPublication = "first-publication"
  }

  /// The place at which the content of the folder would be published.
  package struct Publication: Hashable, Sendable {
    /// The remote's address in the form for people.
    package var address: String
    package var branch: String
    /// The number of files that would change there; nil if it is not known yet.
    package var changed: Int?

    package init(address: String, branch: String, changed: Int? = nil) {
      self.address = address
      self.branch = branch
      self.changed = changed
    }

    /// The question as a sentence.
    package var sentence: String {
      let files =
        switch changed {
        case nil: "the files here"
        case 1?: "1 file"
        case let count?: "\(count) files"
        }
      return "publish \(files) to \(address), branch '\(branch)'?"
    }
  }

  /// The kind of state.
  package var kind: Kind
  /// The tip in that state.
  package var tip: ObjectID?
  /// The remote's commit in that state.
  package var remote: ObjectID?
  /// The commit that the remote lost; nil for other kinds.
  package var lost: ObjectID?
  /// The number of files that would be deleted, for the two kinds that count them.
  package var gone: Int
  /// The number of files before.
  package var of: Int
  /// The branch and the remote's other one that has its commit, or that others use; nil for other kinds.
  package var renamed: BranchRename?
  /// The reference that keeps the commits here as well, if there is one.
  package var rescue: String?
  /// The place of publication; nil for other kinds.
  package var publication: Publication?

  package init(
    kind: Kind, tip: ObjectID?, remote: ObjectID?, lost: ObjectID? = nil, gone: Int = 0, of: Int = 0,
    rescue: String? = nil,
    renamed: BranchRename? = nil, publication: Publication? = nil
  ) {
    self.kind = kind
    self.tip = tip
    self.remote = remote
    self.lost = lost
    self.gone = gone
    self.of = of
    self.rescue = rescue
    self.renamed = renamed
    self.publication = publication
  }

  /// The name of the question in lists and commands; the same situation always has the same name.
  package var id: String {
    switch kind {
    // The tip and the remote's branch move while the question is open; it stays the same one.
    case .remoteRewritten: "\(kind.rawValue)-\(lost?.hex.prefix(10) ?? "history")"
    // The number of deleted files depends on the remote's commit: an answer applies to the one that was shown.
    case .remoteEmptied: "\(kind.rawValue)-\(remote?.hex.prefix(10) ?? "none")"
    case .unrelatedHistory, .remoteBranchDeleted, .unmetBranch, .folderEmptied, .firstPublication: kind.rawValue
    }
  }

  /// The state as a sentence.
  package var seen: String {
    switch kind {
    case .remoteRewritten: "the remote's history was rewritten: commits that it had are gone from it"
    case .unrelatedHistory: "the remote's branch shares no history with this folder"
    case .remoteBranchDeleted:
      renamed.map { "the remote has no branch '\($0.from)' any more; '\($0.to)' there has the commit that it had" }
        ?? "the branch was deleted on the remote"
    case .unmetBranch:
      "the remote has no branch '\(renamed?.from ?? "")' but '\(renamed?.to ?? "")', which shares no history with this folder"
    case .remoteEmptied: "the remote has \(gone) of \(of) files deleted"
    case .firstPublication: publication?.sentence ?? "publish the files here?"
    case .folderEmptied: "\(gone) of \(of) files that the remote has are gone here"
    }
  }
}

extension SyncQuestion: CustomStringConvertible {
  /// The state, and the command that shows the answers.
  package var description: String {
    let words =
      switch kind {
      case .firstPublication: "nothing is published until you agree"
      case .folderEmptied: "\(seen); nothing was published"
      default: "\(seen); nothing was changed here"
      }
    return words + ", 'stet questions' shows the two answers"
  }
}

/// A person's answer to a question; the question's own text explains the effect of each.
package enum SyncAnswer: String, Hashable, Sendable, CaseIterable {
  /// Combine both; the content here is kept.
  case join
  /// Follow the remote.
  case take
}
