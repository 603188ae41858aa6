package import WorkspaceAPI
internal import Coordination
internal import GitObjects
internal import History

extension Workspace {
  /// Merges into a file the changes of others that its last save lacks, each under its own author's name.
  ///
  /// - Throws: `VerbError`: `.refused` for an agent, `.notFound` if no save of the file is known that left changes out.
  package func reapply(path: String, caller: Caller) async throws(VerbError) -> RestoreReceipt {
    guard caller.agent == nil else {
      throw VerbError(
        .refused, "What a person's save left out is brought back by the person, never by an agent.",
        kept: "Nothing was changed.", next: "Write what you mean to: 'stet read' gives the text and its token.",
        path: path)
    }
    let checked = try WorkspacePath(checking: path)
    try await recordAll()
    let outcome = try await claims.during([ClaimItem(checked, .merging)], by: caller) { _ async throws(VerbError) in
      do throws(RecordError) { return try await queue.reapply(checked) } catch { throw VerbError(error) }
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
        commit: commit, operation: await queue.operationID(of: commit), paths: [path], kept: kept)
    }
  }

  private func conflictPlaces(of path: String) async throws(VerbError) -> [KeptPlace] {
    let count = try await conflictDesk.open().list.count { $0.conflict.path.hasSameBytes(as: path) }
    guard count > 0 else { return [] }
    let words =
      count == 1
      ? "1 conflict is open: the file has one version" : "\(count) conflicts are open: the file has one version of each"
    return [
      KeptPlace(path: path, what: words + ", the other is in the history", next: "'stet conflicts' shows them.")
    ]
  }
}
