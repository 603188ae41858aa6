internal import Documents
internal import GitObjects

extension Workspace {
  /// What can be taken back as one, newest first.
  package func operations(_ request: OperationsRequest) async throws(VerbError) -> [OperationEntry] {
    var entries: [OperationEntry] = []
    for operation in try await newestOperations(request.limit) {
      var entry = operation.entry
      if operation.kind == .adopt { try await describe(&entry, operation) }
      entries.append(entry)
    }
    return entries
  }

  /// All operations of the tip's history, without their paths.
  func operationList() async throws(VerbError) -> OperationList {
    OperationList(try await operationCommits(count: nil, withPaths: false))
  }

  /// The newest operations, whole; reads more of the history only while the oldest may begin before what was read.
  private func newestOperations(_ limit: Int?) async throws(VerbError) -> [Operation] {
    var count = limit.map { max(2_000, $0 * 20) }
    while true {
      let commits = try await operationCommits(count: count, withPaths: true)
      let operations = OperationList(commits).operations
      guard let limit else { return operations }
      guard let read = count, commits.count >= read else { return Array(operations.prefix(max(0, limit))) }
      let horizon = (commits.map(\.seconds).min() ?? 0) + OperationList.pause
      let whole = operations.prefix { ($0.commits.last?.seconds ?? 0) > horizon }
      if whole.count >= limit { return Array(whole.prefix(max(0, limit))) }
      count = read * 8
    }
  }

  private func operationCommits(count: Int?, withPaths: Bool) async throws(VerbError) -> [OperationCommit] {
    guard let tip = await queue.tip else { return [] }
    return OperationReader.commits(
      try await git.run(OperationReader.arguments(tip, count: count, withPaths: withPaths)))
  }

  /// Where what was adopted came from, and what it changed here.
  private func describe(_ entry: inout OperationEntry, _ operation: Operation) async throws(VerbError) {
    let sides = try await queue.sides(of: operation.newest.id)
    guard sides.count == 2, let own = MergedSide.own(sides, here: settings.identity.machine) else { return }
    entry.from = sides[1 - own].machines
    guard own != 0 else { return }
    let paths = try await queue.paths(of: operation.newest.id, unlike: sides[own].parent)
    entry.files = paths.count
    entry.paths = Array(paths.prefix(OperationEntry.pathLimit))
  }
}
