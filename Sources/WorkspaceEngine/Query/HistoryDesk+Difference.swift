internal import FoundationEssentials
internal import GitObjects
internal import GitProcess
internal import WorkspaceAPI

/// The differences between states, and of chosen changes.
extension HistoryDesk {
  private static let diffOptions = ["--no-color", "--no-ext-diff", "--no-textconv"]
  /// The options for a difference that `git apply` takes, whatever the person configured.
  private static let exactOptions = [
    "--binary", "--full-index", "-U3", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/",
    "--submodule=short",
  ]
  /// The largest number of paths in one git command.
  private static let mostNamed = 500

  /// Two states for a comparison.
  private struct States {
    /// The older one, a commit or a tree.
    var from: ObjectID
    /// The newer one.
    var to: ObjectID
    /// Whether `git apply` must take the difference.
    var isExact = false
  }

  /// A file that differs between two states.
  private struct Changed {
    var path: String
    var versions: [ObjectID]
  }

  /// Returns the difference between two states, or of chosen changes.
  func diff(_ request: DiffRequest) async throws(VerbError) -> DiffReport {
    try await audit.audited(
      "diff", request.caller, request.path,
      shown: { report, entry in
        entry.add(count: report.paths.count, files: report.paths)
      }
    ) { () async throws(VerbError) in
      guard let changes = request.changes else {
        return try await report(try await states(request), request, with: git)
      }
      return try await difference(of: changes, request)
    }
  }

  private func states(_ request: DiffRequest) async throws(VerbError) -> States {
    let tip = try await recordedTip()
    let to: ObjectID
    if let text = request.to {
      to = try await revisions.resolve(text)
    } else if let path = request.path, request.from == nil {
      to = try await revisions.newest(of: try WorkspacePath(checking: path), at: tip)
    } else {
      to = tip
    }
    if let text = request.from { return States(from: try await revisions.resolve(text), to: to) }
    return States(from: await keeper.run { $0.records.history.parent(of: to) } ?? .emptyTree, to: to)
  }

  private func recordedTip() async throws(VerbError) -> ObjectID {
    guard let tip = await keeper.tip else { throw VerbError(.notFound, "Nothing is recorded yet.") }
    return tip
  }

  // MARK: Chosen changes

  private func difference(
    of changes: ChangeConditions, _ request: DiffRequest
  ) async throws(VerbError) -> DiffReport {
    let tip = try await recordedTip()
    guard request.from == nil, request.to == nil else {
      throw VerbError(.usage, "A difference is one of states, or of the changes of a session or time.")
    }
    let filter = try await ChangeFilter(changes, revisions)
    guard changes.concernsAuthors || changes.until != nil else {
      let from = try await state(before: filter, at: tip)
      return try await report(States(from: from, to: tip, isExact: true), request, with: git)
    }
    let commits = try await commits(filter, at: tip)
    if commits.isEmpty, let session = changes.session, changes.since == nil, changes.until == nil {
      throw VerbError(
        .notFound, "No change of session '\(session)' is recorded.", next: "'stet sessions' lists the sessions.")
    }
    guard !commits.isEmpty else { return DiffReport(from: tip, to: tip, paths: [], patch: "") }
    let without = try await StateWithout.make(commits, tip: tip, root: git.root, makers: keeper.tables.commitMakers)
    defer { withExtendedLifetime(without.objects) {} }
    var git = self.git
    git.objects = without.objects.path
    var report = try await report(States(from: without.tree, to: tip, isExact: true), request, with: git)
    report.from = without.steps.last?.before ?? .emptyTree
    let scope = try request.path.map { text throws(VerbError) in try WorkspacePath(checking: text) }
    let kept = KeptPlace.places(without.left, of: without.steps).filter { place in
      guard let scope, let path = try? WorkspacePath(place.path) else { return true }
      return path == scope || path.isBelow(scope)
    }
    report.kept = kept.isEmpty ? nil : kept
    return report
  }

  /// Returns the state before the first change on the tip's own line since a time: what was replayed or merged since
  /// is a change since then, however old it is.
  private func state(before filter: ChangeFilter, at tip: ObjectID) async throws(VerbError) -> ObjectID {
    let since = filter.since.map { ["--since-as-filter=@\($0)"] } ?? []
    let listed = try await git.run(["rev-list", "--first-parent"] + since + [tip.hex])
    guard let last = listed.split(separator: UInt8(ascii: "\n")).last,
      let first = ObjectID(hex: String(decoding: last, as: UTF8.self))
    else { return tip }
    return await keeper.run { $0.records.history.parent(of: first) } ?? .emptyTree
  }

