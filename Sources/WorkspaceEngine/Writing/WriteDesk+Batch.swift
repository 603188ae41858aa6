internal import Documents
internal import GitObjects
internal import Permissions
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

extension WriteDesk {
  /// Carries out several changes, all or none, and returns when they are durable.
  func writeTogether(_ request: BatchRequest) async throws(VerbError) -> [WriteReceipt] {
    do throws(VerbError) {
      let receipts = try await perform(request)
      for (item, receipt) in zip(request.writes, receipts) { await note(item, request.caller, receipt, nil) }
      return receipts
    } catch {
      for item in request.writes.prefix(100) { await note(item, request.caller, nil, error) }
      throw error
    }
  }

  /// Adds one write of a batch to the audit log.
  private func note(_ item: WriteRequest, _ caller: Caller, _ receipt: WriteReceipt?, _ error: VerbError?) async {
    let (act, other) = item.action.audited
    _ = try? await audit.audited(
      act, caller, item.path, other: other, version: { (receipt: WriteReceipt?) in receipt?.token },
      isCommitted: { $0?.commit != nil }
    ) { () async throws(VerbError) -> WriteReceipt? in
      if let error { throw error }
      return receipt
    }
  }

  private func perform(_ request: BatchRequest) async throws(VerbError) -> [WriteReceipt] {
    guard !request.writes.isEmpty else { return [] }
    var writes: [Write] = []
    var pairs: [(request: WriteRequest, write: Write)] = []
    var origin = WriteOrigin(of: request.caller)
    for rename in request.renames where rename.count == 2 {
      let target = try WorkspacePath(checking: rename[1])
      origin.renamed.append(PathRename(from: try WorkspacePath(checking: rename[0]).string, to: target.string))
      // A new file with the same content as the existing one would count as unchanged and hide the error.
      if await keeper.token(at: target) != nil { throw VerbError(.exists(target), path: target.string) }
    }
    for item in request.writes {
      if case .move = item.action { throw VerbError(.usage, "A file is moved by itself, not together with others.") }
      let item = item.by(request.caller)
      var write = await appending(
        try await write(of: item, at: try await FollowedPaths(keeper: keeper).path(item.path)), by: request.caller)
      try await permissions.permit(write, item)
      pairs.append((item, write))
      // A batch is one commit with a common origin: the sources of copies are not recorded.
      write.origin = origin
      writes.append(write)
    }
    try await permissions.permitDeletions(request.deletions.count, request.caller)
    let deleted = request.deletions
    // A file that gets another name is not deleted.
    try await proof.check(pairs.filter { $0.request.action != .delete || deleted.contains(NameKey($0.request.path)) })
    return try await claims.during(writes.flatMap(\.claimed), by: request.caller) {
      [writes] hasWaited async throws(VerbError) in
      if hasWaited {
        for (write, item) in zip(writes, request.writes) {
          try await permissions.permit(write, item.by(request.caller))
        }
      }
      return try await perform(writes, request)
    }
  }

  private func perform(_ asked: [Write], _ request: BatchRequest) async throws(VerbError) -> [WriteReceipt] {
    var writes = asked
    var attempts = WriteAttempts(keeper: keeper, time: time)
    while true {
      attempts.begin()
      switch await keeper.performTogether(writes) {
      case .done(let results):
        if request.caller.agent == nil, let index = writes.firstIndex(where: { $0.path.string == Policy.file }) {
          await judgePolicy(writtenBy: request.writes[index].by(request.caller), results[index])
        }
        let receipts = zip(zip(results, writes), request.writes).map { done, item in
          receipt(of: done.0, done.1, item.by(request.caller))
        }
        return receipts
      case .twice(let path):
        throw VerbError(
          .usage, "\(path.string) is named twice.", kept: "Nothing was changed.", next: "Put its changes together.",
          path: path.string)
      case .refused(let refusals):
        guard let index = refusals.keys.min(), let refusal = refusals[index] else { return [] }
        if refusals.values.allSatisfy({ $0 == .beingSaved }), await attempts.next() {
          if attempts.believesDeletion { for place in writes.indices { writes[place].believesDeletion = true } }
          continue
        }
        var error = await self.refusals.error(refusal, request.writes[index], writes[index].path)
        error.kept = "Nothing was changed, of the other files neither."
        throw error
      }
    }
  }
}

extension BatchRequest {
  /// The files that are gone afterwards: a renamed file is not, if the batch writes its new name.
  fileprivate var deletions: Set<NameKey> {
    var deleted: Set<NameKey> = []
    var written: Set<NameKey> = []
    for write in writes {
      if case .delete = write.action {
        deleted.insert(NameKey(write.path))
      } else {
        written.insert(NameKey(write.path))
      }
    }
    for rename in renames where rename.count == 2 && deleted.contains(NameKey(rename[0])) {
      // One file is the new name of one other.
      if written.remove(NameKey(rename[1])) != nil { deleted.remove(NameKey(rename[0])) }
    }
    return deleted
  }
}
