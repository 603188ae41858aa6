internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History
internal import Merge

extension FolderKeeper {
  /// Returns the authors of commits.
  func authors(of commits: Set<ObjectID>) -> [ObjectID: Author] {
    var authors: [ObjectID: Author] = [:]
    for id in commits { authors[id] = try? recorder.graph.author(of: id) }
    return authors
  }

  /// Returns whether one commit is in the other's history; false if the history cannot be read.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) -> Bool {
    (try? recorder.graph.isAncestor(ancestor, of: commit)) ?? false
  }

  /// Returns a commit's first parent; nil if it has none or cannot be read.
  func parent(of commit: ObjectID) -> ObjectID? { (try? recorder.graph.commit(commit))?.parents.first }

  /// Returns whether a commit or the tip has an entry at a path.
  ///
  /// - Throws: `VerbError` if a tree cannot be read.
  func isKnown(_ path: WorkspacePath, in commit: ObjectID) throws(VerbError) -> Bool {
    do throws(ObjectStoreError) {
      if try recorder.entry(at: path) != nil { return true }
      return try Tree.entry(at: path.string, of: recorder.objects.commit(commit).tree, in: recorder.objects) != nil
    } catch { throw VerbError(error) }
  }

  /// Returns the writes that bring paths (empty: all) to a commit's versions, without files whose content would not
  /// change.
  ///
  /// - Throws: `VerbError` if a tree cannot be read.
  func writes(restoring paths: [WorkspacePath], to commit: ObjectID, origin: WriteOrigin) throws(VerbError) -> [Write] {
    do throws(ObjectStoreError) {
      let target = try recorder.objects.commit(commit).tree
      return try TreeDiff.changes(from: recorder.tipTree, to: target, in: recorder.objects).compactMap { change in
        guard let path = try? WorkspacePath(change.path), change.old?.mode != .gitlink, change.new?.mode != .gitlink
        else { return nil }
        guard paths.isEmpty || paths.contains(where: { $0 == path || path.isBelow($0) }) else { return nil }
        guard let new = change.new else { return Write(path: path, action: .delete, origin: origin) }
        return Write(path: path, action: .place(mode: new.mode, blob: new.id), origin: origin, believesDeletion: true)
      }
    } catch { throw VerbError(error) }
  }
}
