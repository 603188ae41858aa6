internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension Workspace {
  /// Takes changes back and leaves what others wrote since.
  package func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await recordAll()
    let target = try await target(of: request)
    if target.touchesConflicts, request.caller.agent != nil {
      throw VerbError(
        .refused, "This would settle a conflict or open it again, which a person does, never an agent.",
        kept: "Nothing was changed.", next: "Ask the person to run 'stet undo'.")
    }
    var origin = origin(of: request.caller)
    origin.subject = target.subject
    origin.undoes = target.undoes
    let before = target.touchesConflicts ? Set(try await openConflicts().list.map(\.conflict.id)) : []
    let taken = try await queue.takeBack(target.steps, origin: origin)
    var receipt = await receipt(taken.writes, taken.outcomes)
    receipt.undoneBy = target.undoneBy
    receipt.kept += KeptPlace.places(taken.left, of: target.steps)
    if target.touchesConflicts {
      // Where no file changes, the history must say it all the same.
      if receipt.commit == nil {
        receipt.commit = try await queue.say(origin)
        if let commit = receipt.commit { receipt.operation = await queue.operationID(of: commit) }
      }
      receipt.reopened = try await openConflicts().list.map(\.conflict.id).filter { !before.contains($0) }
      await showConflicts()
    }
    return receipt
  }

  private func target(of request: UndoRequest) async throws(VerbError) -> UndoTarget {
    let list = try await operationList()
    if let session = request.session { return try await target(session: session, list) }
    guard let text = request.target else {
      return try await target(commit: try await newest(of: request.caller), nil, list)
    }
    let named = list.operations(named: text)
    if named.count > 1 {
      throw VerbError(
        .usage,
        "'\(text)' is the beginning of several operations: "
          + named.prefix(5).map { "\($0.id) (\($0.newest.subject))" }.joined(separator: ", ") + ".",
        kept: "Nothing was changed.", next: "Give more of the id.")
    }
    guard let operation = named.first else {
      return try await target(commit: try await commit(named: text), request.from, list)
    }
    guard operation.kind == .agent else { return try await target(commit: operation.newest.id, request.from, list) }
    if request.from != nil { throw Self.noMerge(operation.id) }
    return UndoTarget(
      steps: try await queue.steps(of: operation.commits.map(\.id)), undoes: [operation.extent],
      subject: UndoSubject.text(for: operation), undoneBy: operation.undoneBy)
  }

  /// A commit by what git resolves, or by the id of its change.
  private func commit(named text: String) async throws(VerbError) -> ObjectID {
    do { return try await resolve(text) } catch {
      guard error.code == .notFound else { throw error }
    }
    if OperationList.isID(text), let tip = await queue.tip {
      let found = try await git.run(
        ["log", "--format=%H", "-n2", "--fixed-strings", "--grep=Stet-Change: \(text.lowercased())", tip.hex, "--"])
      let ids = String(decoding: found, as: UTF8.self).split(separator: "\n")
      if ids.count == 1, let id = ObjectID(hex: String(ids[0])) { return id }
    }
    throw VerbError(
      .notFound, "'\(text)' names no operation and no recorded change.", kept: "Nothing was changed.",
      next: "'stet log --operations' and 'stet log' list them.")
  }

  private func target(
    commit id: ObjectID, _ from: String?, _ list: OperationList
  ) async throws(VerbError) -> UndoTarget {
    let commit = try await queue.operationCommit(id)
    let range = ChangeRange(commit.key)
    var target = UndoTarget(
      steps: [UndoPlan.Step(before: commit.parents.first, after: id)], undoes: [range],
      subject: UndoSubject.text(for: commit.subject), touchesConflicts: list.touchesConflicts(commit.key),
      undoneBy: list.undoer(of: range))
    if commit.kind == .adopt, commit.parents.count == 2 {
      target.steps = [UndoPlan.Step(before: try await ownSide(of: commit, from), after: id)]
    } else if from != nil {
      throw Self.noMerge(commit.key)
    }
    return target
  }

  private static func noMerge(_ id: String) -> VerbError {
    VerbError(
      .usage, "\(id.prefix(8)) is no merge of Stet's, so --from has no meaning here.", kept: "Nothing was changed.",
      next: "Leave --from out.")
  }

  /// The parent of a merge that stays: the line that this machine had, or the other than the one that was named.
  private func ownSide(of merge: OperationCommit, _ from: String?) async throws(VerbError) -> ObjectID {
    let sides = try await queue.sides(of: merge.id)
    let own: Int?
    if let from {
      own = MergedSide.named(from, in: sides).map { 1 - $0 }
    } else {
      own = MergedSide.own(sides, here: settings.identity.machine)
    }
    if let own, sides.indices.contains(own) { return sides[own].parent }
    let choices = sides.map { "'stet undo \(merge.id.hex.prefix(8)) --from \($0.parent.hex.prefix(8))'" }
    throw VerbError(
      .usage,
      "\(merge.id.hex.prefix(8)) merged two lines, \(sides.map(\.words).joined(separator: " and ")), and "
        + (from.map { "'\($0)' does not name one of them." } ?? "which was this machine's cannot be told."),
      kept: "Nothing was changed.", next: "Say which to take back: \(choices.joined(separator: " or ")).")
  }

  private func target(session: String, _ list: OperationList) async throws(VerbError) -> UndoTarget {
    let operations = list.operations.filter {
      $0.newest.author.kind == "agent" && $0.newest.author.session == session
    }
    guard !operations.isEmpty else {
      throw VerbError(.notFound, "No change of session '\(session)' is recorded.", next: "'stet log' shows sessions.")
    }
    let commits = list.newestFirst(operations.flatMap(\.commits)).map(\.id)
    return UndoTarget(
      steps: try await queue.steps(of: commits), undoes: operations.map(\.extent), subject: "Undo session \(session)",
      touchesConflicts: operations.contains { list.touchesConflicts($0.id) })
  }

  private func newest(of caller: Caller) async throws(VerbError) -> ObjectID {
    // The newest is most often near; only where it is not all of history is read.
    for limit in [200, nil] {
      let entries = try await log(LogRequest(limit: limit, session: caller.session))
      let mine = entries.first { entry in
        caller.agent.map { entry.author.kind == "agent" && entry.author.name == $0 } ?? (entry.author.kind == "user")
      }
      if let mine { return mine.commit }
    }
    throw VerbError(.notFound, "There is no change of yours to undo.", kept: "Nothing was changed.")
  }
}
