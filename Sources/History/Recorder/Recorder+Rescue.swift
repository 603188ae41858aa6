internal import GitObjects
internal import Merge

/// Texts that were displaced in the instant of a write: saves that nobody had looked at.
extension Recorder {
  /// Plans a displaced text over what displaced it: both stay; where only one can stand it is the displaced one, and the
  /// other is a conflict.
  func planRescue(
    _ write: Write, base: [UInt8], _ bytes: [UInt8], over file: TurnPlan.File, _ standing: [UInt8],
    in plan: inout TurnPlan
  ) throws(WriteRefusal) -> Promise {
    let driver: MergeDriver
    var (from, base) = (write.base.id, base)
    do throws(ObjectStoreError) {
      driver = try mergeDriver(of: write.path)
      if let older = try olderBase(of: write, bytes, over: (file.blob, standing), in: &plan) { (from, base) = older }
      // The editor that saved it has it still: its next save is made from it.
      let blob = try store.write(.blob, bytes)
      plan.rescued[write.path] = StoredObject(kind: .blob, content: bytes)
      plan.repairs[write.path] = blob
    } catch { throw .repository(error) }
    let merged = StaleMerge(base: base, earlier: standing, later: bytes, path: write.path.string, driver: driver)
    var promise = try planContent(write, merged.text, mode: write.mode ?? file.mode ?? .file, over: file, in: &plan)
    promise.isMerged = merged.text != bytes
    if merged.overlaps > 0, promise.held == nil {
      // There was no file: the empty text is nowhere stored.
      if from == .emptyBlob, !store.contains(.emptyBlob) { from = nil }
      let conflict = Conflict(
        path: write.path.string, reason: .content, base: from, kept: promise.token, other: file.blob, store: store)
      plan.list([conflict], at: write.path)
    }
    return promise
  }

  /// The version that a displaced text was made from, where that is older than the one that was expected in its place.
  ///
  /// What others wrote between the two comes back: the text is merged in any case, so nothing is asked, except where it
  /// replaces all. A text that is nearest to the one that displaced it stands as it is. Its editor need not have seen that
  /// one, so what it lacks of it is asked.
  private func olderBase(
    of write: Write, _ text: [UInt8], over standing: (id: ObjectID?, text: [UInt8]), in plan: inout TurnPlan
  ) throws(ObjectStoreError) -> (id: ObjectID?, text: [UInt8])? {
    seedVersions()
    guard case .version(let expected) = write.base, let known = recent.versions(of: write.path, at: time.now().seconds),
      let place = known.list.firstIndex(where: { $0.blob == expected && !$0.isAbsent })
    else { return nil }
    let versions = PathVersions(Array(known.list[place...]), isCut: known.isCut)
    let blob = store.id(of: .blob, text)
    switch try judge(text, blob, at: write.path, versions).0 {
    case .ordinary where expected != standing.id || LineDiff.isInserted(text, into: standing.text): return nil
    case .ordinary, .replacement:
      noteReplacement(of: write.path, by: blob, text, versions.list, in: &plan)
      return nil
    case .merge(let base), .notice(let base):
      let version = versions.list[base]
      return version.isAbsent ? (nil, []) : (version.blob, try store.blob(version.blob))
    }
  }
}
