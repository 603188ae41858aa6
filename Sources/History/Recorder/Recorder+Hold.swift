internal import Documents
internal import FileSystem
internal import GitObjects

extension Recorder {
  /// The largest file whose content is kept as held; beyond it only its presence is listed.
  static let holdLimit: Int64 = 256_000_000

  /// Records a file that is too large for the tip as held, once for each content.
  func hold(large path: WorkspacePath, size: Int64, outcome: inout ObservationOutcome) throws {
    guard let stamp = try tree.stamp(of: FileLocation(path)) else { return }
    // A path that was recorded while it was small keeps that version on the tip.
    if let known = cache[path], known.proves(stamp), held[path.string] != nil { return }
    guard size <= Self.holdLimit else {
      held[path.string] = .tooLarge(limit: rules.holdOver)
      note(
        path.string, "larger than \(Self.holdLimit / 1_000_000) MB; it stays on disk and no version is kept",
        in: &outcome)
      return
    }
    guard try holdLarge(path, stamp) != nil else {
      outcome.postponed.append(path)
      return
    }
    outcome.heldPaths.append(path)
  }

  /// Records the standing content of a large file as held and answers its blob; nil where it is being written.
  func holdLarge(_ path: WorkspacePath, _ stamp: FileStamp) throws -> ObjectID? {
    guard let content = try tree.read(FileLocation(path), limit: Self.holdLimit), content.isSettled else { return nil }
    let blob = try store.write(.blob, content.bytes)
    held[path.string] = .tooLarge(limit: rules.holdOver)
    cache[path] = CachedFile(
      stamp: content.stamp, blob: blob, isSettled: content.isSettled, readAt: time.now().wall)
    if try heldEntry(at: path)?.id == blob { return blob }
    var plan = TurnPlan(sequence: sequence + 1)
    _ = plan.add(
      PlannedChange(path: path, mode: FileMode(content.stamp), blob: blob, content: nil), existed: false,
      origin: .person, held: .tooLarge(limit: rules.holdOver))
    // The content is in no journal: it is made durable before its record is.
    try durability.makeDurable([blob])
    _ = try execute(plan)
    return blob
  }
}
