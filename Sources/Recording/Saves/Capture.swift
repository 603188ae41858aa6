internal import FileSystem
internal import GitObjects
internal import Journal
internal import WorkTree

/// Keeps the present content of files off the tip while its author is unknown.
struct Capture: RecorderPart {
  /// The recorder, whose ledgers are used.
  let recorder: Recorder

  /// The greatest number of files of a capture, and of bytes of their contents.
  private static let captureLimit = (files: 500, bytes: 32_000_000)
  /// The greatest number of bytes that pass through the journal; more are put into a pack directly.
  private static let captureInJournal = 4_000_000

  /// Keeps the present content of files off the tip while its author is unknown: the person's git is at work, or
  /// recording is paused (review A3).
  ///
  /// A file that cannot be read is skipped: it stays on disk, and is recorded when recording continues. Very large
  /// files wait for `beginCopy`.
  func keep(
    _ paths: ArraySlice<WorkspacePath>, omitting omission: CaptureOmission
  ) -> CaptureResult {
    // The scan of the folder after the repair captures them.
    if case .readOnly = state { return CaptureResult(looked: paths.count) }
    var plan = TurnPlan(sequence: log.sequence + 1)
    var (looked, bytes) = (0, 0)
    let followed = Set(observer.followed(paths.prefix(Self.captureLimit.files), \.self))
    for path in paths {
      if looked >= Self.captureLimit.files || bytes >= Self.captureLimit.bytes { break }
      looked += 1
      guard followed.contains(path), let change = changeToCapture(at: path, omission) else { continue }
      bytes += change.content?.count ?? 0
      _ = plan.add(change, existed: true, origin: .person, held: .captured)
    }
    do throws(RecordError) {
      try RecordError.mapping {
        let bulk = bytes > Self.captureInJournal ? try log.durability.beginImport?() : nil
        defer { bulk?.release() }
        if let bulk {
          try plan.moveContents(into: bulk)
          try bulk.finish()
        }
        _ = try executor.execute(plan)
      }
    } catch { return CaptureResult(looked: looked, problem: error.description) }
    return CaptureResult(looked: looked)
  }

  /// Captures a very large file that was copied beside the turns.
  func take(_ copied: LargeCopy.Result, at path: WorkspacePath) throws {
    let change: PlannedChange
    switch copied.content {
    case .zeros: return
    case .blob(let blob): change = PlannedChange(path: path, mode: FileMode(copied.stamp), blob: blob, content: nil)
    case .object(let pointer):
      let version = disk.version(of: pointer, at: path)
      change = PlannedChange(path: path, mode: FileMode(copied.stamp), blob: version.blob, content: version.bytes)
    }
    guard let blob = change.blob, try !isKept(blob, at: path, .trees([])) else { return }
    var plan = TurnPlan(sequence: log.sequence + 1)
    _ = plan.add(change, existed: true, origin: .person, held: .captured)
    _ = try executor.execute(plan)
  }

  private func changeToCapture(at path: WorkspacePath, _ omission: CaptureOmission) -> PlannedChange? {
    let onDisk: DiskState
    do {
      guard try !disk.isIgnored(path) else { return nil }
      onDisk = try disk.look(at: path, rehash: true)
    } catch LookFailure.tooLarge {
      noteToCopy(path)
      return nil
    } catch { return nil }
    guard onDisk.isSettled, let mode = onDisk.mode, let blob = onDisk.blob,
      let isKept = try? isKept(blob, at: path, omission), !isKept,
      let content = try? onDisk.content?.bytes ?? onDisk.bytes
        ?? disk.unstored(path, blob, limit: disk.rules.holdOver) ?? store.blob(blob)
    else { return nil }
    return PlannedChange(path: path, mode: mode, blob: blob, content: content)
  }

  private func noteToCopy(_ path: WorkspacePath) {
    guard let stamp = try? tree.stamp(of: FileLocation(path)), disk.cache[path]?.proves(stamp) != true else { return }
    swapper.awaitCopy(of: path, by: authors.originOfSave(path))
  }

  private func isKept(
    _ blob: ObjectID, at path: WorkspacePath, _ omission: CaptureOmission
  ) throws(ObjectStoreError) -> Bool {
    for entry in [try entry(at: path), try tips.heldEntry(at: path)] where entry?.id == blob { return true }
    switch omission {
    case .stored: return try store.keeps(blob)
    case .trees(let trees):
      for tree in trees where try tips.editor.entry(at: path.string, of: tree)?.id == blob { return true }
      return false
    }
  }
}
