package import GitObjects

/// Other commits for tip and work tree.
extension Recorder {
  private var adopter: Adopter { Adopter(recorder: self) }

  /// Moves tip and work tree to a commit from a remote, from the user's branch, or from a restore.
  ///
  /// Unrecorded saves of the person are recorded first; the result is then `tipMoved`. The files follow in as many
  /// turns as the limit requires (`continueAdoption`).
  ///
  /// - Parameters:
  ///   - target: the commit; all objects that it names are in the store.
  ///   - expected: the tip for which the commit was made.
  ///   - leaving: paths whose files are not written.
  ///   - limit: the limit of this turn.
  ///   - plan: the plan for these two commits; nil, or one for other trees, is made here.
  package func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey> = [], within limit: TurnLimit = .none,
    plan: AdoptionPlan? = nil
  ) throws(RecordError) -> AdoptOutcome {
    try adopter.adopt(target, expecting: expected, leaving: leaving, within: limit, plan: plan)
  }

  /// Places more files of the current adoption; does nothing if there is none or recording is stopped.
  ///
  /// - Throws: `RecordError` if the journal refuses; the files wait then.
  package func continueAdoption(within limit: TurnLimit) throws(RecordError) {
    try adopter.continueAdoption(within: limit)
  }

  /// Adds a commit to the tip's history without any of its changes: the tip's tree is kept (git's merge "ours").
  package func join(_ commit: ObjectID) throws(RecordError) { try adopter.join(commit) }

  /// Makes a commit whose parents are the tip and another commit, with a known tree.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be written.
  package func joined(_ commit: ObjectID, tree: ObjectID, to tip: ObjectID) throws(ObjectStoreError) -> ObjectID {
    try adopter.joined(commit, tree: tree, to: tip)
  }

  /// Restores files that hold a commit's version to the tip's; files with other content are kept.
  package func bringBack(from commit: ObjectID) throws(RecordError) { try adopter.bringBack(from: commit) }

  /// Restores deleted files as they are recorded, without a commit: the tip still has them.
  package func restore(_ paths: [WorkspacePath]) throws(RecordError) { try adopter.restore(paths) }

  /// Begins at a commit that existed before Stet: its tree becomes the tip's, no file is written.
  package func start(at commit: ObjectID) throws(RecordError) { try adopter.start(at: commit) }

  /// Allows so many deletions, because the person agreed.
  package func allowDeletions() { executor.deletions.allowOnce() }

  /// Withdraws the permission for deletions, if none used it.
  package func disallowDeletions() { executor.deletions.disallow() }
}
