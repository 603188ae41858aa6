internal import FileSystem
package import GitObjects
package import WorkTree

/// The versions that are kept off the tip: held paths, contents with a secret, and versions that the remote refuses.
package final class HoldLedger {
  /// The files on disk.
  let disk: DiskView
  /// The tip and the held versions.
  let tips: TipLedger
  /// Paths that are held now, with the reason.
  package internal(set) var paths: [WorkspacePath: HeldReason] = [:]
  /// Contents with a secret, as far as this run has found them.
  var secretBlobs: Set<ObjectID> = []
  /// Versions that the remote refuses.
  package private(set) var refused: RefusedVersions
  private var gone: HeldDeletions

  /// Reads the refused versions of a workspace.
  init(of disk: DiskView, _ tips: TipLedger) {
    self.disk = disk
    self.tips = tips
    refused = RefusedVersions(from: disk.tree)
    gone = HeldDeletions(from: disk.tree)
  }

  /// Returns the reason why the content of a path is kept off the tip, by name, attributes and the remote's refusals;
  /// nil if there is none.
  func reason(of path: WorkspacePath, holding blob: ObjectID?) -> HeldReason? {
    reason(of: path) ?? refused.words(for: PathVersion(path.string, blob)).map { .refused($0) }
  }

  /// Returns the reason why a path is kept off the tip, by its name, policy and attributes; nil if there is none.
  func reason(of path: WorkspacePath) -> HeldReason? {
    if NameText.isEscaped(path.string) { return .badName }
    if disk.rules.isLocalOnly(path, in: disk.cache) { return .localOnly }
    return disk.rules.filter(path).map { .filter($0) }
  }

  /// Returns the reason why content written to a path is held; nil if it is put on the tip.
  func reason(
    forWriting path: WorkspacePath, bytes: Int64, _ blob: ObjectID
  ) throws(ObjectStoreError) -> HeldReason? {
    if bytes > disk.rules.holdOver { return .tooLarge(limit: disk.rules.holdOver) }
    if let reason = reason(of: path, holding: blob) { return reason }
    return try disk.isIgnored(path) ? .ignored : nil
  }

  /// Plans that a path is held for a reason, or released.
  func note(_ reason: HeldReason?, for path: WorkspacePath, in plan: inout TurnPlan) {
    // An import of many files changes nothing here.
    if reason != nil || paths[path] != nil || plan.ledgers.holds[path] != nil {
      plan.ledgers.holds[path] = .some(reason)
    }
  }

  /// Returns whether the tip lacks a version because it must not be published: the person's commit is then kept in the
  /// file.
  func isWithheld(_ path: WorkspacePath, _ blob: ObjectID) -> Bool {
    secretBlobs.contains(blob) || disk.rules.isLocalOnly(path, in: disk.cache)
      || refused.words(for: PathVersion(path.string, blob)) != nil
  }

  /// Returns the recorded version of a path: on the tip, else as held; nil if there is none.
  package func version(at path: WorkspacePath) throws(ObjectStoreError) -> ObjectID? {
    if paths[path] != nil, let entry = try tips.heldEntry(at: path), entry.mode != .tree { return entry.id }
    guard let entry = try tips.entry(at: path), entry.mode.isFile || entry.mode == .symlink else { return nil }
    return entry.id
  }

  /// Returns the held entry at a path; nil for none, and for one that cannot be read.
  package func entry(at path: WorkspacePath) -> TreeEntry? { try? tips.heldEntry(at: path) }

  /// The deletions of held files that are still missing, oldest first.
  package var deletions: [HeldDeletion] {
    gone.list.filter { deletion in
      guard let path = try? WorkspacePath(deletion.path), disk.tree.isMissing(path) else { return false }
      return (try? tips.entry(at: path)) == nil
    }
  }

  /// Releases a path at which nothing is on disk, with all paths below it, and notes the deletions of held files: those
  /// that the tip does not have and that were not renamed.
  func release(missing path: WorkspacePath, by origin: WriteOrigin) {
    release([path] + paths.keys.filter { $0.isBelow(path) }, by: origin)
  }

  /// Releases the paths below a folder (nil: all) at which nothing is on disk.
  ///
  /// - Parameter origin: the author of the deletions; nil if the folder was renamed.
  func releaseMissing(below folder: WorkspacePath?, by origin: WriteOrigin?) {
    let held = paths.keys.filter { path in folder.map { path == $0 || path.isBelow($0) } ?? true }
    release(held.filter { disk.tree.isMissing($0) && (try? tips.entry(at: $0)) == nil }, by: origin)
  }

  /// Releases the held paths that a turn deleted or moved.
  func releaseDeleted(by plan: TurnPlan) {
    guard !paths.isEmpty else { return }
    for draft in plan.drafts {
      for change in draft.changes.values where change.mode == nil && paths[change.path] != nil {
        if disk.tree.isMissing(change.path) { release(missing: change.path, by: draft.origin) }
      }
    }
    for placement in plan.placements where placement.kind == .move {
      releaseMissing(below: placement.path, by: nil)
    }
  }

  private func release(_ released: [WorkspacePath], by origin: WriteOrigin?) {
    var deleted: [HeldDeletion] = []
    for path in released.sorted() where paths.removeValue(forKey: path) != nil {
      guard let origin, !origin.renamed.contains(where: { $0.from.hasSameBytes(as: path.string) }),
        (try? tips.entry(at: path)) == nil
      else { continue }
      deleted.append(
        HeldDeletion(
          path: path.string, seconds: tips.time.now().seconds, author: AuthorRecord(origin.author, personName: nil)))
    }
    if !deleted.isEmpty { gone.note(deleted, in: disk.tree) }
  }

  /// Forgets the deletions of files that were restored.
  package func forgetDeletions(_ paths: [WorkspacePath]) { gone.forget(Set(paths.map(\.string)), in: disk.tree) }

  /// Records versions that the remote refuses: every file that holds one is recorded as held from now on (review A5).
  ///
  /// Nothing is recorded by this: the exchange asks for an adoption of a tip that lacks them, and their files are
  /// observed then.
  package func refuse(_ versions: [PathVersion: String]) {
    for (version, words) in versions.sorted(by: { $0.key.path < $1.key.path }) { refused.note(version, words) }
    // Versions that cannot be stored are found again after the next start.
    try? RefusedVersions.file.write(refused.bytes, .volatile, in: disk.tree)
  }

  /// Forgets the remote's refusals and releases the paths that were held for them; returns these paths.
  func forgetRefusals() throws(FileError) -> [WorkspacePath] {
    let paths = self.paths.filter { if case .refused = $0.value { true } else { false } }.keys.sorted()
    refused.clear()
    for path in paths { self.paths[path] = nil }
    try RefusedVersions.file.remove(from: disk.tree)
    return paths
  }
}
