internal import FileSystem
package import GitObjects
internal import Merge

extension Recorder {
  /// Brings work tree and tip to a commit: what came from a remote, from the user's branch, or from a restore.
  ///
  /// The work tree first, the tip last (F14). What the person saved and nobody recorded yet is recorded first; then the
  /// answer is `tipMoved`. Once the first file was exchanged it goes through: what is displaced and was not expected is
  /// merged on top, in the person's name (review B8).
  ///
  /// - Parameters:
  ///   - target: the commit; all it names is in the store.
  ///   - expected: where the tip stood when the commit was made.
  ///   - leaving: paths whose files are not touched: what the user's own git committed is on disk already, or the disk
  ///     has something newer, which is recorded on top.
  package func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<String> = []
  ) throws(RecordError) -> AdoptOutcome {
    if case .paused(let reason) = state { throw .paused(reason) }
    if case .readOnly(let reason) = state { throw .readOnly(reason) }
    guard tip == expected else { return .tipMoved(tip) }
    return try RecordError.mapping {
      let changes = try TreeDiff.changes(from: tipTree, to: store.commit(target).tree, in: store)
      let unrecorded = try changes.filter { !leaving.contains($0.path) }.compactMap { try unrecordedPath(at: $0) }
      if !unrecorded.isEmpty {
        let outcome = try record(unrecorded.map { Observation(path: $0) })
        if !outcome.commits.isEmpty { return .tipMoved(tip) }
        // A name that is missing may be an editor between its two renames (rule 4).
        let missing = outcome.postponed.filter(isMissing)
        if !missing.isEmpty { return .waits(missing) }
      }
      try keepObjects(try FreshObjects.find(of: target, over: tip, graph: graph, in: store))
      let number = try journalAdoption(of: target, leaving: leaving)
      hooks.after(.journalled)
      return .adopted(try finishAdoption(target, changes, leaving: leaving, number: number))
    }
  }

  /// A changed path whose disk content is neither the recorded nor the target one.
  private func unrecordedPath(at change: TreeChange) throws -> WorkspacePath? {
    guard let path = try? WorkspacePath(change.path), change.new?.mode != .gitlink, change.old?.mode != .gitlink
    else { return nil }
    guard let standing = try? look(at: path, rehash: false) else { return nil }
    if standing.blob == change.old?.id || standing.blob == change.new?.id { return nil }
    return standing.isSettled ? path : nil
  }

  private func keepObjects(_ fresh: [ObjectID]) throws {
    guard !fresh.isEmpty else { return }
    if fresh.count > 1_000 {
      try durability.makeDurable(fresh)
      return
    }
    var objects: [StoredObject] = []
    for id in fresh {
      let object = try store.read(id)
      objects.append(StoredObject(kind: object.kind, content: object.content))
      store.note(id)
    }
    try commitToJournal(.objects(objects))
  }

  /// Notes durably what is about to be adopted; answers the number of its slots.
  func journalAdoption(of target: ObjectID, leaving: Set<String>) throws(RecordError) -> UInt64 {
    sequence += 1
    let number = sequence
    try commitToJournal(.adopt(sequence: number, from: tip, to: target, leaving: leaving.sorted()))
    return number
  }

  /// The changes of an adoption as they are made: what goes makes room for what comes (a folder where a file stood).
  static func ordered(_ changes: [TreeChange]) -> [TreeChange] {
    changes.filter { $0.new == nil } + changes.filter { $0.new != nil }
  }

  /// The slot of a file that is placed without a turn.
  static func slot(_ number: UInt64, _ index: Int) -> String { "a\(number)-\(index)" }

  /// Places the files of an adoption and moves the tip; also the second half of a recovery.
  func finishAdoption(
    _ target: ObjectID, _ changes: [TreeChange], leaving: Set<String>, number: UInt64
  ) throws -> [TreeChange] {
    var rescues: [Rescue] = []
    var placed: [TreeChange] = []
    for (index, change) in Self.ordered(changes).enumerated() where !leaving.contains(change.path) {
      guard let path = try? WorkspacePath(change.path) else {
        problems[change.path] = "the remote has this name, which this system must not have; it stays in history"
        continue
      }
      guard change.old?.mode != .gitlink, change.new?.mode != .gitlink else { continue }
      do {
        if try bring(change, at: path, slot: Self.slot(number, index), rescues: &rescues) { placed.append(change) }
        unplaced.remove(path.string)
      } catch {
        unplaced.insert(path.string)
        problems[path.string] = "could not be brought up to date: \(error); the new version is in history"
      }
    }
    hooks.after(.placed)
    try setTip(target)
    hooks.after(.moved)
    try commitToJournal(.adopted(target), durable: false)
    merge(rescues)
    let left = leaving.compactMap { try? WorkspacePath($0) }
    if !left.isEmpty { _ = try record(left.map { Observation(path: $0, believesDeletion: true) }) }
    return placed
  }

  /// Moves the tip to a commit whose tree the work tree holds.
  func setTip(_ target: ObjectID) throws(ObjectStoreError) {
    let tree = try store.commit(target).tree
    for change in try TreeDiff.changes(from: tipTree, to: tree, in: store) {
      fileTotal += (change.new == nil ? 0 : 1) - (change.old == nil ? 0 : 1)
    }
    try store.setReference(Self.tipReference, to: target, expecting: tip)
    tip = target
    tipTree = tree
    commitsSinceCheckpoint += 1
    deletions.note(files: fileTotal, at: time.now().monotonic)
  }

  /// Brings one file to its target; false where it is there already.
  ///
  /// Its bytes are not synced: the next checkpoint does that, and until then recovery compares (`restoreAdopted`).
  func bring(_ change: TreeChange, at path: WorkspacePath, slot: String, rescues: inout [Rescue]) throws -> Bool {
    let standing = try lookForBringing(change, at: path)
    if standing.blob == change.new?.id, standing.mode == change.new?.mode {
      remember(path, standing)
      return false
    }
    let isUntracked = try standing.blob != change.old?.id && keepUntracked(path, standing)
    guard let new = change.new else {
      if standing.blob != nil {
        let placement = Placement(path: path, kind: .remove, slot: slot, expected: change.old?.id, new: nil)
        try place(placement)
        if let rescue = inspect(placement) { rescues.append(rescue) }
        if !standing.isSettled { displaced[slot]?.accounted = change.old?.id ?? .emptyBlob }
      }
      cache[path] = nil
      removeEmptyFolders(above: path)
      return true
    }
    let placement = Placement(path: path, kind: .exchange, slot: slot, expected: standing.blob, new: new.id)
    let bytes = try store.blob(new.id)
    try stage(placement, mode: new.mode, bytes: bytes, durable: false)
    try place(placement)
    unsynced.insert(path)
    let isRecorded = isUntracked || standing.blob == change.old?.id || standing.blob == new.id
    if var rescue = inspect(placement) {
      // Its base must be a version that history has.
      if !isRecorded, case .put(let bytes) = rescue.write.action {
        rescue.write.base = .version(nearest(bytes, change.old?.id, new.id))
      }
      rescues.append(rescue)
    } else if !standing.isSettled {
      // Half saved: what the writer puts there until it closes the file is merged then.
      displaced[slot]?.accounted = change.old?.id ?? .emptyBlob
    } else if !isRecorded, let blob = standing.blob, let bytes = standing.bytes {
      let base = nearest(bytes, change.old?.id, new.id)
      displaced[slot]?.accounted = base
      rescues.append(Rescue(slot: slot, blob: blob, write: rescue(path, bytes, base: base)))
    }
    if let stamp = try tree.stamp(of: FileLocation(path)) {
      cache[path] = CachedFile(stamp: stamp, blob: new.id, isSettled: true, readAt: stamp.modified)
    }
    return true
  }

  private func lookForBringing(_ change: TreeChange, at path: WorkspacePath) throws -> Standing {
    do throws(LookFailure) {
      return try look(at: path, rehash: false)
    } catch {
      guard case .folder = error else { throw error }
    }
    try clearFolder(path, for: change)
    return Standing(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
  }

  /// Of two versions the one that a text was made from: the nearer in changed lines (DESIGN "Stale saves").
  private func nearest(_ bytes: [UInt8], _ old: ObjectID?, _ new: ObjectID) -> ObjectID {
    guard let old, let before = try? store.blob(old), let after = try? store.blob(new) else { return new }
    return LineDiff.distance(from: before, to: bytes) < LineDiff.distance(from: after, to: bytes) ? old : new
  }

  /// Records as held what an ignore rule covers and an adoption is about to replace (review A9); false for the rest.
  private func keepUntracked(_ path: WorkspacePath, _ standing: Standing) throws -> Bool {
    guard let mode = standing.mode, let blob = standing.blob, let bytes = standing.bytes, try isIgnored(path) else {
      return false
    }
    var plan = TurnPlan(sequence: sequence + 1)
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: blob, content: bytes), existed: false, origin: .person,
      held: .ignored)
    _ = try execute(plan)
    return true
  }

  /// Makes room where a folder stands in a file's place; only an empty one is taken away.
  private func clearFolder(_ path: WorkspacePath, for change: TreeChange) throws {
    guard change.new != nil else { return }
    guard try tree.removeDirectory(FileLocation(path)) else {
      throw FileError(
        code: .exists, operation: "replace", path: path.string, errno: 0,
        message: "a folder with files that are not recorded stands there; move it away")
    }
  }

  /// Takes folders away that a deletion left empty, as git does.
  private func removeEmptyFolders(above path: WorkspacePath) {
    var folder = path.parent
    while let current = folder, (try? tree.removeDirectory(FileLocation(current))) == true { folder = current.parent }
  }
}

/// What became of an adoption.
package enum AdoptOutcome: Hashable, Sendable {
  /// Work tree and tip stand at the commit; the changes that had to be made on disk.
  case adopted([TreeChange])
  /// Something was recorded meanwhile: plan again on this tip.
  case tipMoved(ObjectID?)
  /// These names are missing and not yet believed to be deleted (rule 4); nothing was changed. Try again soon.
  case waits([WorkspacePath])
}
