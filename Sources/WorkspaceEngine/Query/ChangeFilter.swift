internal import Documents
internal import GitObjects
internal import WorkspaceAPI

/// The conditions on changes, with their times read.
struct ChangeFilter: Sendable {
  private let conditions: ChangeConditions
  private let author: String?
  /// The earliest time of a change, in seconds since 1970; nil for none.
  let since: Int64?
  /// The latest time of a change, in seconds since 1970; nil for none.
  let until: Int64?

  /// Whether git made commits of the session, which have no trailers.
  private var includesGits = false

  /// Reads the times.
  ///
  /// - Throws: `VerbError`, `.usage` if a text names no time.
  init(_ conditions: ChangeConditions, _ revisions: RevisionReader) async throws(VerbError) {
    self.init(
      conditions, since: try await revisions.time(conditions.since, .start),
      until: try await revisions.time(conditions.until, .end))
    includesGits = conditions.session.map { revisions.keeper.commitMakers.hasCommits(during: $0) } ?? false
  }

  /// Creates a filter from times that were read.
  init(_ conditions: ChangeConditions, since: Int64? = nil, until: Int64? = nil) {
    self.conditions = conditions
    author = conditions.author?.lowercased()
    (self.since, self.until) = (since, until)
  }

  /// Returns whether a change meets the conditions.
  ///
  /// - Parameter seconds: the committer's time, in seconds since 1970.
  func admits(_ author: AuthorRecord, at seconds: Int64) -> Bool {
    if let session = conditions.session, author.session != session { return false }
    if let kind = conditions.kind, author.kind != kind { return false }
    if let wanted = self.author, author.name?.lowercased().contains(wanted) != true { return false }
    return seconds >= since ?? .min && seconds <= until ?? .max
  }

  /// The options of `git log` that leave out most other changes; the exact comparison follows.
  ///
  /// A replayed commit keeps its time and lies on newer ones, so git may not end at the first commit that is too old.
  var arguments: [String] {
    var arguments: [String] = []
    if let since { arguments.append("--since-as-filter=@\(since)") }
    if let until { arguments.append("--until=@\(until)") }
    if let word { arguments += ["--fixed-strings", "--grep=\(word)"] }
    return arguments
  }

  private var word: String? {
    if let session = conditions.session { return includesGits ? nil : TrailerText.escape(session) }
    switch conditions.kind {
    case "agent": return "Stet-Actor: agent"
    case "sync": return "Stet-Actor: sync"
    // A commit of another program has no trailers, and one that git made during an agent's command is named elsewhere.
    default: return nil
    }
  }
}
