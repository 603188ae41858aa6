internal import FileSystem
internal import GitObjects

extension Recorder {
  /// How many files that are only looked at are recorded as one commit.
  private static let looksAtOnce = 100

  /// Whether files of an adoption are still on their way.
  package var isAdopting: Bool { adoption != nil }

  /// How many files of an adoption are still on their way.
  package var filesToPlace: Int { adoption?.count ?? 0 }

  /// When the adoption goes on, monotonic nanoseconds (long ago: at once); nil where there is none.
  package var adoptionDue: Int64? { adoption?.due }

  /// Brings more files of the adoption that is under way; nothing where there is none or nothing is recorded.
  ///
  /// - Throws: `RecordError` where the journal refuses; the files wait then.
  package func continueAdoption(within limit: TurnLimit) throws(RecordError) {
    try RecordError.mapping { try placeAdopted(within: limit) }
  }

  /// Brings files until the limit is reached or none is left.
  func placeAdopted(within limit: TurnLimit) throws {
    let start = time.now().monotonic
    var turn = BringTurn()
    var files = 0
    while let number = adoption?.number, state == .recording, files < limit.files {
      let now = time.now().monotonic
      if files > 0, limit.isReached(after: now - start, isWaitedFor: isWaitedFor()) { break }
      guard let step = adoption?.next(at: limit == .none ? .max : now) else {
        // What they are merged over was placed: only then is what the person's git left looked at.
        merge(turn.rescues)
        turn = BringTurn()
        if try !lookAtLeft() { break }
        files += Self.looksAtOnce
        continue
      }
      if limit != .none, waits(for: step, at: now) { continue }
      bring(step, of: number, in: &turn)
      files += 1
    }
    merge(turn.rescues)
    if adoption?.isDone == true { try endAdoption() }
  }

  /// Whether a name that is missing is waited for; it is put back then.
  private func waits(for step: AdoptionRun.Step, at now: Int64) -> Bool {
    guard step.change.old != nil, step.change.new != nil, isMissing(step.path) else { return false }
    return adoption?.postpone(step, at: now) == true
  }

  /// Looks at files that the person's git wrote; what differs is recorded on top. False where there are none.
  private func lookAtLeft() throws -> Bool {
    guard let left = adoption?.takeLeft(Self.looksAtOnce), !left.isEmpty else { return false }
    // What git took away is deleted; a refused file that is missing may be between an editor's two renames (rule 4).
    let isGits = gitView != nil
    let observations = left.map { Observation(path: $0, believesDeletion: isGits) }
    // A commit of git's may have reached the disk, and not the files that it was made from.
    _ = try record(mayBeTorn ? restoreTorn(observations, olderToo: true, partsToo: true) : observations)
    return true
  }

  private func endAdoption() throws {
    guard let run = adoption else { return }
    adoption = nil
    hooks.after(.placed)
    for (path, file) in unplaced.sorted(by: { $0.key < $1.key }) {
      try commitToJournal(.unplaced(path: path, expected: file.expected), durable: false)
    }
    try commitToJournal(.adopted(run.target), durable: false)
  }

  private func bring(_ step: AdoptionRun.Step, of number: UInt64, in turn: inout BringTurn) {
    bring(step.change, at: step.path, into: Self.slot(number, step.position), in: &turn)
  }

  /// Brings one file; what keeps it from its place is noted, and it is tried again when the path is looked at.
  private func bring(_ change: TreeChange, at path: WorkspacePath, into slot: String, in turn: inout BringTurn) {
    let before = unplaced.removeValue(forKey: path)
    let change = before.map { older(change, at: path, than: $0) } ?? change
    do {
      _ = try bring(change, at: path, slot: slot, in: &turn)
      // Saved over before the newer version came: what it is is found out where saves are looked at.
      if before == nil, unplaced[path] != nil, !toPlace.contains(path) { adoption?.look(at: path) }
      if before != nil, unplaced[path] == nil {
        problems[NameKey(path.string)] = nil
        noteEnded(path)
      }
    } catch {
      let cause =
        error as? FileError
        ?? FileError(code: .other, operation: "replace", path: path.string, errno: 0, message: "\(error)")
      unplaced[path] = Unplaced(expected: change.old?.id, error: cause)
      problems[NameKey(path.string)] = "could not be brought up to date: \(error); the new version is in history"
    }
  }

  /// A path is done with: the newer version stands there, or what somebody saved.
  func endUnplaced(_ path: WorkspacePath) {
    if unplaced.removeValue(forKey: path) != nil { noteEnded(path) }
  }

  /// Has the journal know that a path is not unplaced any more.
  ///
  /// The journal has to hear of it: where the next adoption is cut short, the start would wait for a change from the
  /// version that stood there before, and take the one that stands there now for somebody's save.
  private func noteEnded(_ path: WorkspacePath) {
    // Where it cannot be written, nothing else can be recorded either.
    try? commitToJournal(.placed(path: path), durable: false)
  }

  /// The same change as one of the content that stands at a path, where that was waiting for a newer one already.
  private func older(_ change: TreeChange, at path: WorkspacePath, than file: Unplaced) -> TreeChange {
    guard file.isAwaited, let expected = file.expected, let mode = change.old?.mode ?? change.new?.mode else {
      return change
    }
    // One that is too large to be looked at now is looked at before anything is recorded of it.
    if let standing = try? look(at: path, rehash: false), standing.blob != expected { return change }
    var change = change
    change.old = TreeEntry(name: path.name, mode: mode, id: expected)
    return change
  }

  /// Brings the files first that writes are about: they are planned on what the tip has.
  func bringAhead(_ writes: [Write], depth: Int) {
    guard adoption != nil || !unplaced.isEmpty else { return }
    for path in paths(touchedBy: writes) { bringAhead(path, depth: depth) }
  }

  private func bringAhead(_ path: WorkspacePath, depth: Int) {
    var turn = BringTurn()
    if let number = adoption?.number {
      for step in adoption?.take(relatedTo: path) ?? [] { bring(step, of: number, in: &turn) }
    }
    merge(turn.rescues, depth: depth)
    placeAgain([path], depth: depth)
  }

  /// Tries again to bring files that could not be placed.
  func placeAgain(_ paths: [WorkspacePath], depth: Int = 0) {
    guard !unplaced.isEmpty, state == .recording else { return }
    var turn = BringTurn()
    for path in paths {
      guard let file = unplaced[path] else { continue }
      var recorded: TreeEntry?
      do throws(ObjectStoreError) { recorded = try entry(at: path) } catch { continue }
      // A folder of the tip where the file stood: the file goes, and the folder's files are brought by themselves.
      if recorded?.mode == .tree { recorded = nil }
      sequence += 1
      let old = file.expected.map { TreeEntry(name: path.name, mode: recorded?.mode ?? .file, id: $0) }
      let change = TreeChange(path: path.string, old: old, new: recorded)
      bring(change, at: path, into: Self.slot(sequence, 0), in: &turn)
    }
    merge(turn.rescues, depth: depth)
  }
}
