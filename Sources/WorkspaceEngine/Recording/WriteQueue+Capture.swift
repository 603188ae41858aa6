internal import Git
internal import GitObjects
internal import History

/// Content that is saved while recording is paused, or while git is at work.
extension WriteQueue {
  /// Which acts the folder allows now.
  var gate: FolderGate { FolderGate(state: recorder.state, pause: pause?.cause, git: foreign) }

  /// Whether an act is allowed now.
  func allows(_ act: FolderGate.Act) -> Bool { gate.allows(act, at: time.now().monotonic) == .now }

  /// Whether an act waits for git alone.
  func waitsForGit(_ act: FolderGate.Act) -> Bool { gate.waitsForGit(act, at: time.now().monotonic) }

  /// Why an act is not allowed until something else happens; nil where it is, or git only has to end.
  func refusal(of act: FolderGate.Act) -> String? {
    guard case .no(let reason) = gate.allows(act, at: time.now().monotonic) else { return nil }
    return "recording is paused: \(reason)"
  }

  /// Captures what files hold now; a part of many at once, the rest turn by turn.
  func keep(_ paths: [WorkspacePath]) {
    guard !paths.isEmpty else { return }
    captures.add(paths)
    captureOn()
    if !captures.isEmpty { schedule() }
  }

  /// Captures more of what waits for it. A failure is told once, and what it is about waits until it may be tried again:
  /// while recording is paused nothing else keeps it from being saved over.
  ///
  /// - Returns: whether more waits that can be captured now.
  @discardableResult
  func captureOn() -> Bool {
    let now = time.now().monotonic
    if retryAt <= now { captures.retry() }
    guard captures.isReady else { return false }
    let omitted: CaptureOmission
    switch gate.captureScope(at: now) {
    // They wait: where a full disk has room again, or the folder is back, they are captured.
    case .nothing: return false
    case .whatGitLacks: omitted = .stored
    case .everything: omitted = .trees(noteHead().flatMap { try? recorder.objects.commit($0).tree }.map { [$0] } ?? [])
    }
    let before = recorder.heldTip
    let (hasFailed, problem) = captures.advance { recorder.capture($0, omitting: omitted) }
    if hasFailed { retry() }
    if let problem {
      events.publish(
        .problem,
        "what was saved could not be kept: \(problem); the files are as they were saved, and it is tried again")
    }
    copyLarge()
    if recorder.heldTip != before { checkpoints.noteCommit(at: now) }
    return captures.isReady
  }

  /// Captures what differs from the recorded state, below a folder (nil: everywhere).
  func captureAll(below folder: WorkspacePath? = nil) {
    do throws(RecordError) { keep(try recorder.differing(below: folder)) } catch {
      events.publish(.problem, error.description)
      mustScan = true
      retry()
    }
  }

  /// Captures what was seen to change and was not looked at yet.
  func captureWhatWaits() {
    let folders = foldersToScan
    foldersToScan = []
    if mustScan {
      mustScan = false
      captureAll()
    } else {
      for folder in folders.sorted() { captureAll(below: folder) }
    }
  }

  /// Notes where git's HEAD is while recording is paused, and keeps the commit that it dropped.
  ///
  /// - Returns: the commit at HEAD.
  @discardableResult
  func noteHead() -> ObjectID? {
    var head: ObjectID?
    switch try? repository.head() {
    case .branch(_, let commit), .detached(let commit): head = commit
    case .unborn, .broken, nil: break
    }
    let dropped = pausedHead.move(to: head) { old in
      let branches = (try? repository.references(withPrefix: "refs/heads/").values.map { $0 }) ?? []
      let kept = [recorder.tip, head].compactMap(\.self) + branches
      return (try? recorder.graph.isReachable(old, from: kept)) ?? false
    }
    if let dropped { rescue(dropped) }
    return head
  }
}
