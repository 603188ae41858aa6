internal import FolderKeeping
internal import GitObjects
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Brings earlier states back: restores files, undoes changes, and merges again what a stale save left out.
struct RestoreDesk: Sendable {
  /// The recorder.
  let keeper: FolderKeeper
  /// The claims that writes wait for.
  let claims: ClaimDesk
  let permissions: AgentPermissions
  /// The check that an agent read the texts that a restore replaces.
  let proof: ReadProof
  /// Finds the commits that people name.
  let revisions: RevisionReader
  /// The changes that an undo reverts.
  let targets: UndoTargets
  /// The open conflicts.
  let conflicts: ConflictDesk
  /// The audit log of agents' calls.
  let audit: AgentAudit

  /// Restores an earlier state as a new commit.
  func restore(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    try await audit.audited("restore", request.caller, request.paths.joined(separator: " ")) {
      () async throws(VerbError) in
      try await perform(request)
    }
  }

  private func perform(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    let commit = try await revisions.resolve(request.revision)
    var paths: [WorkspacePath] = []
    for text in request.paths where text != "." { paths.append(try await FollowedPaths(keeper: keeper).path(text)) }
    var origin = WriteOrigin(of: request.caller)
    origin.restores = commit.hex
    origin.subject =
      paths.count == 1
      ? "Restore \(paths[0].string) as of \(commit.hex.prefix(10))" : "Restore the state of \(commit.hex.prefix(10))"
    try await keeper.recordSettled()
    for path in paths
    where try await !keeper.run({ keeper throws(VerbError) in try keeper.records.history.isKnown(path, in: commit) }) {
      throw VerbError(
        .notFound, "\(path.string) is neither recorded now nor was it in \(request.revision).",
        kept: "Nothing was changed.", next: "'stet log \(path.string)' shows when it was there.", path: path.string)
    }
    let asked = try await writes(restoring: paths, to: commit, origin, request)
    try await permit(asked, request.caller)
    let items = asked.map { ClaimItem($0.path, .writing) }
    return try await claims.during(items, by: request.caller, number: request.claim) {
      [paths, origin] hasWaited async throws(VerbError) in
      guard hasWaited else { return try await carryOut(asked) }
      // The writes are computed anew from changes made meanwhile; files outside the claims are left out.
      let claimed = Set(asked.map(\.path))
      var writes = try await writes(restoring: paths, to: commit, origin, request)
      writes.removeAll { !claimed.contains($0.path) }
      try await permit(writes, request.caller)
      return try await carryOut(writes)
    }
  }

  /// Checks the writes of a restore as those of any verb: an agent restores no file that the policy or the file's own
  /// permissions forbid, does not almost empty the folder, and replaces no text that its session did not receive.
  private func permit(_ writes: [Write], _ caller: Caller) async throws(VerbError) {
    guard caller.agent != nil else { return }
    for write in writes { try await permissions.permitRestore(of: write.path, caller) }
    try await permissions.permitDeletions(await deletions(in: writes), caller)
    try await proof.check(restoring: writes, by: caller)
  }

  /// Returns the number of files that writes delete: a file whose version they place at another path is moved.
  private func deletions(in writes: [Write]) async -> Int {
    var placed: Set<ObjectID> = []
    for write in writes { if case .place(_, let blob) = write.action { placed.insert(blob) } }
    let tip = await keeper.tip
    var count = 0
    for write in writes where write.action == .delete {
      if let tip, let entry = await keeper.entry(at: write.path, in: tip), placed.remove(entry.id) != nil { continue }
      count += 1
    }
    return count
  }

  /// Returns the writes that restore paths to their state in a commit, under their present names.
  private func writes(
    restoring paths: [WorkspacePath], to commit: ObjectID, _ origin: WriteOrigin, _ request: RestoreRequest
  ) async throws(VerbError) -> [Write] {
    var writes: [Write] = []
    var unrenamed: [WorkspacePath] = []
    for path in paths {
      let name = try await revisions.name(of: path, in: commit)
      guard name != path, let entry = await keeper.entry(at: name, in: commit) else {
        unrenamed.append(path)
        continue
      }
      guard entry.mode.isFile || entry.mode == .symlink else {
        throw VerbError(
          .notFound, "\(path.string) was named \(name.string) in \(request.revision).", kept: "Nothing was changed.",
          next: "'stet restore \(name.string) --at \(request.revision)' brings that folder back beside it.",
          path: path.string)
      }
      try await permissions.permit(.read, name, request.caller)
      writes.append(
        Write(path: path, action: .place(mode: entry.mode, blob: entry.id), origin: origin, believesDeletion: true))
    }
    guard paths.isEmpty || !unrenamed.isEmpty else { return writes }
    return writes
      + (try await keeper.run { [unrenamed] keeper throws(VerbError) in
        try keeper.records.history.writes(restoring: unrenamed, to: commit, origin: origin)
      })
  }

