internal import History

/// Decides which acts the folder allows in its present state.
///
/// Pure: the state is passed in when the gate is made, and times are monotonic nanoseconds.
struct FolderGate: Hashable, Sendable {
  /// Something that is done to the folder or its history.
  enum Act: Hashable, Sendable, CaseIterable {
    /// Keep what files hold, off the tip.
    case capture
    /// Record saves.
    case record
    /// Carry out an agent's write, or place the files of an adoption.
    case write
    /// Exchange placeholders and contents of large files.
    case exchange
    /// Download contents for the folder.
    case download
    /// Look at what the person's git did to the branch; in every state.
    case inspect
  }

  /// The answer to an act.
  enum Answer: Hashable, Sendable {
    /// The act is allowed.
    case now
    /// git is at work; the act is to be tried again at this time.
    case at(Int64)
    /// The act is not allowed, for this reason; only an event can change that.
    case no(String)
  }

  /// How much a capture leaves out.
  enum CaptureScope: Hashable, Sendable {
    /// Nothing is captured.
    case nothing
    /// Contents that the repository has are left out: git is at work, and its check-outs are among them.
    case whatGitLacks
    /// Everything is captured that no reference has.
    case everything
  }

  /// Whether the recorder records.
  var state: RecorderState
  /// What the pause is for; nil where there is none.
  var pause: FolderPause.Cause?
  /// What is known of git's work in the folder.
  var git: ForeignGit

  /// Answers whether an act may be done.
  func allows(_ act: Act, at now: Int64) -> Answer {
    if act == .inspect { return git.mayRecord(at: now) ? .now : .at(gitRests(at: now)) }
    switch state {
    case .readOnly(let reason): return .no(reason)
    case .paused(let reason):
      guard act == .capture, pause?.isGits == true else { return .no(reason) }
      return .now
    case .recording: break
    }
    switch act {
    case .capture, .download, .inspect: return .now
    case .record: return git.mayRecord(at: now) ? .now : .at(gitRests(at: now))
    case .write: return git.mayWrite(at: now) ? .now : .at(gitRests(at: now))
    case .exchange: return git.mayExchange(at: now) ? .now : .at(gitRests(at: now))
    }
  }

  /// Answers how much is captured now.
  func captureScope(at now: Int64) -> CaptureScope {
    guard allows(.capture, at: now) == .now else { return .nothing }
    // What was seen while git worked is recorded as usual when it has ended, or is captured then.
    return state != .recording && git.mayRecord(at: now) ? .everything : .whatGitLacks
  }

  /// Answers whether saves are kept as soon as they are closed: git may drop them before they settle.
  func keepsAtOnce(at now: Int64) -> Bool { allows(.record, at: now) != .now }

  /// Answers whether an act waits for git alone.
  func waitsForGit(_ act: Act, at now: Int64) -> Bool { if case .at = allows(act, at: now) { true } else { false } }

  /// Answers when files may next be looked at, to record or to capture them; nil where only an event can allow it.
  func nextLook(at now: Int64) -> Int64? {
    switch allows(.capture, at: now) {
    case .no: nil
    case .now, .at: allows(.inspect, at: now) == .now ? now : gitRests(at: now)
    }
  }

  /// Answers when git may have rested long enough.
  func gitRests(at now: Int64) -> Int64 { max(git.recordingResumes(at: now) ?? now + ForeignGit.look, now) }
}
