internal import GitObjects
internal import Recording
internal import Synchronization
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// The authors of the lines of the feed's files, read from history: a line's JSON may name anybody.
///
/// The answers for the last read version of each file and for its last held one are kept, so that a further record costs
/// the commits since then.
final class FeedOrigins: Sendable {
  /// The author and the time of the commit that added a line.
  struct Origin: Hashable, Sendable {
    /// The author.
    var author: AuthorRecord
    /// The author's time, ISO 8601.
    var time: String
  }

  /// A version of a file, with a commit that has it.
  struct Version: Hashable, Sendable {
    /// The commit.
    var commit: ObjectID
    /// The blob.
    var blob: ObjectID
  }

  /// The tip and the held versions have histories of their own.
  private struct Place: Hashable {
    var path: WorkspacePath
    var isHeld: Bool
  }

  private struct Known {
    var version: Version
    /// The lines, without their texts.
    var lines: [BlameReader.Line]
    var origins: [Origin]
  }

  private let git: GitReader
  private let keeper: FolderKeeper
  private let known = Mutex<[Place: Known]>([:])

  /// Creates an empty memory.
  init(git: GitReader, keeper: FolderKeeper) {
    self.git = git
    self.keeper = keeper
  }

  /// Returns the origins of a version's lines, in their order.
  ///
  /// - Parameter isHeld: whether the tip has another version.
  /// - Throws: `VerbError` if git cannot read the history.
  func origins(of path: WorkspacePath, _ version: Version, isHeld: Bool) async throws(VerbError) -> [Origin] {
    let place = Place(path: path, isHeld: isHeld)
    let earlier = known.withLock { $0[place] }
    if let earlier, earlier.version.blob == version.blob { return earlier.origins }
    var lines = try await lines(of: path, version, after: earlier)
    let authors = await keeper.run { [commits = Set(lines.map(\.commit))] in
      $0.records.history.authors(of: commits)
    }
    let origins = lines.map { line in
      Origin(author: AuthorRecord(authors[line.commit] ?? .unsure(during: ""), personName: line.name), time: line.time)
    }
    for index in lines.indices { lines[index].text = "" }
    known.withLock { $0[place] = Known(version: version, lines: lines, origins: origins) }
    return origins
  }

  private func lines(
    of path: WorkspacePath, _ version: Version, after earlier: Known?
  ) async throws(VerbError) -> [BlameReader.Line] {
    let history = LineOrigins(git: git, keeper: keeper)
    // A commit that was replaced, such as by a replay, may be gone.
    if let earlier,
      let lines = try? await history.lines(
        of: path.string, in: version.commit, after: earlier.version.commit, with: earlier.lines)
    {
      return lines
    }
    return try await history.lines(of: path.string, in: version.commit)
  }
}

extension FeedRecord {
  /// Returns the record as history proves it: the author is that of the line, and a time after the line's commit is
  /// replaced by the commit's.
  ///
  /// - Parameters:
  ///   - origin: the origin of the line; nil if history does not have the line.
  ///   - now: the time of day; the greatest time of a line that history does not have.
  func proven(by origin: FeedOrigins.Origin?, now: String) -> FeedRecord {
    var record = self
    record.author = origin?.author
    let isAgents = origin?.author.kind == "agent"
    record.agent = isAgents ? origin?.author.name : nil
    record.session = isAgents ? origin?.author.session : nil
    let latest = origin?.time ?? now
    if let claimed = ISOTime.seconds(time), let bound = ISOTime.seconds(latest), claimed > bound {
      record.time = latest
    }
    return record
  }
}
