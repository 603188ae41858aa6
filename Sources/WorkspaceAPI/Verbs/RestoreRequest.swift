package import GitObjects

/// Requests to restore files to an earlier state in a new commit.
package struct RestoreRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "restore"

  /// Files or folders; empty for the whole workspace.
  package var paths: [String]
  /// The state to restore: a commit or anything stock git resolves.
  package var revision: String
  package var caller: Caller
  /// The fencing number of the claim that the caller works under; the request is refused if the claim has ended.
  package var claim: Int64?

  package init(paths: [String], revision: String, caller: Caller = .person, claim: Int64? = nil) {
    self.paths = paths
    self.revision = revision
    self.caller = caller
    self.claim = claim
  }
}

/// Requests to merge into a file the changes that its last save lacked.
package struct ReapplyRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "reapply"

  package var path: String
  package var caller: Caller
  /// The fencing number of the claim that the caller works under; the request is refused if the claim has ended.
  package var claim: Int64?

  package init(path: String, caller: Caller = .person, claim: Int64? = nil) {
    self.path = path
    self.caller = caller
    self.claim = claim
  }
}

/// Requests to undo changes without later changes of others.
package struct UndoRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "undo"

  /// The operation to undo (its id or a prefix of it), or the commit (anything stock git resolves); nil without a
  /// session for the caller's newest change.
  package var target: String?
  /// The agent session to undo.
  package var session: String?
  /// Whether that session is the caller's own, which the daemon may know by another name. Nil for no.
  package var isOwnSession: Bool?
  /// For a merge, the machine or the parent commit whose changes are undone; nil for all changes of others.
  package var from: String?
  package var caller: Caller
  /// The fencing number of the claim that the caller works under; the request is refused if the claim has ended.
  package var claim: Int64?

  package init(
    target: String? = nil, session: String? = nil, from: String? = nil, caller: Caller = .person, claim: Int64? = nil
  ) {
    self.target = target
    self.session = session
    self.from = from
    self.caller = caller
    self.claim = claim
  }

  /// The session to undo, by the name that the daemon knows; nil for another target.
  package var undoneSession: String? { isOwnSession == true ? caller.session : session }
}

/// The result of a restore or an undo.
package struct RestoreReceipt: Sendable, Codable {
  /// The commit; nil if nothing had to change on the tip.
  package var commit: ObjectID?
  /// Its id as an operation, for `stet undo`; nil if nothing had to change.
  package var operation: String?
  /// The paths whose content changed.
  package var paths: [String]
  /// The places that were not changed because somebody changed them since.
  package var kept: [KeptPlace]
  /// The conflicts that are open again.
  package var reopened: [String]
  /// The conflicts that were closed because their cause was undone.
  package var withdrawn: [String]
  /// The operation that had undone it before; nil for none.
  package var undoneBy: String?
  /// Those of the paths whose files are recorded on this machine only; nil for none.
  package var held: [String]?

  package init(
    commit: ObjectID?, operation: String? = nil, paths: [String], kept: [KeptPlace], reopened: [String] = [],
    withdrawn: [String] = [], undoneBy: String? = nil
  ) {
    self.commit = commit
    self.operation = operation
    self.paths = paths
    self.kept = kept
    self.reopened = reopened
    self.withdrawn = withdrawn
    self.undoneBy = undoneBy
  }
}

/// A path, or some lines of it, that a restore or an undo did not change.
package struct KeptPlace: Sendable, Codable, Hashable {
  package var path: String
  /// The kept part and the reason, as words after the path: `lines 3–5 were changed since and stay`.
  package var what: String
  /// The possible next step.
  package var next: String?

  package init(path: String, what: String, next: String? = nil) {
    self.path = path
    self.what = what
    self.next = next
  }
}
