package import WorkspaceAPI
internal import Coordination
internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension Workspace {
  /// Reverts changes and keeps later changes of others.
  package func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await agentAudit.audited("undo", request.caller, nil, other: request.target ?? request.session) {
      () async throws(VerbError) in try await perform(request)
    }
  }

  private func perform(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await recordAll()
    let target = try await target(of: request)
    if target.touchesConflicts, request.caller.agent != nil {
      throw VerbError(
        .refused, "This would settle a conflict, open one again or take one away, which a person does, never an agent.",
        kept: "Nothing was changed.", next: "Ask the person to run 'stet undo'.")
    }
    let appended = try await permissions.permit(target.steps, request.caller)
    guard Self.isOwn(target.author, of: request.caller) || request.caller.agent == nil else {
      throw VerbError(
        .refused, "An agent takes back changes of its own session only.", kept: "Nothing was changed.",
        next: "Edit what is wrong, or ask the person to run 'stet undo'.")
    }
    var origin = WriteOrigin(of: request.caller)
    origin.subject = target.subject
    origin.undoes = target.undoes
    let before = try await conflictDesk.open().list.map(\.conflict.id)
    let places = await queue.places(of: target.steps)
    let steps = target.steps
    let taken = try await claims.during(places.map { ClaimItem($0, .writing) }, by: request.caller) {
      [origin] hasWaited async throws(VerbError) in
      let kept = hasWaited ? try await permissions.permit(steps, request.caller) : appended
      return try await queue.takeBack(steps, but: kept, origin: origin)
    }
    var receipt = await receipt(taken.writes, taken.outcomes)
    receipt.undoneBy = target.undoneBy
    receipt.kept += KeptPlace.places(taken.left, of: target.steps)
    receipt.kept += appended.sorted().map { KeptPlace(path: $0.string, what: "is append-only for agents and stays") }
    if target.touchesConflicts {
      // The history must record the undo even if no file changes.
      if receipt.commit == nil {
        receipt.commit = try await queue.say(origin)
        if let commit = receipt.commit { receipt.operation = await queue.operationID(of: commit) }
      }
      let now = try await conflictDesk.open().list.map(\.conflict.id)
      receipt.reopened = now.filter { !before.contains($0) }
      receipt.withdrawn = before.filter { !now.contains($0) }
      await conflictDesk.updatePage()
    }
    return receipt
  }

  /// Returns whether a change is the caller's own: by the agent's name and session, or by a person. A session that
  /// several callers share has no owner.
  private static func isOwn(_ author: AuthorRecord?, of caller: Caller) -> Bool {
    guard let author, let agent = caller.agent else { return author?.kind == "user" }
    return author.kind == "agent" && author.name == agent && author.session == caller.session
      && caller.sharesSession != true
  }

  private func target(of request: UndoRequest) async throws(VerbError) -> UndoTarget {
    if let session = request.session { return try await target(session: session, by: request.caller.agent) }
    guard let text = request.target else { return try await target(commit: try await newest(of: request.caller), nil) }
    guard OperationList.isID(text) else { return try await target(commit: try await changed(by: text), request.from) }
    if text.utf8.count < RevisionReader.tellingApart { return try await target(short: text, request.from) }
    let adoptions = await queue.adoptions().filter { $0.id.hasPrefix(text.lowercased()) }
    if let adoption = adoptions.first { return try await target(adoption, request.from) }
    let id = try await changed(by: text)
    let commit = try await queue.operationCommit(id)
    // A change's id may also be the id of a whole run of its agent.
    guard commit.kind == .agent, commit.key.hasPrefix(text.lowercased()) else {
      return try await target(commit: id, request.from)
    }
    let list = try await operationWindow { $0.isWhole(at: commit.seconds) }.list
    guard let operation = list.operations(named: commit.key).first else {
      return try await target(commit: id, request.from)
    }
    return try await target(operation, request.from)
  }

  private func target(short text: String, _ from: String?) async throws(VerbError) -> UndoTarget {
    let named = try await operationWindow(first: nil) { _ in true }.list.operations(named: text)
    if named.count > 1 {
      throw VerbError(
        .usage,
        "'\(text)' is the beginning of several operations: "
          + named.prefix(5).map { "\($0.id) (\($0.newest.subject))" }.joined(separator: ", ") + ".",
        kept: "Nothing was changed.", next: "Give more of the id.")
    }
    guard let operation = named.first else { return try await target(commit: try await changed(by: text), from) }
    return try await target(operation, from)
  }

  /// Returns the commit to undo. A time is no valid name: the newest commit at that time may be another author's.
  private func changed(by text: String) async throws(VerbError) -> ObjectID {
    if let id = try await revisions.commit(named: text) { return id }
    let isTime = TimePhrase.isTime(text)
    throw VerbError(
      .notFound,
      "'\(text)' names no operation and no recorded change" + (isTime ? "; an undo does not take a time." : "."),
      kept: "Nothing was changed.",
      next: "'stet log --operations' and 'stet log' list them"
        + (isTime ? "; 'stet restore PATH --at TIME' restores a file as it was then." : "."))
  }

  /// Returns the caller's newest change that was not undone and is no undo itself: repeated undos go further back.
  private func newest(of caller: Caller) async throws(VerbError) -> ObjectID {
    var window: OperationWindow?
    // The newest change is usually recent; the whole history is read only if it is not.
    for limit in [200, 4_000, nil] {
      let entries = try await log(LogRequest(limit: limit, session: caller.session))
      for entry in entries {
        guard Self.isOwn(entry.author, of: caller), case let commit = try await queue.operationCommit(entry.commit),
          commit.undoes.isEmpty
        else {
          continue
        }
        if window?.isWhole(at: commit.seconds) != true {
          window = try await operationWindow { $0.isWhole(at: commit.seconds) }
        }
        if window?.list.undoer(of: ChangeRange(commit.key)) == nil { return entry.commit }
      }
    }
    throw VerbError(
      .notFound, "There is no change of yours to undo.", kept: "Nothing was changed.",
      next: "'stet log --operations' lists what was undone; 'stet undo ID' of an undo brings it back.")
  }
}
