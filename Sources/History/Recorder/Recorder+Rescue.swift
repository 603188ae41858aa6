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
      if let older = try saves.olderBase(of: write, bytes, over: (file.blob, onDisk), in: &plan) {
        (from, base) = older
      }
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
