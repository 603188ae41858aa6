package import GitObjects

/// Something about the remote that a person must decide; until then nothing is pushed and nothing is taken.
package struct SyncQuestion: Hashable, Sendable {
  /// What was seen.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The remote's branch no longer contains commits that it had.
    case remoteRewritten = "remote-rewritten"
    /// The remote's branch shares no commit with this folder.
    case unrelatedHistory = "unrelated-history"
    /// The remote had the branch and has it no more.
    case remoteBranchDeleted = "remote-branch-deleted"
    /// The remote lacks the branch and has another one that shares no commit with this folder.
    case unmetBranch = "unmet-branch"
    /// Taking what the remote has would remove more than half of the files here.
    case remoteEmptied = "remote-emptied"
    /// More than half of the files that the remote has are gone here.
    case folderEmptied = "unpublished-deletions"
    /// The folder had the remote before it became a workspace, and nobody agreed yet that its content is published.
    case firstPublication = "first-publication"
  }

  /// Where the content of the folder would be published.
  package struct Publication: Hashable, Sendable {
    /// The remote's address, as people read it.
    package var address: String
    /// The branch.
    package var branch: String
    /// How many files would change there; nil where that is not known yet.
    package var changed: Int?

    /// Makes a description.
    package init(address: String, branch: String, changed: Int? = nil) {
      self.address = address
      self.branch = branch
      self.changed = changed
    }

    /// What would happen, as a sentence.
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

  /// What was seen.
  package var kind: Kind
  /// The tip when it was seen.
  package var tip: ObjectID?
  /// The remote's commit when it was seen.
  package var remote: ObjectID?
  /// The commit that the remote had and has no more, where that is what was seen.
  package var lost: ObjectID?
  /// Files that would be gone, for the two kinds that count them.
  package var gone: Int
  /// Files there were.
  package var of: Int
  /// The branch and the other one of the remote that has its commit, or that others meet on, where that is what was
  /// seen.
  package var renamed: BranchRename?
  /// The reference under which what is here was kept as well, if it was.
  package var rescue: String?
  /// Where the content would be published, where that is the question.
  package var publication: Publication?

  /// Makes a question.
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

  /// What names the question in lists and commands: the same situation has the same name on every look.
  package var id: String {
    switch kind {
    // The tip moves on while it is open, and other machines move the remote's branch: the question stays the same one.
    case .remoteRewritten: "\(kind.rawValue)-\(lost?.hex.prefix(10) ?? "history")"
    // How many files go depends on the remote's commit: an answer is about the one that was shown.
    case .remoteEmptied: "\(kind.rawValue)-\(remote?.hex.prefix(10) ?? "none")"
    case .unrelatedHistory, .remoteBranchDeleted, .unmetBranch, .folderEmptied, .firstPublication: kind.rawValue
    }
  }

  /// What was seen, as a sentence.
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
  /// What was seen, and where the answers are.
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
