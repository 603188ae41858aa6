internal import GitObjects
internal import Journal
internal import Values
internal import WorkspaceAPI

/// The acts of each author, collected from changes and audit entries. Pure.
struct ActivityTable {
  private struct Row {
    var activity: AuthorActivity
    var seconds: ClosedRange<Int64>
    var changes: [NameKey: Int] = [:]
  }

  private let filter: ChangeFilter
  private let scope: PathScope
  private var rows: [AuthorRecord: Row] = [:]

  init(_ filter: ChangeFilter, _ scope: PathScope) {
    self.filter = filter
    self.scope = scope
  }

  /// Adds a change. A merge counts without its files, which others changed.
  mutating func add(_ record: LogRecord) {
    let isMerge = record.parents.count > 1
    let paths = isMerge ? [] : record.entry.paths.filter(scope.contains)
    guard filter.admits(record.entry.author, at: record.seconds), scope.isAll || !paths.isEmpty else { return }
    change(record.entry.author, at: record.seconds) { row in
      row.activity.commits += 1
      for path in paths { row.changes[NameKey(path), default: 0] += 1 }
      if let machine = record.entry.machine, !row.activity.machines.contains(machine) {
        row.activity.machines.append(machine)
      }
    }
  }

  /// Adds a call of an agent.
  mutating func add(_ entry: AuditEntry) {
    guard let (author, seconds) = filter.act(entry, in: scope) else { return }
    change(author, at: seconds) { row in
      if AgentActs.isRead(entry) { row.activity.reads += 1 }
      if entry.refused != nil { row.activity.refusals += 1 }
    }
  }

  private mutating func change(_ author: AuthorRecord, at seconds: Int64, _ body: (inout Row) -> Void) {
    var row = rows[author] ?? Row(activity: AuthorActivity(author: author), seconds: seconds...seconds)
    row.seconds = min(row.seconds.lowerBound, seconds)...max(row.seconds.upperBound, seconds)
    body(&row)
    rows[author] = row
  }

  /// The authors, the last active one first.
  var authors: [AuthorActivity] {
    rows.values.sorted { first, second in
      if first.seconds.upperBound != second.seconds.upperBound {
        return first.seconds.upperBound > second.seconds.upperBound
      }
      return (first.activity.author.kind, first.activity.author.name ?? "", first.activity.author.session ?? "")
        < (second.activity.author.kind, second.activity.author.name ?? "", second.activity.author.session ?? "")
    }.map { row in
      var activity = row.activity
      activity.first = ISOTime.text(row.seconds.lowerBound)
      activity.last = ISOTime.text(row.seconds.upperBound)
      activity.files = row.changes.count
      activity.places = Self.folded(row.changes)
      return activity
    }
  }

  /// Returns files folded by their first folder; a folder with one changed file is that file.
  static func folded(_ changes: [NameKey: Int]) -> [AuthorActivity.Place] {
    var folders: [String: [(path: String, changes: Int)]] = [:]
    for (key, count) in changes {
      let path = String(key.text)
      let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      // A file has no slash at its end, so it cannot be taken for a folder.
      let folder = parts.count > 1 ? String(Substring(parts[0])) + "/" : path
      folders[folder, default: []].append((path, count))
    }
    return folders.map { folder, files in
      AuthorActivity.Place(
        path: files.count == 1 ? files[0].path : folder, files: files.count,
        changes: files.reduce(0) { $0 + $1.changes })
    }.sorted { ($1.changes, $0.path) < ($0.changes, $1.path) }
  }
}
