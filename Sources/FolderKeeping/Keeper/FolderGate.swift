internal import Recording

/// The state of the folder, and the decision on the acts that it allows.
///
/// Pure: events change the state, and times are monotonic nanoseconds.
package struct FolderGate: Hashable, Sendable {
  /// The condition of the folder; one at a time.
  enum Condition: Hashable, Sendable {
    /// The folder was opened and its work has not begun: recorded versions are read, and nothing else happens.
    case opening
    /// The files are compared with the recorded state, beside the turns: they may have changed while no daemon ran.
    case checking
    /// Saves are recorded.
    case recording
    /// The person's git holds its lock.
    case gitWorking
    /// git released its lock a moment ago; its changes to files are awaited.
    case gitSettling
    /// git is on another branch or in the middle of an operation.
    case awayFromBranch
    /// The question about a branch that was moved back is open.
    case asking
    /// Nothing can be made durable.
    case readOnly
    /// The folder was moved, deleted or unmounted.
    case rootGone
    /// Stet is stopping.
    case stopping
  }

  /// An operation on the folder or its history.
  package enum Act: Hashable, Sendable, CaseIterable {
    /// Store the contents of files outside the tip's history.
    case capture
    /// Record saves.
    case record
    /// Execute an agent's write, or write the files of an adoption.
    case write
    /// Exchange placeholders and contents of large files.
    case exchange
    /// Download contents for the folder.
    case download
    /// Inspect the changes of the person's git to the branch; allowed in every condition after the start once git has
    /// rested.
    case inspect
  }

  /// The answer to an act.
  enum Answer: Hashable, Sendable {
    /// The act is allowed.
    case now
    /// git is at work; the caller retries at this time.
    case at(Int64)
    /// The act is not allowed, for this reason; only an event can change that.
    case no(String)
  }

  /// The part of the start in which the folder is.
  enum Start: Hashable, Sendable {
    /// Nothing has begun.
    case opening
    /// The files are compared with the recorded state.
    case checking
    /// The start has ended.
    case done
  }

  /// The extent of a capture.
  enum CaptureScope: Hashable, Sendable {
    /// Nothing is captured.
    case nothing
    /// Contents that the repository has are left out: git is at work, and the files of its checkouts are among them.
    case whatGitLacks
    /// All contents are captured that no reference has.
    case everything
  }

  var state: RecorderState = .recording
  /// The pause of recording; nil if there is none.
  private(set) var pause: FolderPause?
  /// The part of the start in which the folder is.
  private(set) var start = Start.done
  /// The work of the person's git in the folder.
  private(set) var git = ForeignGit()
  /// Whether the branch must be inspected when git is at rest.
  private(set) var mustInspect = false
  /// Whether a task is writing the files of an adoption: then the timer need not.
  private(set) var isPlacing = false
  /// Whether a checkpoint is being made.
  private(set) var isCheckpointing = false

  /// Makes the gate of a folder that is recorded.
  init() {}

  /// Changes the state after an event; returns the effect that the caller carries out, if there is one.
  @discardableResult
  mutating func apply(_ event: FolderEvent) -> FolderEffect? {
    switch event {
    case .openingBegan: start = .opening
    case .openingEnded: start = .done
    case .checkBegan: start = .checking
    case .checkEnded: start = .done
    case .paused(let new):
      guard pause?.cause.outlasts(new.cause) != true else { return nil }
      pause = new
      return .pauseRecorder(new.reason)
    case .resumed:
      guard pause?.cause.isGits != false else { return nil }
      pause = nil
      return .resumeRecorder
    case .lockChecked(let isLocked, let now): git.note(isLocked: isLocked, at: now)
    case .lockSeen(let now): git.noteLockEvent(at: now)
    case .filesChanged(let now): git.noteChange(at: now)
    case .gitSettled: git.noteSettled()
    case .inspectionRequired: mustInspect = true
    case .inspectionBegan: mustInspect = false
    case .placingBegan: isPlacing = true
    case .placingEnded: isPlacing = false
    case .checkpointBegan: isCheckpointing = true
    case .checkpointEnded: isCheckpointing = false
    }
    return nil
  }

  /// Returns the condition of the folder.
  func condition(at now: Int64) -> Condition {
    switch state {
    case .readOnly: return .readOnly
    case .paused:
      switch pause?.cause {
      case .branch, nil: return .awayFromBranch
      case .question: return .asking
      case .folder: return .rootGone
      case .stopping: return .stopping
      }
    case .recording:
      switch start {
      case .opening: return .opening
      case .checking: return .checking
      case .done: break
      }
      guard !git.mayRecord(at: now) else { return .recording }
      return git.recordingResumes(at: now) == nil ? .gitWorking : .gitSettling
    }
  }

  /// Returns whether an act is allowed.
  func allows(_ act: Act, at now: Int64) -> Answer {
    if act == .inspect, start != .done { return .no(Self.startReason) }
    if act == .inspect { return git.mayRecord(at: now) ? .now : .at(gitRests(at: now)) }
    switch condition(at: now) {
    case .recording: return .now
    case .opening, .checking: return .no(refusal)
    case .gitWorking, .gitSettling:
      switch act {
      case .capture, .download, .inspect: return .now
      case .write where git.mayWrite(at: now): return .now
      case .exchange where git.mayExchange(at: now): return .now
      case .record, .write, .exchange: return .at(gitRests(at: now))
      }
    case .awayFromBranch, .asking: return act == .capture && pause != nil ? .now : .no(refusal)
    case .readOnly, .rootGone, .stopping: return .no(refusal)
    }
  }

  /// The reason for not recording.
  private var refusal: String {
    switch state {
    case .readOnly(let reason), .paused(let reason): reason
    case .recording: start == .done ? "" : Self.startReason
    }
  }

  /// The reason for not recording during the start.
  package static let startReason = "the files are compared with the last recorded state"

  /// Returns the extent of a capture now.
  func captureScope(at now: Int64) -> CaptureScope {
    guard allows(.capture, at: now) == .now else { return .nothing }
    // Saves that arrived while git worked are recorded when git has ended, or are captured then.
    return state != .recording && git.mayRecord(at: now) ? .everything : .whatGitLacks
  }

  /// Returns whether saves are captured as soon as they are closed: git may drop them before they settle.
  func keepsAtOnce(at now: Int64) -> Bool { start == .done && allows(.record, at: now) != .now }

  /// Returns whether an act waits for git only.
  func waitsForGit(_ act: Act, at now: Int64) -> Bool {
    if case .at = allows(act, at: now) { true } else { false }
  }

  /// Returns the time at which an act that waits for git may be allowed without an event; nil for any other act.
  func retryTime(of act: Act, at now: Int64) -> Int64? {
    guard case .at(let rest) = allows(act, at: now) else { return nil }
    return act == .write ? min(rest, git.writingResumes(at: now)) : rest
  }

  /// Returns the next time at which files may be read for recording or capture; nil if only an event can allow it.
  func nextLook(at now: Int64) -> Int64? {
    switch allows(.capture, at: now) {
    case .no: nil
    case .now, .at: allows(.inspect, at: now) == .now ? now : gitRests(at: now)
    }
  }

  /// Returns the time at which git may have been idle long enough.
  func gitRests(at now: Int64) -> Int64 {
    max(git.recordingResumes(at: now) ?? now + ForeignGit.look, now)
  }
}
