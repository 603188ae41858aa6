internal import Documents
package import GitObjects

extension Recorder {
  /// Puts a commit into the tip's history without taking anything of it: the tip's tree stays (git's merge "ours").
  ///
  /// Nothing where the tip has it already. Used when a branch was moved and the person decided what stands.
  package func join(_ commit: ObjectID) throws(RecordError) {
    try RecordError.mapping {
      guard let tip, try !graph.isAncestor(commit, of: tip) else { return }
      _ = try adopt(joined(commit, tree: tipTree, to: tip), expecting: tip)
    }
  }

  /// Makes a commit that has the tip and another one as its past, and a tree that is known already.
  ///
  /// - Throws: `ObjectStoreError` where it cannot be written.
  package func joined(_ commit: ObjectID, tree: ObjectID, to tip: ObjectID) throws(ObjectStoreError) -> ObjectID {
    let now = time.now()
    let message = CommitMessage(subject: "Keep what is recorded", author: .sync)
    let signature = Signature(
      name: Author.sync.signatureName(person: identity.name),
      email: Author.sync.signatureEmail(person: identity.email), seconds: now.seconds, offset: now.offset)
    return try store.write(
      Commit(tree: tree, parents: [tip, commit], author: signature, committer: signature, message: message.text))
  }

  /// Brings files that hold what a commit has back to what the tip has; files with anything else stay.
  package func bringBack(from commit: ObjectID) throws(RecordError) {
    try RecordError.mapping {
      let other = try store.commit(commit).tree
      sequence += 1
      var turn = BringTurn()
      for (index, change) in try TreeDiff.changes(from: other, to: tipTree, in: store).enumerated() {
        guard let path = try? WorkspacePath(change.path), change.old?.mode != .gitlink, change.new?.mode != .gitlink,
          let standing = try? look(at: path, rehash: true), standing.blob == change.old?.id
        else { continue }
        _ = try bring(change, at: path, slot: Self.slot(sequence, index), in: &turn)
      }
      merge(turn.rescues)
    }
  }

  /// Brings deleted files back as they are recorded, without a commit: the tip has them still.
  package func restore(_ paths: [WorkspacePath]) throws(RecordError) {
    try RecordError.mapping {
      sequence += 1
      var turn = BringTurn()
      for (index, path) in paths.enumerated() {
        guard let entry = try entry(at: path), entry.mode.isFile || entry.mode == .symlink, isMissing(path) else {
          continue
        }
        let change = TreeChange(path: path.string, old: nil, new: entry)
        _ = try bring(change, at: path, slot: Self.slot(sequence, index), in: &turn)
      }
      merge(turn.rescues)
    }
  }

  /// The person said that so many files may be deleted.
  package func allowDeletions() { deletions.allowOnce() }
}

extension Recorder {
  /// Begins at a commit that was there before Stet: its tree becomes the tip's, no file is touched.
  package func start(at commit: ObjectID) throws(RecordError) {
    try RecordError.mapping {
      let changes = try TreeDiff.changes(from: tipTree, to: store.commit(commit).tree, in: store)
      try store.synchronize(FreshObjects.foreign(to: commit, over: tip, graph: graph, in: store))
      try setTip(commit, growth: AdoptionPlan.growth(changes))
      try checkpoint()
    }
  }
}
