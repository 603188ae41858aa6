internal import Documents
internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import Merge
internal import Recording
internal import Values
internal import WorkspaceAPI

/// Finds the changes that an undo reverts, for each kind of argument.
struct UndoTargets: Sendable {
  /// The recorder, which compares states.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  /// The open conflicts.
  let conflicts: ConflictDesk
  /// The operations of the history.
  let operations: OperationDesk
  let history: HistoryDesk

  private var revisions: RevisionReader { history.revisions }

  /// Returns the target that a request names: an operation, a commit, a session, or else the caller's newest change.
  func target(of request: UndoRequest) async throws(VerbError) -> UndoTarget {
    if let session = request.undoneSession { return try await target(session: session, by: request.caller.agent) }
    guard let text = request.target else { return try await newest(of: request.caller) }
    guard OperationList.isID(text) else { return try await target(commit: try await changed(by: text), request.from) }
    if text.utf8.count < RevisionReader.tellingApart { return try await target(short: text, request.from) }
    let adoptions = await keeper.adoptions().filter { $0.id.hasPrefix(text.lowercased()) }
    if let adoption = adoptions.first { return try await target(adoption, request.from) }
    let id = try await changed(by: text)
    let commit = try await keeper.operationCommit(id)
    // A change's id may also be the id of a whole run of its agent.
    guard commit.kind == .agent, commit.key.hasPrefix(text.lowercased()) else {
      return try await target(commit: id, request.from)
    }
    let list = try await operations.window { $0.isWhole(at: commit.seconds) }.list
    guard let operation = list.operations(named: commit.key).first else {
      return try await target(commit: id, request.from)
    }
    return try await target(operation, request.from)
  }

