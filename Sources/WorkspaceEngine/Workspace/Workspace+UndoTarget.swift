internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History
internal import Merge

/// The changes that an undo reverts, for each kind of argument.
extension Workspace {
  /// Returns the target for an operation of the list.
  func target(_ operation: Operation, _ from: String?) async throws(VerbError) -> UndoTarget {
    if let adoption = await queue.adoptions().first(where: { $0.id == operation.id }) {
      return try await target(adoption, from)
    }
    guard operation.kind == .agent else { return try await target(commit: operation.newest.id, from) }
    if from != nil { throw Self.noMerge(operation.id) }
    return UndoTarget(
      steps: try await queue.steps(of: operation.commits.map(\.id)), undoes: [operation.extent],
      subject: UndoSubject.text(for: operation), author: operation.newest.author, undoneBy: operation.undoneBy)
  }

  /// Returns the target for an adoption from the remote without a merge.
  func target(_ adoption: Adoption, _ from: String?) async throws(VerbError) -> UndoTarget {
    if from != nil { throw Self.noMerge(adoption.id) }
    guard let tip = await queue.tip, await queue.isAncestor(adoption.after, of: tip) else {
      throw VerbError(
        .notFound, "What \(adoption.id.prefix(8)) took is not in this history any more.", kept: "Nothing was changed.")
    }
    let taken = try await queue.taken(adoption.commit)
    let source =
      taken.machines.isEmpty ? Adoption.subject : "Take changes from " + taken.machines.joined(separator: ", ")
    let list = try await operationWindow { $0.isWhole(at: adoption.seconds) }.list
    let range = ChangeRange(adoption.id)
    return try await withConflicts(
      UndoTarget(
        steps: [UndoPlan.Step(before: adoption.before, after: adoption.after)], undoes: [range],
        subject: UndoSubject.text(for: source), undoneBy: list.undoer(of: range)),
      from: adoption.before, to: adoption.after)
  }

  /// Returns the target with the conflicts that appeared or were resolved between two states: the undo removes or
  /// reopens them.
  private func withConflicts(
    _ target: UndoTarget, from before: ObjectID, to after: ObjectID
  ) async throws(VerbError) -> UndoTarget {
    var target = target
    let table = try await conflictDesk.open()
    for change in try await queue.changes(from: before, to: after, concerning: table) {
      let range = ChangeRange(change)
      if !target.undoes.contains(range) { target.undoes.append(range) }
      target.touchesConflicts = true
    }
    return target
  }

  /// Returns the target for a single commit.
  func target(commit id: ObjectID, _ from: String?) async throws(VerbError) -> UndoTarget {
    let commit = try await queue.operationCommit(id)
    let range = ChangeRange(commit.key)
    let list = try await operationWindow { $0.isWhole(at: commit.seconds) }.list
    let target = UndoTarget(
      steps: [UndoPlan.Step(before: commit.parents.first, after: id)], undoes: [range],
      subject: UndoSubject.text(for: commit.subject), author: commit.author,
      touchesConflicts: try await conflictDesk.open().concerns(commit.key), undoneBy: list.undoer(of: range))
    guard commit.kind == .adopt, commit.parents.count == 2 else {
      if from != nil { throw Self.noMerge(commit.key) }
      return target
    }
    let own = try await ownSide(of: commit, from)
    var merge = target
    merge.steps = [UndoPlan.Step(before: own, after: id)]
    return try await withConflicts(merge, from: own, to: id)
  }

  private static func noMerge(_ id: String) -> VerbError {
    VerbError(
      .usage, "\(id.prefix(8)) is no merge of Stet's, so --from has no meaning here.", kept: "Nothing was changed.",
      next: "Leave --from out.")
  }

  /// Returns the parent of a merge that the undo keeps: the line of this machine, or the one opposite to the named
  /// line.
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
        + (from.map { "'\($0)' does not name one of them." } ?? "which was this machine's is unknown."),
      kept: "Nothing was changed.", next: "Say which to take back: \(choices.joined(separator: " or ")).")
  }

  /// Returns the target for all changes of a session; if an agent asks, only for the session under its own name.
  func target(session: String, by agent: String?) async throws(VerbError) -> UndoTarget {
    var read: [UInt8] = []
    if let tip = await queue.tip { read = try await git.run(OperationReader.arguments(tip, session: session)) }
    let list = OperationList(await OperationReader.commits(read, in: queue).commits)
    let operations = list.operations.filter {
      let author = $0.newest.author
      return author.kind == "agent" && author.session == session && (agent == nil || author.name == agent)
    }
    guard !operations.isEmpty else {
      throw VerbError(.notFound, "No change of session '\(session)' is recorded.", next: "'stet log' shows sessions.")
    }
    let commits = list.newestFirst(operations.flatMap(\.commits)).map(\.id)
    let table = try await conflictDesk.open()
    return UndoTarget(
      steps: try await queue.steps(of: commits), undoes: operations.map(\.extent), subject: "Undo session \(session)",
      author: operations.first?.newest.author,
      touchesConflicts: operations.contains { table.concerns($0.id) })
  }
}
