internal import FolderKeeping
internal import GitProcess
internal import Values
internal import WorkspaceAPI

/// Summarizes the acts of agents and people, from the commits and the audit record.
struct ActivityDesk: Sendable {
  /// The recorder, which knows the tip.
  let keeper: FolderKeeper
  /// Runs git.
  let git: GitReader
  /// Reads times.
  let revisions: RevisionReader
  /// Reads the operations.
  let operations: OperationDesk
  /// The audit log of agents' calls.
  let audit: AgentAudit

  /// Returns the sessions of agents, newest first.
  func sessions(_ request: SessionsRequest) async throws(VerbError) -> [SessionEntry] {
    var conditions = request.conditions
    conditions.kind = "agent"
    let filter = try await ChangeFilter(conditions, revisions)
    var table = SessionTable(filter, try PathScope(request.path))
    let window = try await operations.window(
      withPaths: true, first: filter.since == nil ? nil : OperationDesk.reading.first
    ) {
      $0.isPast(filter.since)
    }
    for operation in window.list.operations.reversed() { table.add(operation) }
    for entry in try await audit.entries() { table.add(entry) }
    return table.entries(limit: request.limit)
  }

  /// Returns a summary of the changes in a span of time.
  func activity(_ request: ActivityRequest) async throws(VerbError) -> ActivityReport {
    var conditions = request.conditions
    if let day = request.day {
      guard conditions.since == nil, conditions.until == nil else {
        throw VerbError(.usage, "A summary is of a day, or of the time between two others.")
      }
      conditions.since = day
      if TimePhrase.isDayOnly(day) { conditions.until = day }
    }
    let filter = try await ChangeFilter(conditions, revisions)
    var table = ActivityTable(filter, try PathScope(request.path))
    if let tip = await keeper.tip {
      let printed = try await git.run(LogReader.arguments + filter.arguments + [tip.hex, "--"])
      for record in await LogReader.records(printed, in: keeper) { table.add(record) }
    }
    for entry in try await audit.entries() { table.add(entry) }
    return ActivityReport(
      since: filter.since.map { ISOTime.text($0) }, until: filter.until.map { ISOTime.text($0) },
      authors: table.authors)
  }
}