  /// Carries out writes in one turn; files of refused writes stay as they are.
  private func carryOut(_ writes: [Write]) async throws(VerbError) -> RestoreReceipt {
    guard !writes.isEmpty else { return RestoreReceipt(commit: nil, paths: [], kept: []) }
    return await receipt(writes, await keeper.perform(writes))
  }

  /// Returns the receipt for the writes of a restore or an undo.
  func receipt(_ writes: [Write], _ outcomes: [WriteOutcome]) async -> RestoreReceipt {
    var receipt = RestoreReceipt(commit: nil, paths: [], kept: [])
    for (write, outcome) in zip(writes, outcomes) {
      switch outcome {
      case .done(let result):
        guard !result.isUnchanged else { continue }
        receipt.paths.append(write.path.string)
        receipt.commit = result.commit ?? receipt.commit
        if result.held != nil { receipt.held = (receipt.held ?? []) + [write.path.string] }
      case .refused(let refusal):
        let error = VerbError(refusal, path: write.path.string)
        receipt.kept.append(
          KeptPlace(path: write.path.string, what: error.what, next: error.next))
      }
    }
    if let commit = receipt.commit { receipt.operation = await keeper.operationID(of: commit) }
    return receipt
  }

  /// Reverts changes and keeps later changes of others.
  func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await audit.audited("undo", request.caller, nil, other: request.target ?? request.undoneSession) {
      () async throws(VerbError) in try await perform(request)
    }
  }

  private func perform(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await keeper.recordSettled()
    let target = try await targets.target(of: request)
    if target.touchesConflicts, request.caller.agent != nil || request.caller.client != nil {
      throw VerbError(
        .refused, "This would settle a conflict, open one again or take one away, which a person does, never an agent.",
        kept: "Nothing was changed.", next: "Ask the person to run 'stet undo'.")
    }
    let checked = try await permissions.permit(target.steps, request.caller)
    guard UndoTargets.isOwn(target.author, of: request.caller) || request.caller.agent == nil else {
      throw VerbError(
        .refused, "An agent takes back changes of its own session only.", kept: "Nothing was changed.",
        next: "Edit what is wrong, or ask the person to run 'stet undo'.")
    }
    var origin = WriteOrigin(of: request.caller)
    origin.subject = target.subject
    origin.undoes = target.undoes
    let before = try await conflicts.open().list.map(\.conflict.id)
    let places = await keeper.run { $0.records.history.places(of: target.steps) }
    let items = places.map { ClaimItem($0, .writing) }
    let steps = target.steps
    let (taken, staying) = try await claims.during(items, by: request.caller, number: request.claim) {
      [origin] hasWaited async throws(VerbError) in
      // Files may have become write-protected, or writable again, during the wait.
      let kept = hasWaited ? try await permissions.permit(steps, request.caller) : checked
      return (try await keeper.takeBack(steps, but: kept, origin: origin), kept)
    }
    var receipt = await receipt(taken.writes, taken.outcomes)
    receipt.undoneBy = target.undoneBy
    receipt.kept += KeptPlace.places(taken.left, of: target.steps)
    receipt.kept += staying.sorted().map { KeptPlace(path: $0.string, what: "may not be changed by agents and stays") }
    if !target.deleted.isEmpty { try await restore(target.deleted, request, &receipt) }
    if target.touchesConflicts {
      // The history must record the undo even if no file changes.
      if receipt.commit == nil {
        receipt.commit = try await keeper.say(origin)
        if let commit = receipt.commit { receipt.operation = await keeper.operationID(of: commit) }
      }
      let now = try await conflicts.open().list.map(\.conflict.id)
      receipt.reopened = now.filter { !before.contains($0) }
      receipt.withdrawn = before.filter { !now.contains($0) }
      await conflicts.updatePage()
    }
    return receipt
  }

  /// Restores held files that were deleted; they are held again.
  ///
  /// - Throws: `VerbError` if nothing was restored and an agent may not restore one of them.
  private func restore(
    _ deleted: [HeldDeletion], _ request: UndoRequest, _ receipt: inout RestoreReceipt
  ) async throws(VerbError) {
    var origin = WriteOrigin(of: request.caller)
    origin.subject = UndoSubject.text(for: deleted.map(\.path))
    var writes: [Write] = []
    for deletion in deleted {
      guard let path = try? WorkspacePath(deletion.path) else { continue }
      let held = await keeper.withHolds { $0.entry(at: path) }
      guard let entry = held, entry.mode.isFile || entry.mode == .symlink else {
        receipt.kept.append(
          KeptPlace(path: deletion.path, what: "was deleted and no version of it was recorded; it is not restored"))
        // The next undo takes back the change before.
        await keeper.withHolds { $0.forgetDeletions([path]) }
        continue
      }
      do throws(VerbError) { try await permissions.permitRestore(of: path, request.caller) } catch {
        guard receipt.commit != nil else { throw error }
        receipt.kept.append(KeptPlace(path: deletion.path, what: error.what, next: error.next))
        continue
      }
      writes.append(
        Write(path: path, action: .place(mode: entry.mode, blob: entry.id), origin: origin, believesDeletion: true))
    }
    guard !writes.isEmpty else { return }
    let items = writes.map { ClaimItem($0.path, .writing) }
    let restored = try await claims.during(items, by: request.caller, number: request.claim) {
      [writes] _ async throws(VerbError) in await self.receipt(writes, await keeper.perform(writes))
    }
    receipt.paths += restored.paths
    receipt.kept += restored.kept
    receipt.held = restored.held
    let done = writes.map(\.path).filter { restored.paths.contains($0.string) }
    await keeper.withHolds { $0.forgetDeletions(done) }
  }

  /// Merges into a file the changes of others that its last save lacks, each under its own author's name.
  ///
  /// - Throws: `VerbError`: `.refused` for an agent, `.notFound` if no save of the file is known that left changes out.
  func reapply(path: String, caller: Caller, claim: Int64?) async throws(VerbError) -> RestoreReceipt {
    guard caller.agent == nil else {
      throw VerbError(
        .refused, "Text that a person's save left out is restored by the person, never by an agent.",
        kept: "Nothing was changed.", next: "Write what you mean to: 'stet read' gives the text and its token.",
        path: path)
    }
    let checked = try WorkspacePath(checking: path)
    try await keeper.recordSettled()
    let items = [ClaimItem(checked, .merging)]
    let outcome = try await claims.during(items, by: caller, number: claim) { _ async throws(VerbError) in
      do throws(RecordError) { return try await keeper.reapply(checked) } catch { throw VerbError(error) }
    }
    guard let outcome else {
      throw VerbError(
        .notFound, "No save of \(path) is known that left out what others wrote.",
        kept: "Nothing was changed.", next: "'stet log \(path)' lists its versions, 'stet restore' brings one back.",
        path: path)
    }
    switch outcome {
    case .refused(let refusal): throw VerbError(refusal, path: path)
    case .done(let result):
      let kept = try await conflictPlaces(of: path)
      guard !result.isUnchanged, let commit = result.commit else {
        return RestoreReceipt(commit: nil, paths: [], kept: kept)
      }
      return RestoreReceipt(
        commit: commit, operation: await keeper.operationID(of: commit), paths: [path], kept: kept)
    }
  }

  private func conflictPlaces(of path: String) async throws(VerbError) -> [KeptPlace] {
    let count = try await conflicts.open().list.count { $0.conflict.path.hasSameBytes(as: path) }
    guard count > 0 else { return [] }
    let words =
      count == 1
      ? "1 conflict is open: the file has one version" : "\(count) conflicts are open: the file has one version of each"
    return [
      KeptPlace(path: path, what: words + ", the other is in the history", next: "'stet conflicts' shows them.")
    ]
  }
}
