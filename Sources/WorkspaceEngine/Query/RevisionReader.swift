internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import WorkspaceAPI

/// Finds the commits that people and agents name, and the names that files had in them.
struct RevisionReader: Sendable {
  /// The length from which on an id counts as unique; for a shorter one the whole history is searched for others.
  static let tellingApart = 8

  /// The recorder, which knows the tip.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader

  /// Returns the commit that a text names: as in git, with `@` alone for the tip, by the id of its change, or as the
  /// newest at a time, such as `yesterday`.
  func resolve(_ revision: String) async throws(VerbError) -> ObjectID {
    if let id = try await commit(named: revision) { return id }
    if !revision.hasPrefix("-"), let id = try await commit(at: revision) { return id }
    if let fault = TimePhrase.fault(in: revision) { throw Self.noTime(revision, fault) }
    throw VerbError(
      .notFound, "'\(revision)' names no recorded state.",
      next: "'stet log' shows what there is; a time is one such as \(TimePhrase.examples).")
  }

  /// Returns the commit that a text names as in git, with `@` alone for the tip, or by the id of its change; nil if it
  /// names none.
  func commit(named revision: String) async throws(VerbError) -> ObjectID? {
    guard !revision.hasPrefix("-"), !revision.isEmpty else { return nil }
    // The turn ensures that git can read a commit whose id an agent has just received.
    _ = await keeper.tip
    let name = revision == "@" || revision == "HEAD" ? StetReference.tip : revision
    let text = name.hasPrefix("HEAD~") || name.hasPrefix("HEAD^") ? StetReference.tip + name.dropFirst(4) : name
    let output: [UInt8]
    do throws(VerbError) {
      output = try await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(text)^{commit}"])
    } catch { return try await commit(ofChange: revision) }
    return ObjectID(hex: String(decoding: output.prefix(40), as: UTF8.self))
  }

  /// Returns the id if it is a commit's.
  func commit(_ id: ObjectID) async throws(VerbError) -> ObjectID? {
    // The turn ensures that git can read a commit whose id an agent has just received.
    _ = await keeper.tip
    let output = try? await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(id.hex)^{commit}"])
    return output.flatMap { ObjectID(hex: String(decoding: $0.prefix(40), as: UTF8.self)) }
  }

  /// Returns the commit of a change, by its id or a prefix of it, as `stet log --operations` prints it; nil if there is
  /// none, or more than one.
  func commit(ofChange text: String) async throws(VerbError) -> ObjectID? {
    guard OperationList.isID(text), let tip = await keeper.tip else { return nil }
    let words = ["--format=%H", "--fixed-strings", "--grep=Stet-Change: \(text.lowercased())", tip.hex, "--"]
    // A long prefix is unique; for a short one there may be further matches.
    let limit = text.utf8.count < Self.tellingApart ? "-n2" : "-n1"
    var (ids, isAll) = try await own([limit] + words)
    // A copy of the commit that git made has the same trailer.
    if !isAll { (ids, _) = try await own(words) }
    return ids.count == 1 ? ids[0] : nil
  }

  /// Returns the commits by Stet among those that git lists, and whether git listed no others.
  private func own(_ arguments: [String]) async throws(VerbError) -> (ids: [ObjectID], isAll: Bool) {
    let listed = String(decoding: try await git.run(["log"] + arguments), as: UTF8.self).split(separator: "\n")
    let makers = await keeper.makers(of: listed.compactMap { ObjectID(hex: $0) })
    let ids = listed.compactMap { ObjectID(hex: $0) }.filter { makers[$0] == .stet }
    return (ids, ids.count == listed.count)
  }

  /// Returns the newest recorded state at a time; nil if the text names no time, or nothing was recorded by then.
  func commit(at text: String) async throws(VerbError) -> ObjectID? {
    guard TimePhrase.isTime(text), let tip = await keeper.tip, let seconds = try await seconds(of: text) else {
      return nil
    }
    let found = try await git.run(["rev-list", "-n1", "--first-parent", "--before=@\(seconds)", tip.hex])
    return ObjectID(hex: String(decoding: found.prefix(40), as: UTF8.self))
  }

