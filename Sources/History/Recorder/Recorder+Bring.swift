internal import FileSystem
package import GitObjects
internal import Merge

/// What the files share that are brought one after another.
struct BringTurn {
  /// What was displaced and is to be merged.
  var rescues: [Rescue] = []
  /// The folders that were looked at: where others begin is not asked for each file.
  var boundaries: [WorkspacePath: FolderBoundary?] = [:]
}

extension Recorder {
  /// A larger file is brought piece by piece.
  static let largestPiece = 8 << 20

  /// The slot of a file that is placed without a turn.
  static func slot(_ number: UInt64, _ index: Int) -> String { "a\(number)-\(index)" }

  /// Brings one file to its target; false where it is there already.
  ///
  /// Its bytes are not synced: the next checkpoint does that, and until then recovery compares (`restoreAdopted`).
  func bring(_ change: TreeChange, at path: WorkspacePath, slot: String, in turn: inout BringTurn) throws -> Bool {
    if let folder = path.parent.flatMap({ foreignFolder(above: $0, known: &turn.boundaries) }) {
      throw folder.error("replace", path)
    }
    let standing: Standing
    do { standing = try lookForBringing(change, at: path) } catch LookFailure.tooLarge where awaits(change, at: path) {
      // What it is, is found out beside the turns.
      toCopy.insert(path)
      return true
    }
    if standing.blob == change.new?.id, standing.mode == change.new?.mode {
      remember(path, standing)
      return false
    }
    if standing.content != nil, let new = change.new, pointer(in: new.id) != nil {
      // The content stays until the newer one is here whole; what somebody saved meanwhile comes over the newer one.
      if standing.blob == new.id, new.mode.isFile {
        try giveMode(new.mode, to: path, standing)
      } else if standing.blob == change.old?.id {
        leave(change, at: path)
      } else {
        expect(change.old?.id, at: path)
      }
      return true
    }
    let isUntracked = try change.old == nil && keepUntracked(path, standing)
    guard let new = change.new else {
      if standing.blob != nil {
        let placement = Placement(path: path, kind: .remove, slot: slot, expected: change.old?.id, new: nil)
        try place(placement)
        if let rescue = inspect(placement) { turn.rescues.append(rescue) }
        if !standing.isSettled { displaced[slot]?.accounted = change.old?.id ?? .emptyBlob }
      }
      cache[path] = nil
      forgetVersions(of: path, isAdopted: true, change.old?.id)
      removeEmptyFolders(above: path)
      return true
    }
    let placement = Placement(path: path, kind: .exchange, slot: slot, expected: standing.blob, new: new.id)
    if let bytes = try store.blob(new.id, ofAtMost: Self.largestPiece) {
      try stage(placement, mode: new.mode, bytes: bytes, durable: false)
    } else {
      try stageLarge(placement, mode: new.mode)
    }
    try place(placement)
    unsynced.insert(path)
    if path.isOfAttributes { rules.reload() }
    if new.mode.isFile, pointer(in: new.id) != nil { toPlace.insert(path) }
    let before = isUntracked ? standing.blob : change.old?.id
    // What a power cut left is nobody's version.
    if before.map(store.contains) ?? true {
      noteVersion(
        RecentVersion(blob: new.id, origin: nil, commit: tip, seconds: time.now().seconds, isPlaced: true), at: path,
        replacing: before)
    }
    let isRecorded = isUntracked || standing.blob == change.old?.id || standing.blob == new.id
    if var rescue = inspect(placement) {
      // Its base must be a version that history has.
      if !isRecorded, case .put(let bytes) = rescue.write.action {
        rescue.write.base = nearest(bytes, change.old?.id, new.id)
      }
      turn.rescues.append(rescue)
    } else if !standing.isSettled {
      // Half saved: what the writer puts there until it closes the file is merged then.
      // It may have been closed since the look, and then no event comes.
      displaced[slot]?.accounted = change.old?.id ?? .emptyBlob
      late[slot] = .beingSaved
    } else if !isRecorded, let blob = standing.blob, let bytes = standing.bytes {
      let base = nearest(bytes, change.old?.id, new.id)
      displaced[slot]?.accounted = base.id ?? .emptyBlob
      turn.rescues.append(Rescue(slot: slot, blob: blob, write: rescue(path, bytes, base: base.id)))
    }
    if let stamp = try tree.stamp(of: FileLocation(path)) {
      cache[path] = CachedFile(stamp: stamp, blob: new.id, isSettled: true, readAt: stamp.modified)
    }
    return true
  }

