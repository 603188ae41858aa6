internal import Agents

/// What connecting an agent's program changes.
struct ConnectReport: Encodable {
  /// One file.
  struct File: Encodable {
    /// Its path.
    var path: String
    /// How it changes.
    var diff: String
  }

  /// The program.
  var client: String
  /// The files that change; none where all is as it should be.
  var changes: [File]

  /// Sets changes as differences.
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
