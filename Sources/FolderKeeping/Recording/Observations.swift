package import Documents
package import FileWatching
package import GitObjects
package import Recording
internal import Values
package import WorkTree

/// Records observed paths, and keeps those that could not be recorded yet.
///
/// Belongs to the executor of `FolderKeeper`.
package final class Observations {
  private let recorder: Recorder
  private let time: any TimeSource
  private let events: EventHub
  private let folder: FolderState
  private let links: FolderLinks
  private let stopped: StoppedDeletions
  private let copies: LargeCopies
  private let idle: IdleDesk
  private let capture: CaptureDesk
  private let frame: TurnFrame
  /// The number of saves recorded since the start; a barrier reports how many it made.
  private(set) var recordedCount = 0
  /// The paths that could not be recorded at the last attempt, with the number of attempts: a program has them open, or
  /// git is at work.
  private(set) var unsettled: [WorkspacePath: Int] = [:]
  /// The paths of a large batch, which are compared turn by turn.
  package private(set) var looks = WaitingLooks()
  /// The pause between the watcher's batches while many paths change.
  package private(set) var pace = BurstPace()
  /// The schedule for reading late displaced files again.
  private var lateReads = LateReads()

  /// Creates the part from the parts that it uses.
  package init(
    recorder: Recorder, time: any TimeSource, events: EventHub, folder: FolderState, links: FolderLinks,
    stopped: StoppedDeletions, copies: LargeCopies, idle: IdleDesk, capture: CaptureDesk, frame: TurnFrame
  ) {
    self.recorder = recorder
    self.time = time
    self.events = events
    self.folder = folder
    self.links = links
    self.stopped = stopped
    self.copies = copies
    self.idle = idle
    self.capture = capture
    self.frame = frame
  }

  /// Runs a recording; after a failure everything is read again at the next retry.
  ///
  /// - Returns: the outcome; nil after a failure.
  package func attempt(_ body: () throws(RecordError) -> ObservationOutcome) -> ObservationOutcome? {
    do throws(RecordError) {
      let outcome = try body()
      folder.retryTime.noteSuccess()
      return outcome
    } catch {
      events.publish(.problem, error.description)
      folder.scans.addAll()
      folder.retry()
      return nil
    }
  }

  /// Handles the outcome of a scan of whole folders: the paths below them no longer wait, unless the scan postponed
  /// them.
  package func note(_ outcome: ObservationOutcome?, below folders: [WorkspacePath], at now: Int64) {
    if let outcome {
      let postponed = Set(outcome.postponed)
      for path in unsettled.keys where !postponed.contains(path) {
        if folders.contains(where: { path == $0 || path.isBelow($0) }) { unsettled[path] = nil }
      }
    }
    note(outcome, at: now)
  }

  /// Handles the outcome of a recording: postponed paths, events, a question.
  package func note(_ outcome: ObservationOutcome?, at now: Int64) {
    guard let outcome else { return }
    recordedCount += outcome.commits.count
    for (path, due) in outcome.deferred {
      links.watcher?.postpone(path, until: due)
      unsettled[path, default: 0] += 0
    }
    for path in outcome.postponed {
      // A missing file waits for the time of single deletions. A file that is being written waits for its writer, whose
      // end is an event; without an event it is read at growing intervals.
      if recorder.tree.isMissing(path) {
        links.watcher?.noteMissing(path)
        if links.watcher?.isOpen(path) == true { continue }
      } else {
        links.watcher?.postpone(path, until: now + Self.pause(after: unsettled[path] ?? 0))
      }
      unsettled[path, default: 0] += 1
    }
    copies.copyLarge()
    for problem in outcome.problems { events.publish(.problem, problem.message, paths: [problem.path]) }
    if !outcome.stopped.isEmpty { stopped.raiseSafetyStop(outcome.stopped) }
    if !outcome.folders.isEmpty {
      folder.scans.add(outcome.folders)
      frame.schedule()
    }
  }

  /// Records observations in one turn, with the renames seen with them; the caller ends the turn.
  package func record(_ observations: [Observation], renames: [PathRename], at now: Int64) {
    guard !observations.isEmpty else { return }
    let before = recorder.tip
    var origin = WriteOrigin.person
    origin.renamed = renames
    let outcome = attempt { () throws(RecordError) in try recorder.record(observations, origin: origin) }
    let postponed = Set((outcome?.postponed ?? []) + (outcome?.deferred.keys.map { $0 } ?? []))
    for observation in observations where !postponed.contains(observation.path) {
      unsettled[observation.path] = nil
    }
    for rename in renames { postpone(rename, among: postponed, at: now) }
    note(outcome, at: now)
    if outcome?.commits.isEmpty == false {
      idle.noteSaved(observations.map(\.path), since: before, at: now)
      pace.recorded(observations.count - postponed.count, at: time.now().monotonic)
    }
  }

  /// Puts back a rename of which neither end was recorded: a program is still writing the file.
  private func postpone(_ rename: PathRename, among postponed: Set<WorkspacePath>, at now: Int64) {
    guard let rename = SeenRename(rename), postponed.contains(rename.from), postponed.contains(rename.to) else {
      return
    }
    links.watcher?.postpone(rename, until: now + Self.pause(after: unsettled[rename.to] ?? 0))
  }

  /// The number of attempts to record both ends of a rename together.
  private static let renameAttempts = 5

  /// Returns the new path of a rename while its writer is expected to end soon; nil after several attempts.
  func targetToWaitFor(_ path: WorkspacePath) -> WorkspacePath? {
    unsettled[path, default: 0] < Self.renameAttempts ? path : nil
  }

  private static func pause(after attempts: Int) -> Int64 {
    LengtheningPause.pause(first: 200_000_000, longest: 30_000_000_000, after: attempts)
  }

  /// Captures paths and puts them back, with the renames of files, until git has ended or the pause has.
  package func putBack(_ paths: [WorkspacePath], renames: [SeenRename], at now: Int64) {
    capture.keep(paths)
    // The scan at the end of a pause finds completely captured files.
    guard let look = folder.gate.nextLook(at: now), folder.isRecording || look > now else { return }
    // The renames are first: a path that waits by itself is not put back with its rename.
    for rename in renames { links.watcher?.postpone(rename, until: look) }
    for path in paths {
      links.watcher?.postpone(path, until: look)
      if folder.isRecording { unsettled[path, default: 0] += 0 }
    }
  }

  /// Compares further paths of a large batch; records the differing ones when all have been compared.
  ///
  /// - Returns: whether more paths wait.
  func lookOn() -> Bool {
    guard !looks.isEmpty else { return false }
    frame.observeGit()
    let now = time.now().monotonic
    guard folder.gate.allows(.record, at: now) == .now else {
      let (observations, renames) = looks.take()
      putBack(observations.map(\.path), renames: renames.compactMap { SeenRename($0) }, at: now)
      frame.schedule()
      return false
    }
    for path in looks.advance(at: now, { recorder.sift($0, within: .short) }) where unsettled[path] != nil {
      unsettled[path] = nil
    }
    let before = recorder.tip
    let many = looks.takeMany(at: now) { recorder.tree.isMissing($0) }
    if !many.isEmpty {
      record(many, renames: [], at: now)
      frame.turnEnded(from: before)
    }
    guard looks.isDone else { return true }
    let (observations, renames) = looks.take()
    record(observations, renames: renames, at: now)
    frame.turnEnded(from: before)
    frame.schedule()
    return false
  }

  /// Reads late displaced files again.
  func settleLate() {
    guard folder.isRecording, !recorder.late.isEmpty else { return }
    let before = recorder.tip
    lateReads.noteRead()
    _ = recorder.settleDisplaced(recorder.late.keys.sorted())
    frame.turnEnded(from: before)
  }

  /// Ends the copy of a very large file.
  func copied(_ copy: LargeCopy, _ result: Result<LargeCopy.Result?, any Error>) {
    let before = recorder.tip
    note(
      attempt { () throws(RecordError) in try recorder.endCopy(of: copy.path, result) }, at: time.now().monotonic)
    copies.copyLarge()
    frame.turnEnded(from: before)
  }

  /// Records the paths that are about to be written: content that git put there must not be taken for the base of the
  /// write.
  func recordGitsChanges(_ writes: [Write]) {
    guard recorder.gitView != nil else { return }
    let observations = recorder.paths(touchedBy: writes).map { Observation(path: $0) }
    note(attempt { () throws(RecordError) in try recorder.record(observations) }, at: time.now().monotonic)
  }

  /// Records a batch: at once if it has few paths, else turn by turn.
  package func take(_ batch: [Observation], renames: [PathRename], at now: Int64) {
    guard batch.count > WaitingLooks.few || !looks.isEmpty else { return record(batch, renames: renames, at: now) }
    var (saves, placed): ([Observation], [Observation]) = ([], [])
    for observation in batch {
      if isPlaced(observation) { placed.append(observation) } else { saves.append(observation) }
    }
    looks.append(placed, renames: [], arePlaced: true)
    if looks.takes(saves.count) || saves.isEmpty {
      looks.append(saves, renames: renames)
    } else {
      record(saves, renames: renames, at: now)
    }
  }

  /// Returns whether the watcher reports a file as an adoption placed or deleted it, and not a save since.
  private func isPlaced(_ observation: Observation) -> Bool {
    let path = observation.path
    return observation.renamedTo == nil && recorder.log.isPlaced(path)
      && (recorder.disk.isUntouched(path) || recorder.tree.isMissing(path))
  }

  /// Whether the paths to compare are only those that an adoption placed.
  var comparesPlaced: Bool { !looks.isEmpty && !looks.hasSaves }

  /// Removes the paths that could not be recorded, before everything is read again.
  func forgetUnsettled() { unsettled = [:] }

  /// Records that a late displaced file changed.
  func noteLateChange() { lateReads.noteChange() }

  /// Returns the time of the next read of late displaced files; nil if there are none.
  func lateReadDue(at now: Int64) -> Int64? { lateReads.due(for: Set(recorder.late.keys), at: now) }

  /// The length of a slice of the search through history, in nanoseconds.
  private static let seedTime: Int64 = 5_000_000

  /// Reads beside the turns the versions that files had before the start, so that the first save does not wait for
  /// that.
  func seedVersions(isolation: isolated (any Actor)? = #isolation) async {
    while folder.isRecording {
      let end = time.now().monotonic + Self.seedTime
      guard recorder.saves.seedVersions(while: { time.now().monotonic < end }) else { return }
      await Task.yield()
    }
  }
}

extension SeenRename {
  /// Makes the rename of a file from the recorder's form; nil for a path that no file can have.
  fileprivate init?(_ rename: PathRename) {
    guard let from = try? WorkspacePath(rename.from), let to = try? WorkspacePath(rename.to) else { return nil }
    self.init(from: from, to: to, isFolder: false)
  }
}
