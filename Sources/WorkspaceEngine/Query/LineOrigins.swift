internal import FolderKeeping
internal import GitProcess
internal import WorkspaceAPI
internal import GitObjects

/// The author of each line of a file: git's attribution, continued beyond commits that only restored the line.
///
/// A restore, an undo and the resolution of a conflict are commits of the person who ran them, but the restored lines
/// are not theirs. `git blame` stops there; `LineOrigins` continues in the file's earlier versions.
struct LineOrigins {
  /// The number of times that one line is followed: restored, undone, restored.
  private static let mostSteps = 5
  /// The number of earlier versions of a file that are searched for one commit that restored lines.
  private static let mostVersions = 100

  /// Runs stock git.
  let git: GitReader
  /// Reads messages and files of commits.
  let keeper: FolderKeeper

  /// Returns the lines of a file in a commit.
  ///
  /// - Throws: `VerbError`, `.failed` with git's message if the commit has no such file.
  func lines(of path: String, in commit: ObjectID) async throws(VerbError) -> [BlameReader.Line] {
    await followed(try await blamed(path, in: commit.hex), steps: Self.mostSteps)
  }

  /// Returns the lines of a file in a commit, given those of an earlier commit: only the history since then is read.
  ///
  /// - Returns: nil if a line is older and not in the earlier commit.
  /// - Throws: `VerbError`, `.failed` with git's message if a commit does not exist or has no such file.
  func lines(
    of path: String, in commit: ObjectID, after earlier: ObjectID, with known: [BlameReader.Line]
  ) async throws(VerbError) -> [BlameReader.Line]? {
    // Without --root the lines of a first commit count as older.
    var lines = try await blamed(path, in: "\(earlier.hex)..\(commit.hex)", ["--root"])
    let older = lines.indices.filter { lines[$0].isBoundary }
    guard older.allSatisfy({ lines[$0].commit == earlier && known.indices.contains(lines[$0].source - 1) }) else {
      return nil
    }
    let new = lines.indices.filter { !lines[$0].isBoundary }
    let origins = await followed(new.map { lines[$0] }, steps: Self.mostSteps)
    for (index, line) in zip(new, origins) { lines[index] = line }
    for index in older { lines[index] = known[lines[index].source - 1] }
    return lines
  }

  /// Returns the lines with git's attribution.
  private func blamed(
    _ path: String, in range: String, _ options: [String] = []
  ) async throws(VerbError) -> [BlameReader.Line] {
    BlameReader.lines(try await git.run(["blame", "--line-porcelain"] + options + [range, "--", path]))
  }

  /// Replaces the attribution of lines that were only restored by that of their origin.
  private func followed(_ lines: [BlameReader.Line], steps: Int) async -> [BlameReader.Line] {
    guard steps > 0 else { return lines }
    var lines = lines
    let commits = Set(lines.map(\.commit))
    let bringing = await keeper.run { $0.records.history.bringingBack(commits) }
    for (commit, source) in bringing.sorted(by: { $0.key < $1.key }) {
      let brought = lines.indices.filter { lines[$0].commit == commit }
      for (key, places) in Dictionary(grouping: brought, by: { NameKey(lines[$0].path) }) {
        let path = String(key.text)
        var open = places
        for version in await versions(of: path, before: commit, source) {
          guard !open.isEmpty else { break }
          guard let text = await keeper.run({ $0.records.history.lines(of: path, in: version) }) else { continue }
          let matches = LineMatch.match(open.map { lines[$0].text }, in: text)
          guard matches.contains(where: { $0 != nil }),
            let older = try? await blamed(path, in: version.hex)
          else { continue }
          let found = zip(open, matches).compactMap { index, match in
            match.flatMap { $0 < older.count ? (index, older[$0]) : nil }
          }
          let origins = await followed(found.map(\.1), steps: steps - 1)
          for (place, origin) in zip(found.map(\.0), origins) { lines[place] = origin }
          let settled = Set(found.map(\.0))
          open.removeAll { settled.contains($0) }
        }
      }
    }
    return lines
  }

  /// Returns the earlier commits that changed the file, newest first; the commit that a restore names comes first.
  private func versions(of path: String, before commit: ObjectID, _ source: ObjectID?) async -> [ObjectID] {
    let list = try? await git.run([
      "log", "--full-history", "--format=%H", "-n", "\(Self.mostVersions)", "\(commit.hex)^@", "--", path,
    ])
    let found = (list ?? []).split(separator: UInt8(ascii: "\n")).compactMap {
      ObjectID(hex: String(decoding: $0, as: UTF8.self))
    }
    return [source].compactMap(\.self) + found
  }
}
