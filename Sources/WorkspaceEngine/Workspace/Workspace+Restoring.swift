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
    try await recordAll()
    for path in paths where try await !queue.isKnown(path, in: commit) {
      throw VerbError(
        .notFound, "\(path.string) is neither recorded now nor was it in \(request.revision).",
        kept: "Nothing was changed.", next: "'stet log \(path.string)' shows when it was there.", path: path.string)
    }
    let writes = try await queue.writes(restoring: paths, to: commit, origin: origin)
    return try await carryOut(writes, kept: [])
  }

  /// Takes changes back and leaves what others wrote since.
  package func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await recordAll()
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

  /// Records all that is saved and settled now.
  ///
  /// - Parameter patience: how long git and programs that have a file open are waited for, nanoseconds.
  /// - Returns: how many commits that made, and which files a program still has open.
  @discardableResult
  func recordAll(patience: Int64 = 3_000_000_000) async throws(VerbError) -> (count: Int, open: [WorkspacePath]) {
    let before = await queue.recordedCount
    await watcher.barrier()
    let now = time.now().monotonic
    let open = try await queue.recordRest(until: now + patience)
    return (await queue.recordedCount - before, open)
  }
}
