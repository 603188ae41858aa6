internal import Documents
package import GitObjects
internal import Journal
internal import LargeFiles
internal import WorkTree

extension HoldLedger {
  /// Moves changes that hold a secret, or are local only, off the tip: such a change is recorded as held, whatever its author
  /// and however the content got to the path, by a move or an undo too (review A5).
  ///
  /// A secret that the tip already has at that path is published, or about to be: a hold of later versions would only
  /// withhold the person's other changes.
  ///
  /// - Returns: the paths that are held for it, with the reason. nil if nothing else is left to do: the present content
  ///   is already held.
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
      let renamed = plan.drafts[index].origin.renamed
      let changes = plan.drafts[index].changes.values.filter { !isClean($0, in: plan, renamed) }
      for change in changes.sorted(by: { $0.path < $1.path }) {
        guard let reason = secret(in: change, renamed) else { continue }
        found[change.path] = reason
        secrets.append(change)
        if (try? tips.heldEntry(at: change.path))??.id != change.blob { isNews = true }
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
    // After the others: answers refer to drafts by their index.
    plan.drafts += fresh
    guard !found.isEmpty, !isNews else { return found }
    for (path, reason) in found { plan.ledgers.holds[path] = .some(reason) }
    return nil
  }

  /// Records versions in which a secret was found after they were stored: their files are judged at the next
  /// observation.
  package func noteSecrets(_ blobs: [ObjectID]) { secretBlobs.formUnion(blobs) }

  /// Returns whether a version may be on the tip because it was examined when it was planned: the content without a
  /// secret, and the path, which had no other names.
  private func isClean(_ change: PlannedChange, in plan: TurnPlan, _ renamed: [PathRename]) -> Bool {
    guard let blob = change.blob, plan.clean[change.path] == blob, renamed.isEmpty,
      disk.cache.otherNames(of: change.path).isEmpty
    else { return false }
    secretBlobs.remove(blob)
    return true
  }

  private func secret(in change: PlannedChange, _ renamed: [PathRename]) -> HeldReason? {
    guard let mode = change.mode, mode != .gitlink, let blob = change.blob else { return nil }
    if disk.rules.isLocalOnly(change.path, in: disk.cache, renamed) { return .localOnly }
    guard mode.isFile else { return nil }
    let bytes: [UInt8]
    if let content = change.content {
      bytes = content
    } else {
      // A moved or restored version was judged when it was recorded. A saved one was not if the store has it by another
      // way, such as the person's earlier `git add`.
      let isSaved = change.placement == nil
      guard isSaved || secretBlobs.contains(blob) || (try? tips.heldEntry(at: change.path))??.id == blob,
        let content = try? disk.store.blob(blob)
      else { return nil }
      bytes = content
    }
    let reason = disk.rules.secret(change.path, searched(bytes)) {
      guard let entry = try? tips.entry(at: change.path), entry.mode.isFile else { return nil }
      return (try? disk.store.blob(entry.id)).map(searched)
    }
    if reason == nil { secretBlobs.remove(blob) } else { secretBlobs.insert(blob) }
    return reason
  }

  /// The number of bytes of a large file's content that are searched for secrets: a file into which people paste keys
  /// is searched whole, and a turn does not wait for the scan of a very large one.
  private static let searchedOfLarge = 4_000_000

  /// Returns the part of a version that is searched: for a pointer the beginning of its content, if that is here.
  private func searched(_ bytes: [UInt8]) -> [UInt8] {
    guard let large = disk.large, bytes.count < Pointer.byteLimit, let pointer = PointerReading(bytes).pointer else {
      return bytes
    }
    return large.folder.beginning(of: pointer, atMost: Self.searchedOfLarge) ?? bytes
  }
}
