internal import FolderKeeping
internal import GitProcess
internal import WorkspaceAPI
internal import GitObjects

/// The changes of a file or folder under all names that it had.
///
/// `git log PATH` ends at a rename. A commit by Stet names the rename (`Stet-Renamed`). For a file that came with a
/// commit of another program, git searches the deleted file with similar content.
struct FileHistory {
  /// A name with the commits from which its changes are listed.
  struct Span: Hashable {
    /// The name.
    let path: WorkspacePath
    /// The commits in which the file has that name.
    var starts: [ObjectID]
  }

  /// The number of names after which further renames are not followed.
  private static let mostSpans = 20

  /// Runs stock git.
  let git: GitReader
  /// Reads the trees of commits.
  let keeper: FolderKeeper

  /// Returns the changes of a path and of its earlier names, newest first.
  ///
  /// - Parameters:
  ///   - starts: the commits from which the history is read.
  ///   - limit: the number of changes that are needed; nil for all.
  /// - Throws: `VerbError` if git cannot read the history.
  func records(
    of path: WorkspacePath, from starts: [ObjectID], limit: Int? = nil
  ) async throws(VerbError) -> [LogRecord] {
    var merged: [LogRecord] = []
    try await follow(Span(path: path, starts: starts), limit) { _, records in
      merged = Self.merged(merged, records)
      return limit.map { merged.count < $0 } ?? true
    }
    return merged
  }

  /// Returns the name that a file had in an earlier commit; nil if the name is the same.
  ///
  /// - Throws: `VerbError` if git cannot read the history.
  func earlierName(
    of path: WorkspacePath, in commit: ObjectID, before tip: ObjectID
  ) async throws(VerbError) -> WorkspacePath? {
    try await span(of: path, before: tip) { span async throws(VerbError) in
      guard await keeper.entry(at: span.path, in: commit) != nil else { return false }
      // The commit must be in the span's history: a later file with that name is another file.
      let hex = Set(span.starts.map(\.hex))
      if hex.contains(commit.hex) { return true }
      let contained = try await git.run(["rev-list", "-1", commit.hex] + span.starts.map { "^\($0.hex)" })
      return contained.isEmpty
    }?.path
  }

  /// Returns the first earlier name of a file, with its commits, that meets a condition.
  ///
  /// - Throws: `VerbError` if git cannot read the history, and errors of `isWanted`.
  func span(
    of path: WorkspacePath, before tip: ObjectID, where isWanted: (Span) async throws(VerbError) -> Bool
  ) async throws(VerbError) -> Span? {
    var found: Span?
    try await follow(Span(path: path, starts: [tip]), nil) { span, _ async throws(VerbError) in
      if span.path != path, try await isWanted(span) { found = span }
      return found == nil
    }
    return found
  }

  /// Reads the history of a name, then of the names before it, until `take` returns false.
  private func follow(
    _ first: Span, _ limit: Int?, take: (Span, [LogRecord]) async throws(VerbError) -> Bool
  ) async throws(VerbError) {
    var spans = [first]
    var index = 0
    while index < spans.count {
      let span = spans[index]
      index += 1
      let records = try await read(span, limit)
      guard try await take(span, records) else { return }
      for earlier in await earlier(than: span, records)
      where spans.count < Self.mostSpans && !spans.contains(earlier) { spans.append(earlier) }
    }
  }

  private func read(_ span: Span, _ limit: Int?) async throws(VerbError) -> [LogRecord] {
    let count = limit.map { ["-n\(min(max(0, $0), Int(Int32.max) / 2))"] } ?? []
    // With several start points and equal commit times, git's default order may print a parent before its child.
    let order = span.starts.count > 1 ? ["--date-order"] : []
    let printed = try await git.run(
      LogReader.arguments + order + count + span.starts.map(\.hex) + ["--", ":(literal)\(span.path.string)"])
    return await LogReader.records(printed, in: keeper)
  }

  /// Returns the names before a span's name, each with the commits in which the file has it.
  private func earlier(than span: Span, _ records: [LogRecord]) async -> [Span] {
    var found: [WorkspacePath: [ObjectID]] = [:]
    for record in records {
      guard let parent = record.parents.first, let name = record.nameBefore(span.path), name != span.path,
        await isOnly(name, not: span.path, in: parent)
      else { continue }
      found[name, default: []].append(parent)
    }
    if found.isEmpty, let oldest = records.last, oldest.isForeign, oldest.parents.count == 1,
      let parent = oldest.parents.first, let name = await resembled(by: span.path, in: oldest.entry.commit)
    {
      found[name] = [parent]
    }
    guard !found.isEmpty else { return [] }
    // A side of a merge that never had the new name still has the old one.
    for parent in records.filter({ $0.parents.count > 1 }).flatMap(\.parents) {
      for name in found.keys where await isOnly(name, not: span.path, in: parent) { found[name]?.append(parent) }
    }
    return found.sorted { $0.key.string < $1.key.string }.map { Span(path: $0.key, starts: $0.value) }
  }

  private func isOnly(_ name: WorkspacePath, not other: WorkspacePath, in commit: ObjectID) async -> Bool {
    guard await keeper.entry(at: other, in: commit) == nil else { return false }
    return await keeper.entry(at: name, in: commit) != nil
  }

  /// Returns the file that a commit deleted and whose content is similar to the new file's.
  private func resembled(by path: WorkspacePath, in commit: ObjectID) async -> WorkspacePath? {
    let printed = try? await git.run([
      "diff-tree", "-r", "-z", "-M", "--no-commit-id", "--name-status", "--diff-filter=R", commit.hex,
    ])
    let fields = (printed ?? []).split(separator: 0).map { NameText.decode($0) }
    for index in stride(from: 0, to: fields.count - 2, by: 3) where fields[index + 2].hasSameBytes(as: path.string) {
      return try? WorkspacePath(fields[index + 1])
    }
    return nil
  }

  /// Merges two lists of changes, newest first; a change in both occurs once.
  private static func merged(_ newer: [LogRecord], _ older: [LogRecord]) -> [LogRecord] {
    let known = Set(newer.map(\.entry.commit))
    var rest = older.filter { !known.contains($0.entry.commit) }[...]
    var merged: [LogRecord] = []
    for record in newer {
      while let next = rest.first, next.seconds > record.seconds {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(record)
    }
    return merged + rest
  }
}
