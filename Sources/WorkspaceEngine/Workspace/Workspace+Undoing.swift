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
    let target = try await UndoTargets(
      queue: queue, git: git, conflicts: conflictDesk, operations: operationDesk, history: history
    ).target(of: request)
    if target.touchesConflicts, request.caller.agent != nil {
      throw VerbError(
        .refused, "This would settle a conflict, open one again or take one away, which a person does, never an agent.",
        kept: "Nothing was changed.", next: "Ask the person to run 'stet undo'.")
    }
    let appended = try await permissions.permit(target.steps, request.caller)
    guard UndoTargets.isOwn(target.author, of: request.caller) || request.caller.agent == nil else {
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
}
