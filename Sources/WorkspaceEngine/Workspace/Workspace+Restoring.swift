internal import Documents
internal import GitObjects
internal import History

extension Workspace {
  /// Brings an earlier state back, as a new commit.
  package func restore(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    let commit = try await resolve(request.revision)
    var paths: [WorkspacePath] = []
    for text in request.paths where text != "." { paths.append(try checked(text)) }
    var origin = origin(of: request.caller)
    origin.restores = commit.hex
    origin.subject =
      paths.count == 1
      ? "Restore \(paths[0].string) as of \(commit.hex.prefix(10))" : "Restore the state of \(commit.hex.prefix(10))"
    _ = try await recordAll()
    let writes = try await queue.writes(restoring: paths, to: commit, origin: origin)
    return try await carryOut(writes, kept: [])
  }

  /// Takes changes back and leaves what others wrote since.
  package func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    _ = try await recordAll()
    let commits: [ObjectID]
    var origin = origin(of: request.caller)
    if let session = request.session {
      commits = try await queue.commits(ofSession: session)
      guard !commits.isEmpty else {
        throw VerbError(.notFound, "No change of session '\(session)' is recorded.", next: "'stet log' shows sessions.")
      }
      origin.subject = "Undo session \(session)"
    } else {
      let commit: ObjectID
      if let text = request.commit {
        commit = try await resolve(text)
      } else {
        commit = try await newest(of: request.caller)
      }
      commits = [commit]
      origin.subject = "Undo \(commit.hex.prefix(10))"
    }
    origin.restores = commits[0].hex
    let plan = try await queue.writes(undoing: commits, origin: origin)
    return try await carryOut(plan.writes, kept: plan.kept)
  }

  private func newest(of caller: Caller) async throws(VerbError) -> ObjectID {
    let entries = try await log(LogRequest(limit: caller.agent == nil ? 200 : nil, session: caller.session))
    let mine = entries.first { entry in
      caller.agent.map { entry.author.kind == "agent" && entry.author.name == $0 } ?? (entry.author.kind == "user")
    }
    guard let mine else { throw VerbError(.notFound, "There is no change of yours to undo.") }
    return mine.commit
  }

  private func carryOut(_ writes: [Write], kept: [String]) async throws(VerbError) -> RestoreReceipt {
    guard !writes.isEmpty else { return RestoreReceipt(commit: nil, paths: [], kept: kept) }
    let outcomes = await queue.perform(writes)
    var commit: ObjectID?
    var paths: [String] = []
    var left = kept
    for (write, outcome) in zip(writes, outcomes) {
      switch outcome {
      case .done(let result):
        if !result.isUnchanged { paths.append(write.path.string) }
        commit = result.isUnchanged ? commit : result.commit ?? commit
      case .refused(let refusal):
        left.append("\(write.path.string): \(VerbError(refusal, path: write.path.string).what)")
      }
    }
    return RestoreReceipt(commit: commit, paths: paths, kept: left)
  }

  /// Records all that is saved and settled now; answers how many commits that made.
  func recordAll() async throws(VerbError) -> Int {
    let before = await queue.recordedCount
    await watcher.barrier()
    watcher.flush()
    await queue.takeBatch()
    try await queue.recordRest(until: time.now().monotonic + 3_000_000_000)
    // What a scan of a folder that is polled did not find comes as a deletion of its own.
    watcher.flush()
    await queue.takeBatch()
    return await queue.recordedCount - before
  }
}
