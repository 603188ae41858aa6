package import WorkspaceAPI
internal import Coordination
internal import Documents
internal import GitObjects
internal import History

extension Workspace {
  /// Restores an earlier state as a new commit.
  package func restore(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    try await agentAudit.audited("restore", request.caller, request.paths.joined(separator: " ")) {
      () async throws(VerbError) in
      try await perform(request)
    }
  }

  private func perform(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    let commit = try await revisions.resolve(request.revision)
    var paths: [WorkspacePath] = []
    for text in request.paths where text != "." { paths.append(try await places.path(text)) }
    var origin = WriteOrigin(of: request.caller)
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
    let asked = try await writes(restoring: paths, to: commit, origin, request)
    for write in asked { try await permissions.permit(.restore, write.path, request.caller) }
    return try await claims.during(asked.map { ClaimItem($0.path, .writing) }, by: request.caller) {
      [paths, origin] hasWaited async throws(VerbError) in
      guard hasWaited else { return try await carryOut(asked) }
      // The writes are computed anew from changes made meanwhile; files outside the claims are left out.
      let claimed = Set(asked.map(\.path))
      var writes = try await writes(restoring: paths, to: commit, origin, request)
      writes.removeAll { !claimed.contains($0.path) }
      for write in writes { try await permissions.permit(.restore, write.path, request.caller) }
      return try await carryOut(writes)
    }
  }

  /// Returns the writes that restore paths to their state in a commit, under their present names.
  private func writes(
    restoring paths: [WorkspacePath], to commit: ObjectID, _ origin: WriteOrigin, _ request: RestoreRequest
  ) async throws(VerbError) -> [Write] {
    var writes: [Write] = []
    var unrenamed: [WorkspacePath] = []
    for path in paths {
      let name = try await revisions.name(of: path, in: commit)
      guard name != path, let entry = await queue.entry(at: name, in: commit) else {
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
    return writes + (try await queue.writes(restoring: unrenamed, to: commit, origin: origin))
  }

  /// Carries out writes in one turn; files of refused writes stay as they are.
  private func carryOut(_ writes: [Write]) async throws(VerbError) -> RestoreReceipt {
    guard !writes.isEmpty else { return RestoreReceipt(commit: nil, paths: [], kept: []) }
    return await receipt(writes, await queue.perform(writes))
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
      case .refused(let refusal):
        let error = VerbError(refusal, path: write.path.string)
        receipt.kept.append(
          KeptPlace(path: write.path.string, what: error.what, next: error.next))
      }
    }
    if let commit = receipt.commit { receipt.operation = await queue.operationID(of: commit) }
    return receipt
  }

  /// Records all files that are saved and settled now.
  ///
  /// - Parameter timeout: the timeout for git and for programs that have a file open, in nanoseconds.
  /// - Returns: the number of new commits, and the files that a program still has open.
  @discardableResult
  func recordAll(timeout: Int64 = 3_000_000_000) async throws(VerbError) -> (count: Int, open: [WorkspacePath]) {
    let before = await queue.recordedCount
    await watcher.barrier()
    let now = time.now().monotonic
    let open = try await queue.recordRest(until: now + timeout)
    return (await queue.recordedCount - before, open)
  }
}
