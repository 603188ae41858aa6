internal import FolderKeeping
internal import GitProcess
internal import WorkspaceAPI
internal import GitObjects

/// Reads the operations of the history: the changes that can be undone.
struct OperationDesk: Sendable {
  /// The number of commits that are read first, and the factor for each further attempt.
  static let reading = (first: 256, growth: 8)

  /// The recorder, which knows the tip and the adoptions.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  /// Reads times.
  let revisions: RevisionReader
  /// The name of this machine.
  let machine: String

  /// Returns the operations that can be undone and meet the request's conditions, newest first.
  func list(_ request: OperationsRequest) async throws(VerbError) -> [OperationEntry] {
    let limit = request.limit.map { max(0, $0) } ?? .max
    let filter = try await ChangeFilter(request.conditions, revisions)
    let scope = try PathScope(request.path)
    let first = request.limit.map { max(Self.reading.first, max(0, $0) * 4) }
    let window = try await self.window(withPaths: true, first: first) { window in
      // An adoption's paths are not known yet.
      window.whole.count { filter.admits($0) && $0.touches(scope) } >= limit
        || window.isPast(filter.since)
    }
    var entries: [OperationEntry] = []
    for operation in try await present(window.whole) where filter.admits(operation) {
      guard entries.count < limit else { break }
      guard operation.kind == .adopt else {
        if operation.touches(scope) { entries.append(operation.entry) }
        continue
      }
      var entry = operation.entry
      let paths = try await describe(&entry, operation) ?? operation.paths
      if scope.isAll || paths.contains(where: scope.contains) { entries.append(entry) }
    }
    return entries
  }

  /// Returns the newest operations of the tip's history; reads more commits until they suffice or the history ends.
  ///
  /// - Parameter first: the number of commits that are read first; nil for all.
  func window(
    withPaths: Bool = false, first: Int? = reading.first, until suffices: (OperationWindow) -> Bool
  ) async throws(VerbError) -> OperationWindow {
    let adoptions = await keeper.adoptions()
    guard let tip = await keeper.tip else { return OperationWindow([], listed: [], of: nil, adoptions: []) }
    var count = first
    while true {
      let output = try await git.run(OperationReader.arguments(tip, count: count, withPaths: withPaths))
      let (commits, listed) = await OperationReader.commits(output, in: keeper)
      let window = OperationWindow(commits, listed: listed, of: count, adoptions: adoptions)
      if window.isAll || suffices(window) { return window }
      count = count.map { $0 * Self.reading.growth }
    }
  }

  /// Returns the operations without adoptions whose commits the tip's history no longer contains or the repository
  /// lacks.
  private func present(_ operations: [Operation]) async throws(VerbError) -> [Operation] {
    let adopted = Set(operations.filter(\.newest.isAdoption).map(\.newest.id))
    guard !adopted.isEmpty, let tip = await keeper.tip else { return operations }
    let gone = Set(
      try await git.run(["rev-list", "--ignore-missing"] + adopted.map(\.hex) + ["^" + tip.hex])
        .split(separator: UInt8(ascii: "\n")).compactMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) })
    return operations.filter { !$0.newest.isAdoption || !gone.contains($0.newest.id) }
  }

  /// Adds to an adoption's entry the machines that it came from and the paths that it changed here; returns these
  /// paths, nil for those of its commits.
  private func describe(
    _ entry: inout OperationEntry, _ operation: Operation
  ) async throws(VerbError) -> [String]? {
    let newest = operation.newest
    if newest.isAdoption {
      let taken = try await keeper.run { keeper throws(VerbError) in try keeper.records.history.taken(newest) }
      entry.from = taken.machines
      entry.commits = taken.commits
      entry.name(taken.paths)
      return taken.paths
    }
    let sides = try await keeper.sides(of: newest.id)
    guard sides.count == 2, let own = MergedSide.own(sides, here: machine) else { return nil }
    entry.from = sides[1 - own].machines
    guard own != 0 else { return nil }
    let paths = try await keeper.paths(of: newest.id, unlike: sides[own].parent)
    entry.name(paths)
    return paths
  }
}

extension Operation {
  /// The paths of its commits.
  fileprivate var paths: [String] { commits.flatMap(\.paths) }

  /// Returns whether one of its commits changed a file in a scope.
  fileprivate func touches(_ scope: PathScope) -> Bool { scope.isAll || paths.contains(where: scope.contains) }
}

extension ChangeFilter {
  /// Returns whether the newest change of an operation meets the conditions.
  fileprivate func admits(_ operation: Operation) -> Bool {
    admits(operation.newest.author, at: operation.newest.seconds)
  }
}
