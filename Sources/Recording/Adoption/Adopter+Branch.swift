internal import Documents
internal import GitObjects
internal import WorkTree

extension Adopter {
  /// Adds a commit to the tip's history without any of its changes: the tip's tree is kept (git's merge "ours").
  ///
  /// Does nothing if the tip already has it. Used when a branch was moved and the person decided which side is kept.
  func join(_ commit: ObjectID) throws(RecordError) {
    try RecordError.mapping {
      guard let tip = tips.tip, try !graph.isAncestor(commit, of: tip) else { return }
      _ = try adopt(joined(commit, tree: tips.tree, to: tip), expecting: tip)
    }
  }

  /// Makes a commit whose parents are the tip and another commit, with a known tree.
  ///
  /// - Throws: `ObjectStoreError` if it cannot be written.
  func joined(_ commit: ObjectID, tree: ObjectID, to tip: ObjectID) throws(ObjectStoreError) -> ObjectID {
    let now = time.now()
    let message = CommitMessage(subject: "Keep the recorded tree", author: .sync)
    let signature = Signature(
      name: Author.sync.signatureName(person: saves.identity.name),
      email: Author.sync.signatureEmail(person: saves.identity.email), seconds: now.seconds, offset: now.offset)
    let made = Commit(
      tree: tree, parents: [tip, commit], author: signature, committer: signature, message: message.text)
    return try store.write(store.sealed(made))
  }

  /// Restores files that hold a commit's version to the tip's; files with other content are kept.
  func bringBack(from commit: ObjectID) throws(RecordError) {
    try RecordError.mapping {
      let other = try store.commit(commit).tree
      log.sequence += 1
      var turn = BringTurn()
      for (index, change) in try TreeDiff.changes(from: other, to: tips.tree, in: store).enumerated() {
        guard let path = try? WorkspacePath(change.path), change.old?.mode != .gitlink, change.new?.mode != .gitlink,
          let onDisk = try? disk.look(at: path, rehash: true), onDisk.blob == change.old?.id
        else { continue }
        bring(change, at: path, into: SlotName.adopted(log.sequence, index), in: &turn)
      }
      writer.merge(turn.rescues)
    }
  }

  /// Restores files to the tip's versions, without a commit: the tip already has them.
  func bringBack(_ changes: [TreeChange]) {
    guard !changes.isEmpty else { return }
    log.sequence += 1
    var turn = BringTurn()
    for (index, change) in changes.enumerated() {
      guard let path = try? WorkspacePath(change.path) else { continue }
      bring(change, at: path, into: SlotName.adopted(log.sequence, index), in: &turn)
    }
    writer.merge(turn.rescues)
  }

  /// Restores deleted files as they are recorded, without a commit: the tip still has them. A file that cannot be placed
  /// is unplaced, and is retried.
  func restore(_ paths: [WorkspacePath]) throws(RecordError) {
    try RecordError.mapping {
      log.sequence += 1
      var turn = BringTurn()
      for (index, path) in paths.enumerated() {
        guard let entry = try entry(at: path), entry.mode.isFile || entry.mode == .symlink, tree.isMissing(path) else {
          continue
        }
        let change = TreeChange(path: path.string, old: nil, new: entry)
        bring(change, at: path, into: SlotName.adopted(log.sequence, index), in: &turn)
      }
      writer.merge(turn.rescues)
    }
  }

  /// Begins at a commit that existed before Stet: its tree becomes the tip's, no file is written.
  func start(at commit: ObjectID) throws(RecordError) {
    try RecordError.mapping {
      let changes = try TreeDiff.changes(from: tips.tree, to: store.commit(commit).tree, in: store)
      try store.synchronize(FreshObjects.foreign(to: commit, over: tips.tip, graph: graph, in: store))
      try executor.setTip(commit, growth: AdoptionPlan.growth(changes))
      try log.checkpoint()
    }
  }
}