  /// Returns one end of a span of time, in seconds since 1970; nil for no text. All verbs with times read them here.
  ///
  /// - Parameter edge: the time of day if the text names a day alone.
  /// - Throws: `VerbError`, `.usage` if the text names no time.
  func time(_ text: String?, _ edge: TimePhrase.DayEdge) async throws(VerbError) -> Int64? {
    guard let text else { return nil }
    guard TimePhrase.isTime(text), let seconds = try await seconds(of: text, edge) else {
      throw Self.noTime(text, TimePhrase.fault(in: text))
    }
    return seconds
  }

  /// Returns the error for a text that names no time.
  static func noTime(_ text: String, _ fault: TimeFault?) -> VerbError {
    VerbError(
      .usage, "'\(text)' is no time\(fault.map { ": \($0.description)" } ?? "").",
      next: "Name one: \(TimePhrase.examples).")
  }

  /// Returns the time that a text names for git, in seconds since 1970.
  func seconds(of text: String, _ edge: TimePhrase.DayEdge? = nil) async throws(VerbError) -> Int64? {
    let printed = String(
      decoding: try await git.run(["rev-parse", "--since=\(TimePhrase.spelled(text, edge))"]), as: UTF8.self)
    return Int64(printed.drop { $0 != "=" }.dropFirst().prefix { $0.isNumber })
  }

  /// Returns the newest commit that gave a path, or an earlier name of its file, a version; nil for none.
  func commit(having version: ObjectID, at path: WorkspacePath) async throws(VerbError) -> ObjectID? {
    guard let tip = await keeper.tip else { return nil }
    let starts = [tip, await keeper.heldTip].compactMap(\.self)
    if let commit = try await commit(giving: version, to: path, from: starts) { return commit }
    var found: ObjectID?
    _ = try await FileHistory(git: git, keeper: keeper).span(of: path, before: tip) { span async throws(VerbError) in
      found = try await commit(giving: version, to: span.path, from: span.starts)
      return found != nil
    }
    return found
  }

  /// Searches the versions that commits gave to a path; git is not queried about the version itself.
  private func commit(
    giving version: ObjectID, to path: WorkspacePath, from starts: [ObjectID]
  ) async throws(VerbError) -> ObjectID? {
    let output = try await git.run(
      CommitVersions.arguments + ["--full-history"] + starts.map(\.hex) + ["--", ":(literal)\(path.string)"])
    let wanted = CommitVersions.Version(path: NameKey(path.string), blob: version)
    return CommitVersions.read(output).first { $0.versions.contains(wanted) }?.commit
  }

  /// Returns the newest commit that changed a file, or a file below a folder.
  func newest(of path: WorkspacePath, at tip: ObjectID) async throws(VerbError) -> ObjectID {
    let printed = try await git.run([
      "log", "-1", "--format=%H", "--diff-merges=first-parent", tip.hex, "--", ":(literal)\(path.string)",
    ])
    guard let id = ObjectID(hex: String(String(decoding: printed, as: UTF8.self).prefix(40))) else {
      throw VerbError(
        .notFound, "\(path.string) is not recorded.", next: "'stet list' shows what is.", path: path.string)
    }
    return id
  }

  /// Returns the name that a file had in a commit; the same name if the commit has it, or if no earlier name is known.
  ///
  /// - Throws: `VerbError` if git cannot read the history.
  func name(of path: WorkspacePath, in commit: ObjectID) async throws(VerbError) -> WorkspacePath {
    guard await keeper.entry(at: path, in: commit) == nil, let tip = await keeper.tip else { return path }
    return try await FileHistory(git: git, keeper: keeper).earlierName(of: path, in: commit, before: tip) ?? path
  }
}