  private func target(short text: String, _ from: String?) async throws(VerbError) -> UndoTarget {
    let named = try await operations.window(first: nil) { _ in true }.list.operations(named: text)
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

  /// The time in seconds within which deletions of held files are one change.
  private static let deletionTime: Int64 = 2

  /// Returns the target for the caller's newest change: the deletion of held files, or a commit.
  private func newest(of caller: Caller) async throws(VerbError) -> UndoTarget {
    let deleted = await keeper.withHolds { $0.deletions }.filter { Self.isOwn($0.author, of: caller) }
    let newest: ObjectID?
    do throws(VerbError) { newest = try await newestCommit(of: caller) } catch {
      guard error.code == .notFound, !deleted.isEmpty else { throw error }
      newest = nil
    }
    if let newest {
      let seconds = try await keeper.operationCommit(newest).seconds
      if deleted.allSatisfy({ $0.seconds < seconds }) { return try await target(commit: newest, nil) }
    }
    let last = deleted.map(\.seconds).max() ?? 0
    let together = deleted.filter { $0.seconds >= last - Self.deletionTime }
    return UndoTarget(
      steps: [], undoes: [], subject: UndoSubject.text(for: together.map(\.path)), author: together.first?.author,
      deleted: together)
  }

  /// Returns the caller's newest commit that was not undone and is no undo itself: repeated undos go further back. A merge
  /// that a person made with git brings others' changes; it is undone by its id.
  private func newestCommit(of caller: Caller) async throws(VerbError) -> ObjectID {
    var window: OperationWindow?
    // The newest change is usually recent; the whole history is read only if it is not.
    for limit in [200, 4_000, nil] {
      let entries = try await history.log(LogRequest(limit: limit, session: caller.session))
      for entry in entries {
        guard Self.isOwn(entry.author, of: caller), case let commit = try await keeper.operationCommit(entry.commit),
          commit.undoes.isEmpty, commit.parents.count < 2, await isOfThisPerson(commit, caller)
        else {
          continue
        }
        if window?.isWhole(at: commit.seconds) != true {
          window = try await operations.window { $0.isWhole(at: commit.seconds) }
        }
        if window?.list.undoer(of: ChangeRange(commit.key)) == nil { return entry.commit }
      }
    }
    throw VerbError(
      .notFound, "There is no change of yours to undo.", kept: "Nothing was changed.",
      next: "'stet log --operations' lists what was undone; 'stet undo ID' of an undo brings it back, and "
        + "'stet undo ID' of a change in 'stet log' takes back somebody else's.")
  }

  /// Returns whether a person's commit is that of the person at this machine: it has the name in git's configuration, or
  /// it was recorded in this folder, perhaps under an earlier name. An agent's commits are distinguished by session.
  private func isOfThisPerson(_ commit: OperationCommit, _ caller: Caller) async -> Bool {
    guard caller.agent == nil else { return true }
    return await keeper.run { keeper in
      let identity = keeper.recorder.identity
      return commit.author.name == identity.name
        || keeper.records.history.message(of: commit.id).map(identity.made) == true
    }
  }

  /// Returns whether a change is the caller's own: by the agent's name and session, or by a person. A session that
  /// several callers share has no owner.
  static func isOwn(_ author: AuthorRecord?, of caller: Caller) -> Bool {
    guard let author, let agent = caller.agent else { return author?.kind == "user" }
    return author.kind == "agent" && author.name == agent && author.session == caller.session
      && caller.sharesSession != true
  }

  /// Returns the target for an operation of the list.
  private func target(_ operation: Operation, _ from: String?) async throws(VerbError) -> UndoTarget {
    if let adoption = await keeper.adoptions().first(where: { $0.id == operation.id }) {
      return try await target(adoption, from)
    }
    guard operation.kind == .agent else { return try await target(commit: operation.newest.id, from) }
    if from != nil { throw Self.noMerge(operation.id) }
    return UndoTarget(
      steps: try await keeper.steps(of: operation.commits.map(\.id)), undoes: [operation.extent],
      subject: UndoSubject.text(for: operation), author: operation.newest.author, undoneBy: operation.undoneBy)
  }

  /// Returns the target for an adoption from the remote without a merge.
  private func target(_ adoption: Adoption, _ from: String?) async throws(VerbError) -> UndoTarget {
    if from != nil { throw Self.noMerge(adoption.id) }
    guard let tip = await keeper.tip, await keeper.isAncestor(adoption.after, of: tip) else {
      throw VerbError(
        .notFound, "The commits of \(adoption.id.prefix(8)) are not in this history any more.",
        kept: "Nothing was changed.")
    }
    let taken = try await keeper.run { keeper throws(VerbError) in try keeper.records.history.taken(adoption.commit) }
    let source =
      taken.machines.isEmpty ? Adoption.subject : "Take changes from " + taken.machines.joined(separator: ", ")
    let list = try await operations.window { $0.isWhole(at: adoption.seconds) }.list
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
    let table = try await conflicts.open()
    for change in try await keeper.run({ keeper throws(VerbError) in
      try keeper.records.history.changes(from: before, to: after, concerning: table)
    }) {
      let range = ChangeRange(change)
      if !target.undoes.contains(range) { target.undoes.append(range) }
      target.touchesConflicts = true
    }
    return target
  }

  /// Returns the target for a single commit.
  private func target(commit id: ObjectID, _ from: String?) async throws(VerbError) -> UndoTarget {
    let commit = try await keeper.operationCommit(id)
    let range = ChangeRange(commit.key)
    let list = try await operations.window { $0.isWhole(at: commit.seconds) }.list
    let target = UndoTarget(
      steps: [UndoPlan.Step(before: commit.parents.first, after: id)], undoes: [range],
      subject: UndoSubject.text(for: commit.subject), author: commit.author,
      touchesConflicts: try await conflicts.open().concerns(commit.key), undoneBy: list.undoer(of: range))
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
    let sides = try await keeper.sides(of: merge.id)
    let own: Int?
    if let from {
      own = MergedSide.named(from, in: sides).map { 1 - $0 }
    } else {
      own = MergedSide.own(sides, here: operations.machine)
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
  private func target(session: String, by agent: String?) async throws(VerbError) -> UndoTarget {
    var read: [UInt8] = []
    if let tip = await keeper.tip { read = try await git.run(OperationReader.arguments(tip, session: session)) }
    let list = OperationList(await OperationReader.commits(read, in: keeper).commits)
    func isOfSession(_ author: AuthorRecord) -> Bool {
      author.kind == "agent" && author.session == session && (agent == nil || author.name == agent)
    }
    let ofSession = list.operations.filter { isOfSession($0.newest.author) }
    let deleted = await keeper.withHolds { $0.deletions }.filter { isOfSession($0.author) }
    guard !ofSession.isEmpty || !deleted.isEmpty else {
      throw try await noOwnChange(of: session, isAgent: agent != nil)
    }
    let commits = list.newestFirst(ofSession.flatMap(\.commits)).map(\.id)
    let table = try await conflicts.open()
    return UndoTarget(
      steps: try await keeper.steps(of: commits), undoes: ofSession.map(\.extent), subject: "Undo session \(session)",
      author: ofSession.first?.newest.author ?? deleted.first?.author,
      touchesConflicts: ofSession.contains { table.concerns($0.id) }, deleted: deleted)
  }

  /// Returns the error for a session without a change that is surely its own. Changes by unsure authors may be the
  /// person's, so that each is taken back by itself.
  private func noOwnChange(of session: String, isAgent: Bool) async throws(VerbError) -> VerbError {
    let unsure = try await history.log(LogRequest(session: session, kind: "unsure"))
    guard let newest = unsure.first else {
      return VerbError(.notFound, "No change of session '\(session)' is recorded.", next: "'stet log' shows sessions.")
    }
    let changes = Counted.text(unsure.count, "change")
    let list = "'stet log --session \(ShellWord.word(session)) --by unsure' lists them"
    return VerbError(
      .notFound,
      "No change is surely of session '\(session)'; \(changes) during it by unsure authors may be yours.",
      kept: "Nothing was changed.",
      next: isAgent
        ? "\(list); ask the person which to take back."
        : "\(list); 'stet undo ID' takes one back, the newest with 'stet undo \(newest.commit.hex.prefix(8))'.")
  }
}
