internal import GitObjects
internal import Journal
internal import Values
internal import WorkspaceAPI

/// The sessions of agents, collected from operations and audit entries. Pure.
struct SessionTable {
  private struct Key: Hashable {
    var agent: String
    var session: String?
  }

  private struct Row {
    var entry: SessionEntry
    var seconds: ClosedRange<Int64>
    var paths: Set<NameKey> = []
    var order: [String] = []
    var isUndone = true
  }

  private let filter: ChangeFilter
  private let scope: PathScope
  private var rows: [Key: Row] = [:]

  /// Creates an empty table.
  ///
  /// - Parameter scope: the files whose changes count.
  init(_ filter: ChangeFilter, _ scope: PathScope) {
    self.filter = filter
    self.scope = scope
  }

  /// Adds the changes of an operation; those of others than agents, and those that do not meet the conditions, are left
  /// out.
  mutating func add(_ operation: Operation) {
    for commit in operation.commits.reversed() where commit.author.kind == "agent" && commit.parents.count < 2 {
      let paths = commit.paths.filter(scope.contains)
      guard filter.admits(commit.author, at: commit.seconds), scope.isAll || !paths.isEmpty else { continue }
      change(commit.author.name ?? "", commit.author.session, at: commit.seconds) { row in
        row.entry.commits += 1
        row.entry.writes += paths.count
        row.isUndone = row.isUndone && operation.undoneBy != nil
        for path in paths {
          if row.paths.insert(NameKey(path)).inserted { row.order.append(path) }
        }
        Self.note(commit.model, in: &row.entry.models)
        Self.note(commit.machine, in: &row.entry.machines)
      }
    }
  }

  /// Adds a call; with a scope, only calls about its files count.
  mutating func add(_ entry: AuditEntry) {
    guard let (_, seconds) = filter.act(entry, in: scope) else { return }
    change(entry.agent, entry.session, at: seconds) { row in
      if AgentActs.isRead(entry) { row.entry.reads += 1 }
      if entry.refused != nil { row.entry.refusals += 1 }
      Self.note(entry.model, in: &row.entry.models)
    }
  }

  private mutating func change(
    _ agent: String, _ session: String?, at seconds: Int64, _ body: (inout Row) -> Void
  ) {
    let key = Key(agent: agent, session: session)
    var row = rows[key] ?? Row(entry: SessionEntry(agent: agent, session: session), seconds: seconds...seconds)
    row.seconds = min(row.seconds.lowerBound, seconds)...max(row.seconds.upperBound, seconds)
    body(&row)
    rows[key] = row
  }

  private static func note(_ name: String?, in names: inout [String]) {
    if let name, !names.contains(name) { names.append(name) }
  }

  /// Returns the sessions, the last active one first.
  ///
  /// - Parameter limit: the greatest number; nil for all.
  func entries(limit: Int?) -> [SessionEntry] {
    let sorted = rows.values.sorted { first, second in
      if first.seconds.upperBound != second.seconds.upperBound {
        return first.seconds.upperBound > second.seconds.upperBound
      }
      return (first.entry.agent, first.entry.session ?? "") < (second.entry.agent, second.entry.session ?? "")
    }
    return sorted.prefix(limit.map { max(0, $0) } ?? .max).map(Self.entry)
  }

  private static func entry(_ row: Row) -> SessionEntry {
    var entry = row.entry
    entry.first = ISOTime.text(row.seconds.lowerBound)
    entry.last = ISOTime.text(row.seconds.upperBound)
    entry.files = row.order.count
    entry.paths = Array(row.order.prefix(SessionEntry.pathLimit))
    entry.isUndone = entry.commits > 0 && row.isUndone
    if entry.commits > 0, !row.isUndone, let session = entry.session {
      entry.undo = "stet undo --session \(ShellWord.word(session))"
    }
    return entry
  }
}
