internal import Recording

/// The decision on the acts that the folder allows in its present state.
///
/// Pure: the state is passed in when the gate is made, and times are monotonic nanoseconds.
struct FolderGate: Hashable, Sendable {
  /// An operation on the folder or its history.
  enum Act: Hashable, Sendable, CaseIterable {
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
    /// Inspect the changes of the person's git to the branch; allowed in every recorder state.
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

  /// The extent of a capture.
  enum CaptureScope: Hashable, Sendable {
    /// Nothing is captured.
    case nothing
    /// Contents that the repository has are left out: git is at work, and the files of its checkouts are among them.
    case whatGitLacks
    /// All contents are captured that no reference has.
    case everything
  }

  /// Whether the recorder records.
  var state: RecorderState
  /// The cause of the pause; nil if there is none.
  var pause: FolderPause.Cause?
  /// The state of git's work in the folder.
  var git: ForeignGit

  /// Returns whether an act is allowed.
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

  /// Returns the extent of a capture now.
  func captureScope(at now: Int64) -> CaptureScope {
    guard allows(.capture, at: now) == .now else { return .nothing }
    // Saves that arrived while git worked are recorded when git has ended, or are captured then.
    return state != .recording && git.mayRecord(at: now) ? .everything : .whatGitLacks
  }

  /// Returns whether saves are captured as soon as they are closed: git may drop them before they settle.
  func keepsAtOnce(at now: Int64) -> Bool { allows(.record, at: now) != .now }

  /// Returns whether an act waits for git only.
  func waitsForGit(_ act: Act, at now: Int64) -> Bool { if case .at = allows(act, at: now) { true } else { false } }

  /// Returns the next time at which files may be read for recording or capture; nil if only an event can allow it.
  func nextLook(at now: Int64) -> Int64? {
    switch allows(.capture, at: now) {
    case .no: nil
    case .now, .at: allows(.inspect, at: now) == .now ? now : gitRests(at: now)
    }
  }

  /// Returns the time at which git may have been idle long enough.
  func gitRests(at now: Int64) -> Int64 { max(git.recordingResumes(at: now) ?? now + ForeignGit.look, now) }
}
