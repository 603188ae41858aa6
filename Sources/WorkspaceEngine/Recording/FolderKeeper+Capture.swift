internal import Git
internal import GitObjects
internal import History

/// The capture of content that is saved while recording is paused or git is at work.
extension FolderKeeper {
  /// The acts that the folder allows now.
  var gate: FolderGate { FolderGate(state: recorder.state, pause: pause?.cause, git: foreign) }

  /// Returns whether an act is allowed now.
  func allows(_ act: FolderGate.Act) -> Bool { gate.allows(act, at: time.now().monotonic) == .now }

  /// Returns whether an act waits for git only.
  func waitsForGit(_ act: FolderGate.Act) -> Bool { gate.waitsForGit(act, at: time.now().monotonic) }

  /// Returns why an act is not allowed until another event; nil if it is allowed, or waits for git only.
  func refusal(of act: FolderGate.Act) -> String? {
    guard case .no(let reason) = gate.allows(act, at: time.now().monotonic) else { return nil }
    return "recording is paused: \(reason)"
  }

  /// Captures the present contents of files; of many files a part now and the rest turn by turn.
  func keep(_ paths: [WorkspacePath]) {
    guard !paths.isEmpty else { return }
    captures.add(paths)
    captureOn()
    if !captures.isEmpty { schedule() }
  }

  /// Captures further waiting paths. A failure is reported once, and its paths wait for the retry: while recording is
  /// paused, nothing else protects their contents from being overwritten.
  ///
  /// - Returns: whether paths wait that can be captured now.
  @discardableResult
  func captureOn() -> Bool {
    let now = time.now().monotonic
    if retryTime.isDue(at: now) { captures.retry() }
    guard captures.isReady else { return false }
    let omitted: CaptureOmission
    switch gate.captureScope(at: now) {
    // The paths wait: they are captured when a full disk has room again, or the folder is back.
    case .nothing: return false
    case .whatGitLacks: omitted = .stored
    case .everything: omitted = .trees(noteHead().flatMap { try? recorder.objects.commit($0).tree }.map { [$0] } ?? [])
    }
    let before = recorder.tips.heldTip
    let (hasFailed, problem) = captures.advance { recorder.capture($0, omitting: omitted) }
    if hasFailed { retry() }
    if let problem {
      events.publish(
        .problem,
        "what was saved could not be kept: \(problem); the files are as they were saved, and it is tried again")
    }
    copyLarge()
    if recorder.tips.heldTip != before { checkpoints.noteCommit(at: now) }
    return captures.isReady
  }

  /// Captures the files that differ from the recorded state, below a folder (nil: everywhere).
  func captureAll(below folder: WorkspacePath? = nil) {
    do throws(RecordError) { keep(try recorder.differing(below: folder)) } catch {
      events.publish(.problem, error.description)
      scans.addAll()
      retry()
    }
  }

  /// Captures the files in folders that changed and were not scanned yet.
  func captureWhatWaits() {
    let folders = scans.takeFolders()
    if scans.takeAll() {
      captureAll()
    } else {
      for folder in folders.sorted() { captureAll(below: folder) }
    }
  }

  /// Records the commit of git's HEAD while recording is paused, and keeps a commit that HEAD dropped.
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
