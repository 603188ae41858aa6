internal import FolderKeeping
internal import GitObjects
internal import GitProcess
internal import Recording
internal import Synchronization
internal import Values
internal import WorkTree
internal import WorkspaceAPI

/// The authors of the lines of the feed's files, read from history: a line's JSON may name anybody.
///
/// The lines of the last read version of each file and of its last held one are kept, so that a further record costs
/// the commits since then, also after the next start (``StoredOrigins``).
final class FeedOrigins: Sendable {
  /// The author and the time of the commit that added a line.
  struct Origin: Hashable, Sendable {
    var author: AuthorRecord
    /// The author's time, ISO 8601.
    var time: String
  }

  /// A version of a file, with a commit that has it.
  struct Version: Hashable, Sendable {
    var commit: ObjectID
    var blob: ObjectID
  }

  /// The tip and the held versions have histories of their own.
  struct Place: Hashable, Sendable {
    /// The file.
    var path: WorkspacePath
    /// Whether the version is held off the tip.
    var isHeld: Bool
  }

  /// A version with the commits of its lines.
  struct Blamed: Hashable, Sendable {
    var version: Version
    /// The lines, without their texts.
    var lines: [BlameReader.Line]
  }

  private struct Known {
    var blamed: Blamed
    /// The authors of the lines' commits, as far as they are read.
    var authors: [ObjectID: AuthorRecord] = [:]
  }

  /// The time from which an answer of git is stored, in nanoseconds: less is sooner asked again than written.
  private static let storedFrom: Int64 = 50_000_000
  /// The number of commits that are read in one turn of the recorder.
  private static let slice = 200

  private let git: GitReader
  private let keeper: FolderKeeper
  private let time: any TimeSource
  /// Nil until the stored lines are read.
  private let known = Mutex<[Place: Known]?>(nil)

  /// Creates an empty memory.
  init(git: GitReader, keeper: FolderKeeper, time: any TimeSource) {
    self.git = git
    self.keeper = keeper
    self.time = time
  }

  /// Returns the origins of a version's lines, in their order.
  ///
  /// - Parameter isHeld: whether the tip has another version.
  /// - Throws: `VerbError` if git cannot read the history.
  func origins(of path: WorkspacePath, _ version: Version, isHeld: Bool) async throws(VerbError) -> [Origin] {
    let place = Place(path: path, isHeld: isHeld)
    await readStored()
    let earlier = known.withLock { $0?[place] }
    var current = earlier ?? Known(blamed: Blamed(version: version, lines: []))
    var isNew = false
    if earlier?.blamed.version != version {
      let start = time.now().monotonic
      current.blamed = Blamed(version: version, lines: try await lines(of: path, version, after: earlier?.blamed))
      isNew = earlier == nil || time.now().monotonic - start >= Self.storedFrom
    }
    await readAuthors(of: &current)
    known.withLock { [current] in $0?[place] = current }
    if isNew { await store() }
    return current.blamed.lines.map { line in
      let author = current.authors[line.commit] ?? AuthorRecord(.unsure(during: ""), personName: line.name)
      return Origin(author: author, time: line.time)
    }
  }

  private func lines(
    of path: WorkspacePath, _ version: Version, after earlier: Blamed?
  ) async throws(VerbError) -> [BlameReader.Line] {
    if let earlier, earlier.version.blob == version.blob,
      await isUnchanged(path, from: earlier.version.commit, to: version.commit)
    {
      return earlier.lines
    }
    let lines = try await attributed(path, version, after: earlier)
    return lines.map { BlameReader.Line(commit: $0.commit, name: $0.name, time: $0.time) }
  }

  private func attributed(
    _ path: WorkspacePath, _ version: Version, after earlier: Blamed?
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

  private func isUnchanged(_ path: WorkspacePath, from earlier: ObjectID, to commit: ObjectID) async -> Bool {
    let changes = try? await git.run(
      ["rev-list", "-1", "\(earlier.hex)..\(commit.hex)", "--", ":(literal)\(path.string)"])
    return changes?.isEmpty == true
  }

  /// Reads the authors that are not known, in slices, so that no write waits for a long list.
  private func readAuthors(of known: inout Known) async {
    var missing: [ObjectID: String] = [:]
    for line in known.blamed.lines where known.authors[line.commit] == nil { missing[line.commit] = line.name }
    var rest = Array(missing.keys)[...]
    while !rest.isEmpty {
      let next = Set(rest.prefix(Self.slice))
      rest = rest.dropFirst(Self.slice)
      let authors = await keeper.run { $0.records.history.authors(of: next) }
      for id in next {
        known.authors[id] = AuthorRecord(authors[id] ?? .unsure(during: ""), personName: missing[id] ?? "")
      }
    }
  }

  private func readStored() async {
    guard known.withLock({ $0 == nil }) else { return }
    let bytes = await keeper.run { keeper in
      (try? StoredOrigins.file.read(from: keeper.recorder.tree, limit: StoredOrigins.longest)) ?? nil
    }
    let stored = StoredOrigins.decode(bytes ?? []).mapValues { Known(blamed: $0) }
    known.withLock { if $0 == nil { $0 = stored } }
  }

  /// Stores the lines of all files that still exist; a disk that fails keeps the earlier ones.
  private func store() async {
    let blamed = known.withLock { $0?.mapValues(\.blamed) } ?? [:]
    let gone = await keeper.run { keeper in
      blamed.keys.filter { place in
        let commit = place.isHeld ? keeper.heldTip : keeper.tip
        return commit.flatMap { keeper.entry(at: place.path, in: $0) } == nil
      }
    }
    known.withLock { known in for place in gone { known?[place] = nil } }
    let bytes = StoredOrigins.encode(blamed.filter { !gone.contains($0.key) })
    await keeper.run { keeper in try? StoredOrigins.file.write(bytes, .volatile, in: keeper.recorder.tree) }
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
