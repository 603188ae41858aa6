internal import GitObjects
internal import Merge
internal import Recording

/// Determines how the person's commits come to the tip.
///
/// Belongs to the executor of `FolderKeeper`.
final class PeerCommits {
  private let recorder: Recorder
  private let history: FolderHistory
  /// A commit of the person's that was seen and could not be taken at once.
  var lateCommit: ObjectID?

  /// Creates the part from the parts that it uses.
  init(recorder: Recorder, history: FolderHistory) {
    self.recorder = recorder
    self.history = history
  }

  /// Returns the new tip for the person's commit: the commit itself if nothing else must be kept.
  func peerTarget(_ commit: ObjectID, replacesTip: Bool) throws -> ObjectID {
    guard let tip = recorder.tip else { return commit }
    let (graph, store) = (recorder.graph, recorder.objects)
    // The commit may have introduced a `.gitignore`.
    recorder.disk.rules.reload()
    // Since the commit was first seen, files with content from git were brought to the tip: now they prove nothing.
    let isLate = try lateCommit.map { try graph.isAncestor($0, of: commit) } ?? false
    let others = try isLate ? [] : othersTrees(in: commit)
    let own = try OwnChanges.tree(
      of: commit, beside: tip, replaces: replacesTip, graph: graph, in: store,
      stands: { isLate ? false : stands($0, others: others) })
    guard try replacesTip || graph.isAncestor(tip, of: commit) else {
      return try PeerMerge.make(tip, commit, order: .asGiven, secondTree: own, graph: graph, in: store).commit
    }
    guard try own != graph.commit(commit).tree else { return commit }
    // The replaced commit must be in no one's history: it may have a secret that the person amended away.
    guard let past = try replacesTip ? graph.mergeBases(tip, commit).first : tip else { return commit }
    return try recorder.joined(commit, tree: own, to: past)
  }

  /// Returns the trees of others' published commits that the person's commit includes and the tip does not: a branch
  /// can be moved there without its files (`git reset origin/main`).
  private func othersTrees(in commit: ObjectID) throws -> [ObjectID] {
    let graph = recorder.graph
    return try history.published().filter { seen in
      try graph.isAncestor(seen, of: commit) && recorder.tip.map { try !graph.isAncestor(seen, of: $0) } ?? true
    }.map { try graph.commit($0).tree }
  }

  /// Returns whether the folder has the tip's version although the person's commit has another one, so that the
  /// commit's version was not intended.
  private func stands(_ change: TreeChange, others: [ObjectID]) -> Bool {
    guard let path = try? WorkspacePath(change.path), !isTakenOut(change, at: path), recorder.disk.stands(path) else {
      return false
    }
    // `git update-index --chmod=+x` changes only the index.
    if let new = change.new, let entry = try? recorder.entry(at: path), entry.id == new.id { return false }
    return !others.contains { tree in
      (try? Tree.entry(at: change.path, of: tree, in: recorder.objects)) == .some(change.new)
    }
  }

  /// Returns whether the change is a `git rm --cached` of a path that is ignored from now on.
  private func isTakenOut(_ change: TreeChange, at path: WorkspacePath) -> Bool {
    change.new == nil && recorder.disk.rules.isIgnored(path, false)
  }

  /// Returns the paths that only the person's commits changed and whose files do not have the tip's version any more:
  /// these files already have git's or the person's content.
  func untouched(by commit: ObjectID, target: ObjectID) throws -> Set<NameKey> {
    let store = recorder.objects
    let theirs = try store.commit(commit).tree
    let merged = try store.commit(target).tree
    return Set(
      try TreeDiff.changes(from: recorder.tipTree, to: merged, in: store).filter { change in
        guard try Tree.entry(at: change.path, of: theirs, in: store) == change.new else { return false }
        guard let path = try? WorkspacePath(change.path), !isTakenOut(change, at: path) else { return true }
        return !recorder.disk.stands(path)
      }.map { NameKey($0.path) })
  }

  /// Returns whether a branch that was moved back only dropped the person's own unpublished commits (`--amend`), or
  /// gave a commit that was recorded for the person another message: then the branch's commit is taken (review B6).
  func takesReplacement(_ commit: ObjectID) throws(ObjectStoreError) -> Bool {
    guard let tip = recorder.tip else { return false }
    let dropped = try recorder.graph.commits(from: tip, excluding: [commit], limit: 100)
    let published = history.published()
    let isReworded = try rewords(commit, tip: tip)
    for id in dropped {
      if !isReworded, try recorder.graph.message(of: id).author != nil { return false }
      for seen in published where try recorder.graph.isAncestor(id, of: seen) { return false }
    }
    return !dropped.isEmpty && dropped.count < 100
  }

  /// Returns whether a commit is the tip with another message (`--amend -m`), and the tip is the person's own: same
  /// parents, same tree. A message that settles or leaves a conflict has that data, which must be equal.
  private func rewords(_ commit: ObjectID, tip: ObjectID) throws(ObjectStoreError) -> Bool {
    let (old, new) = (try recorder.objects.commit(tip), try recorder.objects.commit(commit))
    guard old.parents == new.parents, old.tree == new.tree else { return false }
    let (before, after) = (try recorder.graph.message(of: tip), try recorder.graph.message(of: commit))
    return before.author == .user && before.conflicts == after.conflicts && before.resolves == after.resolves
  }

  /// Makes the recorder compare files with git's commit after git was at work (decision 9).
  ///
  /// - Parameter commit: the commit of git's branch.
  func lookAsGit(at commit: ObjectID?) throws(ObjectStoreError) {
    guard let commit, commit != recorder.tip else { return recorder.gitView = nil }
    recorder.gitView = try recorder.objects.commit(commit).tree
  }
}
