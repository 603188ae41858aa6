package import Documents
package import GitObjects

extension Recorder {
  /// How far back the one who made a file is looked for.
  private static let reach = 2_000

  /// Who made a file and when, as history tells; nil where that lies too far back.
  package func creation(of path: WorkspacePath) -> Provenance.Mark? {
    change(of: path) { before, _ in before == nil }
  }

  /// Who changed a file last and when; nil where that lies too far back.
  package func lastChange(of path: WorkspacePath) -> Provenance.Mark? {
    let standing = (try? entry(at: path)) ?? nil
    return change(of: path) { before, _ in before?.id != standing?.id }
  }

  /// The newest commit, from the tip along first parents, that matches; `before` is what its parent has at the path.
  private func change(
    of path: WorkspacePath, where matches: (_ before: TreeEntry?, _ commit: Commit) -> Bool
  ) -> Provenance.Mark? {
    guard let tip, let line = try? graph.firstParents(of: tip, limit: Self.reach) else { return nil }
    for id in line {
      guard let commit = try? graph.commit(id) else { return nil }
      var before: TreeEntry?
      if let parent = commit.parents.first {
        guard let tree = try? graph.commit(parent).tree else { return nil }
        before = (try? editor.entry(at: path.string, of: tree)) ?? nil
      }
      guard matches(before, commit) else { continue }
      return Provenance.Mark(
        name: commit.author.name, kind: (CommitMessage(parsing: commit.message).author ?? .user).kind,
        time: TimeText.iso8601(seconds: commit.author.seconds, offset: commit.author.offset))
    }
    return nil
  }
}
