package import WorkspaceAPI

/// One call on the socket: the verbs of a workspace, and what only a daemon has.
package enum VerbCall: Sendable {
  case status
  case sync(SyncRequest)
  case read(ReadRequest)
  case write(WriteRequest)
  case writeTogether(BatchRequest)
  case beginCall(CallBegin)
  case endCall(CallEnd)
  case changes(ChangesRequest)
  case list(ListRequest)
  case look(LookRequest)
  case large(LargeRequest)
  case makeFolder(PathRequest)
  case search(SearchRequest)
  case log(LogRequest)
  case operations(OperationsRequest)
  case blame(PathRequest)
  case provenance(PathRequest)
  case diff(DiffRequest)
  case restore(RestoreRequest)
  case undo(UndoRequest)
  case reapply(path: String)
  case bracket(BracketRequest)
  case questions
  case answer(AnswerRequest)
  case conflicts(Caller)
  case resolve(ResolveRequest)
  case policy(PolicyRequest)
  case audit(AuditRequest)
  case doctor
  case coordination
  case claim(ClaimOrder)
  case changeClaim(ClaimChange)
  case present(PresentOrder)
  case answerNotice(NoticeAnswer)
  /// Subscribes to what the connection's own presenters are asked and told; each comes as a notification `notice`.
  case notices
  /// Subscribes; each event comes as a notification `event`, the end of them as the answer to this call.
  case events
  /// Gives up a call that only waits: `events`, `notices`, `claim` or `sync`.
  case cancel(id: RPCID)
  /// Asks the daemon to finish its turn and exit.
  case stop

  /// The method's name in JSON-RPC.
  package var method: Method {
    switch self {
    case .status: .status
    case .sync: .sync
    case .read: .read
    case .write: .write
    case .writeTogether: .writeTogether
    case .beginCall: .beginCall
    case .endCall: .endCall
    case .changes: .changes
    case .list: .list
    case .look: .look
    case .large: .large
    case .makeFolder: .makeFolder
    case .search: .search
    case .log: .log
    case .operations: .operations
    case .blame: .blame
    case .provenance: .provenance
    case .diff: .diff
    case .restore: .restore
    case .undo: .undo
    case .reapply: .reapply
    case .bracket: .bracket
    case .questions: .questions
    case .answer: .answer
    case .conflicts: .conflicts
    case .resolve: .resolve
    case .policy: .policy
    case .audit: .audit
    case .doctor: .doctor
    case .events: .events
    case .coordination: .coordination
    case .claim: .claim
    case .changeClaim: .changeClaim
    case .present: .present
    case .answerNotice: .answerNotice
    case .notices: .notices
    case .cancel: .cancel
    case .stop: .stop
    }
  }

  /// The names of all methods.
  package enum Method: String, Codable, Sendable, CaseIterable {
    case status, sync, read, write, list, search, log, blame, provenance, diff, restore, undo, questions, answer
    case conflicts, resolve, doctor, events, cancel, stop, operations, reapply, bracket, look, makeFolder
    case writeTogether, beginCall, endCall, changes, policy, audit, large
    case coordination, claim, changeClaim, present, answerNotice, notices
  }

  /// Whether the call only waits, watches or looks for long, so that it ends with the client that asked.
  var endsWithItsClient: Bool {
    switch self {
    case .sync, .events, .search, .claim, .notices, .read: true
    default: false
    }
  }
}
