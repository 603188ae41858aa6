internal import GitObjects
internal import Merge

/// Texts that were displaced in the instant of a write: saves that were not observed.
extension Recorder {
  /// Plans the merge of a displaced text with the one that displaced it: both are kept; in overlaps the displaced one
  /// is kept, and the other is a conflict.
  func planRescue(
    _ write: Write, base: [UInt8], _ bytes: [UInt8], over file: TurnPlan.File, _ onDisk: [UInt8],
    in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    let driver: MergeDriver
    var (from, base) = (write.base.id, base)
    do throws(ObjectStoreError) {
      driver = try tips.mergeDriver(of: write.path)
      if let older = try olderBase(of: write, bytes, over: (file.blob, onDisk), in: &plan) { (from, base) = older }
      // The editor that saved it still has it: its next save is based on it.
      let blob = try store.write(.blob, bytes)
      plan.rescued[write.path] = StoredObject(kind: .blob, content: bytes)
      plan.repairs[write.path] = blob
    } catch { throw .repository(error) }
    let merged = StaleMerge(base: base, earlier: onDisk, later: bytes, path: write.path.string, driver: driver)
    var promise = try planContent(write, merged.text, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
    promise.isMerged = merged.text != bytes
    if merged.overlaps > 0, promise.held == nil {
      // There was no file: the empty text is stored nowhere.
      if from == .emptyBlob, !store.contains(.emptyBlob) { from = nil }
      let conflict = Conflict(
        path: write.path.string, reason: .content, base: from, kept: promise.token, other: file.blob, store: store)
      plan.list([conflict], at: write.path)
    }
    return promise
  }

  /// Returns the version that a displaced text was made from, if that is older than the expected one.
  ///
  /// Others' changes between the two are restored. The text is merged in any case, so there is no question, unless it
  /// replaces everything. A text that is nearest to the one that displaced it is kept as it is. Its editor may not have
  /// seen that one, so the missing changes are a question.
  private func olderBase(
    of write: Write, _ text: [UInt8], over onDisk: (id: ObjectID?, text: [UInt8]), in plan: inout TurnPlan
  ) throws(ObjectStoreError) -> (id: ObjectID?, text: [UInt8])? {
    seedVersions()
    guard case .version(let expected) = write.base, let known = recent.versions(of: write.path, at: time.now().seconds),
      let place = known.list.firstIndex(where: { $0.blob == expected && !$0.isAbsent })
    else { return nil }
    let versions = PathVersions(Array(known.list[place...]), isCut: known.isCut)
    let blob = store.id(of: .blob, text)
    switch try judge(text, blob, at: write.path, versions).0 {
    case .ordinary where expected != onDisk.id || LineDiff.isInserted(text, into: onDisk.text): return nil
    case .ordinary, .replacement:
      noteReplacement(of: write.path, by: blob, text, versions.list, in: &plan)
      return nil
    case .merge(let base), .notice(let base):
      let version = versions.list[base]
      return version.isAbsent ? (nil, []) : (version.blob, try store.blob(version.blob))
    }
  }
}

/// A displaced text that history does not have, with its write.
struct Rescue {
  /// Its slot; nil if the text was observed before it was displaced.
  var slot: String?
  /// The version in the slot.
  var blob: ObjectID
  /// The write: the person's, based on the version that was expected in its place.
  var write: Write
}