  /// Gives the content of a large file its new mode where it stands: it is the same content, and may be a film.
  private func giveMode(_ mode: FileMode, to path: WorkspacePath, _ standing: Standing) throws {
    guard let before = standing.stamp else { return }
    try noteExchanged(path)
    try tree.setPermissions(before.permissions(as: mode), of: FileLocation(path))
    unsynced.insert(path)
    remember(path, standing)
    // Another file may have come there at this moment: then nothing is known of it.
    if let stamp = try tree.stamp(of: FileLocation(path)), stamp.sameContent(as: before) {
      cache[path]?.stamp = stamp
    } else {
      cache[path] = nil
    }
  }

  /// Leaves the content of a large file in its place although the tip has another version: it is no change of anybody's.
  private func leave(_ change: TreeChange, at path: WorkspacePath) {
    expect(change.old?.id, at: path)
    problems[NameKey(path.string)] = nil
    toPlace.insert(path)
  }

  /// Whether a file that is too large to be looked at within a turn is left where it is; it is then.
  private func awaits(_ change: TreeChange, at path: WorkspacePath) -> Bool {
    guard let old = change.old, pointer(in: old.id) != nil, let stamp = try? tree.stamp(of: FileLocation(path)),
      isLarge(path, stamp)
    else { return false }
    leave(change, at: path)
    return true
  }

  private func lookForBringing(_ change: TreeChange, at path: WorkspacePath) throws -> Standing {
    do throws(LookFailure) {
      let standing = try look(at: path, rehash: false)
      // What is held is known without being read, and is merged all the same.
      let isElse = standing.blob != nil && standing.blob != change.old?.id && standing.blob != change.new?.id
      return isElse && standing.bytes == nil ? try look(at: path, rehash: true) : standing
    } catch {
      guard case .folder = error else { throw error }
    }
    try clearFolder(path, for: change)
    return Standing(mode: nil, blob: nil, bytes: nil, stamp: nil, isSettled: true)
  }

  /// Of two versions, the older of which may be no file, the one that a text was made from: the nearer in changed lines,
  /// of equals the older, since the newer one did not stand there yet (DESIGN "Stale saves").
  private func nearest(_ bytes: [UInt8], _ old: ObjectID?, _ new: ObjectID) -> WriteBase {
    guard let after = try? store.blob(new) else { return .version(new) }
    guard let before = old == nil ? [] : old.flatMap({ try? store.blob($0) }) else { return .version(new) }
    guard LineDiff.distance(from: before, to: bytes) <= LineDiff.distance(from: after, to: bytes) else {
      return .version(new)
    }
    return old.map { .version($0) } ?? .absent
  }

  /// Records as held what an ignore rule covers and an adoption is about to replace (review A9); false for the rest.
  private func keepUntracked(_ path: WorkspacePath, _ standing: Standing) throws -> Bool {
    guard let mode = standing.mode, let blob = standing.blob, let bytes = standing.bytes, rules.isIgnored(path, false)
    else { return false }
    var plan = TurnPlan(sequence: sequence + 1)
    _ = plan.add(
      PlannedChange(path: path, mode: mode, blob: blob, content: bytes), existed: false, origin: .person,
      held: .ignored)
    _ = try execute(plan)
    return true
  }

  /// Makes room where a folder stands in a file's place: empty folders are removed, and one that holds only what is never
  /// published is set aside.
  private func clearFolder(_ path: WorkspacePath, for change: TreeChange) throws {
    guard change.new != nil else { return }
    switch try content(of: path) {
    case .folders(let folders):
      // The deepest first; what somebody saves there meanwhile keeps its folder.
      if try folders.reversed().allSatisfy({ try tree.removeDirectory($0) }) { return }
    case .unpublished: return try setAside(path)
    case .files: break
    }
    throw FileError(
      code: .exists, operation: "replace", path: path.string, errno: 0,
      message: "a folder with files that are not recorded stands there; move it away")
  }

  /// Takes folders away that a deletion left empty, as git does.
  package func removeEmptyFolders(above path: WorkspacePath) {
    var folder = path.parent
    while let current = folder, (try? tree.removeDirectory(FileLocation(current))) == true { folder = current.parent }
  }
}
