internal import Documents
internal import FileSystem
package import GitObjects

extension Recorder {
  /// One commit of the tip's line, in short.
  package struct Change {
    /// The commit.
    package var commit: ObjectID
    /// The first line of its message.
    package var subject: String
    /// The paths it changed.
    package var paths: [String]
    /// Kind of its author, and the agent's name.
    package var author: String
  }

  /// The commits between two tips along first parents, oldest first; at most 100.
  package func changes(since before: ObjectID?, to tip: ObjectID) throws(ObjectStoreError) -> [Change] {
    var changes: [Change] = []
    for id in try graph.firstParents(of: tip, until: before, limit: 100).reversed() {
      let commit = try store.commit(id)
      var parent: ObjectID?
      if let first = commit.parents.first { parent = try store.commit(first).tree }
      let author = CommitMessage(parsing: commit.message).author ?? .user
      var name = author.kind
      if case .agent(let agent, _) = author { name += " \(agent)" }
      changes.append(
        Change(
          commit: id, subject: commit.subject,
          paths: try TreeDiff.changes(from: parent, to: commit.tree, in: store).prefix(1_000).map(\.path), author: name)
      )
    }
    return changes
  }
}

extension Recorder {
  /// Whether nothing stands at a path now.
  package func isMissing(_ path: WorkspacePath) -> Bool {
    do throws(FileError) { return try tree.stamp(of: FileLocation(path)) == nil } catch { return false }
  }
}
