package import GitObjects

/// Something about the remote that a person must decide; until then nothing is pushed and nothing is taken.
package struct SyncQuestion: Hashable, Sendable {
  /// What was seen.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The remote's branch no longer contains commits that it had.
    case remoteRewritten
    /// The remote's branch shares no commit with this folder.
    case unrelatedHistory
    /// The remote had the branch and has it no more.
    case remoteBranchDeleted
    /// Taking what the remote has would remove more than half of the files here.
    case remoteEmptied
    /// More than half of the files that the remote has are gone here.
    case folderEmptied
  }

  /// What was seen.
  package var kind: Kind
  /// The tip when it was seen.
  package var tip: ObjectID?
  /// The remote's commit when it was seen.
  package var remote: ObjectID?
  /// Files that would be gone, for the two kinds that count them.
  package var gone: Int
  /// Files there were.
  package var of: Int
  /// The reference under which what is here was kept as well, if it was.
  package var rescue: String?

  /// Makes a question.
  package init(
    kind: Kind, tip: ObjectID?, remote: ObjectID?, gone: Int = 0, of: Int = 0, rescue: String? = nil
  ) {
    self.kind = kind
    self.tip = tip
    self.remote = remote
    self.gone = gone
    self.of = of
    self.rescue = rescue
  }

  /// What names the question in lists and commands: the same situation has the same name on every look.
  package var id: String {
    switch kind {
    // The tip moves on while it is open; the question stays the same one.
    case .remoteRewritten, .unrelatedHistory, .remoteEmptied:
      "\(kind.rawValue)-\(remote?.hex.prefix(10) ?? "none")"
    case .remoteBranchDeleted, .folderEmptied: kind.rawValue
    }
  }
}

extension SyncQuestion: CustomStringConvertible {
  /// What was seen, what is untouched, and what the two answers do.
  package var description: String {
    switch kind {
    case .remoteRewritten:
      "the remote's history was rewritten: commits that it had are gone from it; nothing here was changed. "
        + "'join' merges both and brings the commits back to the remote; 'take' follows the remote and keeps "
        + "what was here under \(rescue ?? "refs/stet/rescue/")"
    case .unrelatedHistory:
      "the remote's branch shares no history with this folder; nothing was changed. "
        + "'join' puts the files of both together; 'take' follows the remote and keeps what was here under "
        + "\(rescue ?? "refs/stet/rescue/")"
    case .remoteBranchDeleted:
      "the branch was deleted on the remote; nothing here was changed. 'join' publishes it again; "
        + "'take' leaves the remote without it"
    case .remoteEmptied:
      "the remote has \(gone) of \(of) files deleted; nothing here was changed. "
        + "'join' takes the remote's other changes and keeps the files; 'take' deletes them here too"
    case .folderEmptied:
      "\(gone) of \(of) files are gone here; the remote still has them. "
        + "'join' publishes the deletion; 'take' brings the files back from the remote"
    }
  }
}