  /// Returns the chosen commits, newest first; merges bring no changes of their own.
  private func commits(_ filter: ChangeFilter, at tip: ObjectID) async throws(VerbError) -> [ObjectID] {
    let printed = try await git.run(
      ["log", "-z", "--date=iso-strict", LogReader.format] + filter.arguments + [tip.hex, "--"])
    return await LogReader.records(printed, in: keeper)
      .filter { $0.parents.count < 2 && filter.admits($0.entry.author, at: $0.seconds) }.map(\.entry.commit)
  }

  // MARK: Reports

  private func report(
    _ states: States, _ request: DiffRequest, with git: GitReader
  ) async throws(VerbError) -> DiffReport {
    var scope = ["--"]
    if let path = request.path { scope.append(":(literal)\(try WorkspacePath(checking: path).string)") }
    let changed = try await changed(states, scope, git)
    let names = changed.map(\.path)
    let withheld = await permissions.withheld(names, from: request.caller)
    if names.count == 1, !withheld.isEmpty, let path = try? WorkspacePath(names[0]) {
      try await permissions.permit(.read, path, request.caller)
    }
    let large = states.isExact ? await self.large(changed.filter { !withheld.contains(NameKey($0.path)) }) : []
    let left = withheld.union(large.map { NameKey($0) })
    let shown = names.filter { !left.contains(NameKey($0)) }
    var report = DiffReport(from: states.from, to: states.to, paths: shown, patch: "")
    if !withheld.isEmpty { report.withheld = names.filter { withheld.contains(NameKey($0)) } }
    if !large.isEmpty { report.large = large }
    let options = Self.diffOptions + (states.isExact ? Self.exactOptions : [])
    let patch: [UInt8]
    if withheld.isEmpty {
      patch = try await git.run(
        ["diff"] + options + (states.isExact ? ["-M"] : []) + [states.from.hex, states.to.hex] + scope
          + large.map { ":(exclude,literal)\($0)" })
    } else {
      patch = try await self.patch(
        states, options, of: shown, without: names.filter { left.contains(NameKey($0)) }, git)
    }
    report.patch = String(decoding: patch, as: UTF8.self)
    if !report.patch.utf8.elementsEqual(patch) { report.bytes = Data(patch).base64EncodedString() }
    return report
  }

  /// Returns the files that differ, with their versions.
  private func changed(
    _ states: States, _ scope: [String], _ git: GitReader
  ) async throws(VerbError) -> [Changed] {
    let printed = try await git.run(
      ["diff", "--raw", "--no-abbrev", "-z", "--no-renames", states.from.hex, states.to.hex] + scope)
    let fields = printed.split(separator: 0)
    return stride(from: 0, to: fields.count - 1, by: 2).map { index in
      let words = fields[index].split(separator: UInt8(ascii: " ")).dropFirst(2).prefix(2)
      return Changed(
        path: NameText.decode(fields[index + 1]),
        versions: words.compactMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) })
    }
  }

  /// Returns the files of which a version is a pointer: a patch of the pointer would not apply to the content.
  private func large(_ changed: [Changed]) async -> [String] {
    var large: [String] = []
    for file in changed {
      guard let path = try? WorkspacePath(file.path) else { continue }
      for version in file.versions where await keeper.isPointer(version, at: path) {
        large.append(file.path)
        break
      }
    }
    return large
  }

  /// Returns the difference in some paths only, without rename detection: a rename would show the text of its other
  /// path.
  private func patch(
    _ states: States, _ options: [String], of shown: [String], without withheld: [String], _ git: GitReader
  ) async throws(VerbError) -> [UInt8] {
    var patch: [UInt8] = []
    for start in stride(from: 0, to: shown.count, by: Self.mostNamed) {
      let named = shown[start..<min(start + Self.mostNamed, shown.count)]
      // If a file became a folder, its name as a pathspec includes all files in the folder.
      let inside = withheld.filter { path in named.contains { path.utf8.starts(with: ($0 + "/").utf8) } }
      patch += try await git.run(
        ["diff", "--no-renames"] + options + [states.from.hex, states.to.hex, "--"] + named.map { ":(literal)\($0)" }
          + inside.map { ":(exclude,literal)\($0)" })
    }
    return patch
  }
}
