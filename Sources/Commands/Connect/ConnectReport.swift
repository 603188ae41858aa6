internal import Agents

/// The changes that connect an agent's program.
struct ConnectReport: Encodable {
  struct File: Encodable {
    var path: String
    /// The difference.
    var diff: String
  }

  /// The program.
  var client: String
  /// The changed files; empty if the configuration is up to date.
  var changes: [File]

  /// Creates the report of changes, as differences.
  init(_ client: String, _ changes: [ConnectionPlan.Change], _ files: HomeFiles) {
    self.client = client
    self.changes = changes.map { change in
      let path = files.place(of: change.file)
      let diff = UnifiedDiff.text(from: change.before ?? [], to: change.after ?? [], path: path)
      return File(
        path: path,
        diff: diff.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n"))
    }
  }
}
