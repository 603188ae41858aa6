internal import WorkspaceAPI
internal import Documents
internal import GitObjects

/// A commit as the rule of operations sees it.
struct OperationCommit: Hashable, Sendable {
  /// The commit.
  var id: ObjectID
  /// Its parents.
  var parents: [ObjectID] = []
  /// Who made it.
  var author: AuthorRecord
  /// The machine it was recorded on.
  var machine: String?
  /// When it was made, in seconds since 1970; a replay keeps it.
  var seconds: Int64
  /// The same, ISO 8601.
  var time = ""
  /// The first line of its message.
  var subject = ""
  /// The paths it changed, where they were asked for.
  var paths: [String] = []
  /// The id that survives a replay.
  var change: String?
  /// The version or commit that it brings back.
  var restores: String?
  /// The conflicts that it settles.
  var resolves: [String] = []
  /// The changes that it takes back.
  var undoes: [ChangeRange] = []
  /// When it was recorded on this line of history, in seconds since 1970: the order in which git lists commits.
  var recorded: Int64 = 0
  /// Whether it stands for all that was taken from the remote at once, from its parent on (`Adoption`).
  var isAdoption = false

  /// What it is called in trailers and as an operation: its change's id, or its own where it has none.
  var key: String { change ?? id.hex }

  /// What sort of operation it is or belongs to; nil for none.
  var kind: OperationEntry.Kind? {
    if isAdoption { return .adopt }
    if !undoes.isEmpty { return .undo }
    if !resolves.isEmpty { return .resolve }
    if restores != nil { return .restore }
    if author.kind == "sync" { return parents.count > 1 ? .adopt : nil }
    return author.kind == "agent" ? .agent : nil
  }
}
