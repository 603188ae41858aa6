package import GitObjects
internal import LargeFiles

extension Recorder {
  /// Moves what holds a secret, or is local only, off the tip: such a change is recorded as held, whoever made it and
  /// whatever brings the content to the path, a move or an undo too (review A5).
  ///
  /// A secret that the tip has at that path already is published, or about to be: holding what follows would only keep
  /// the person's other words back.
  ///
  /// - Returns: the paths that are held for it, with the reason. Nil where nothing else is left to be done: what stands
  ///   there is held as it is.
  func holdSecrets(in plan: inout TurnPlan) -> [WorkspacePath: HeldReason]? {
    var found: [WorkspacePath: HeldReason] = [:]
    var isNews = !plan.placements.isEmpty
    var fresh: [TurnPlan.Draft] = []
    for index in plan.drafts.indices {
      guard !plan.drafts[index].isHeld else {
        isNews = true
        continue
      }
      var secrets: [PlannedChange] = []
      for change in plan.drafts[index].changes.values.sorted(by: { $0.path < $1.path }) {
        guard let reason = secret(in: change) else { continue }
        found[change.path] = reason
        secrets.append(change)
        if (try? heldEntry(at: change.path))??.id != change.blob { isNews = true }
      }
      guard let first = secrets.first, let reason = found[first.path] else {
        isNews = true
        continue
      }
      if secrets.count == plan.drafts[index].changes.count {
        plan.drafts[index].isHeld = true
        plan.drafts[index].reason = reason
        continue
      }
      isNews = true
      var draft = TurnPlan.Draft(origin: plan.drafts[index].origin, isHeld: true, reason: reason)
      for change in secrets {
        plan.drafts[index].changes[change.path] = nil
        plan.drafts[index].withContent.removeAll { $0 == change.path }
        draft.changes[change.path] = change
        if change.content != nil { draft.withContent.append(change.path) }
        draft.existed[change.path] = plan.drafts[index].existed.removeValue(forKey: change.path)
      }
      fresh.append(draft)
    }
    // Behind the others: what answers name drafts by their place.
    plan.drafts += fresh
    guard !found.isEmpty, !isNews else { return found }
    for (path, reason) in found { held[path] = reason }
    return nil
  }

  /// Notes versions in which a secret was found after they were stored: their files are judged when they are looked at.
  package func noteSecrets(_ blobs: [ObjectID]) { secretBlobs.formUnion(blobs) }

  private func secret(in change: PlannedChange) -> HeldReason? {
    guard let mode = change.mode, mode != .gitlink, let blob = change.blob else { return nil }
    if rules.isLocalOnly(change.path) { return .localOnly }
    guard mode.isFile else { return nil }
    let bytes: [UInt8]
    if let content = change.content {
      bytes = content
    } else {
      // What is moved or brought back was judged when it was recorded. What was saved was not where the store has it by
      // another way: the person's `git add` was there first.
      let isSaved = change.placement == nil
      guard isSaved || secretBlobs.contains(blob) || (try? heldEntry(at: change.path))??.id == blob,
        let content = try? store.blob(blob)
      else { return nil }
      bytes = content
    }
    let reason = rules.secret(change.path, searched(bytes)) {
      guard let entry = try? entry(at: change.path), entry.mode.isFile else { return nil }
      return (try? store.blob(entry.id)).map(searched)
    }
    if reason == nil { secretBlobs.remove(blob) } else { secretBlobs.insert(blob) }
    return reason
  }

  /// Of a large file's content so much is searched for secrets, bytes: where people paste keys it is all of the file, and
  /// a turn does not wait for the scan of a film.
  private static let searchedOfLarge = 4_000_000

  /// What of a version is searched: of a pointer the beginning of what it points to, where that is here.
  private func searched(_ bytes: [UInt8]) -> [UInt8] {
    guard let large, bytes.count < Pointer.byteLimit, let pointer = PointerReading(bytes).pointer else { return bytes }
    return large.folder.beginning(of: pointer, atMost: Self.searchedOfLarge) ?? bytes
  }
}
