internal import Recording
internal import WorkTree

/// The state of the folder: the acts that it allows now, and the work that waits until it allows them.
///
/// Belongs to the executor of `FolderKeeper`.
package final class FolderState {
  private let recorder: Recorder
  private let time: any TimeSource
  private var current = FolderGate()
  /// The folders that must be read again when recording resumes.
  package var scans = PendingScans()
  /// The schedule of checkpoints.
  var checkpoints = CheckpointPolicy()
  /// The time of the next retry after a failure.
  var retryTime = RetryTime()

  /// Makes the state of a folder that is recorded.
  init(recorder: Recorder, time: any TimeSource) {
    self.recorder = recorder
    self.time = time
  }

  /// The acts that the folder allows now.
  var gate: FolderGate {
    var gate = current
    gate.state = recorder.state
    return gate
  }

  /// The pause of recording, if there is one; the recorder's own state follows it.
  var pause: FolderPause? { current.pause }

  /// The work of the person's git in the folder.
  var foreign: ForeignGit { current.git }

  /// Whether the start of the folder has ended: every file was compared with the recorded state.
  var hasStarted: Bool { current.start == .done }

  /// Whether the branch must be inspected when git is at rest.
  var mustInspect: Bool { current.mustInspect }

  /// Whether a task is writing the files of an adoption.
  var isPlacing: Bool { current.isPlacing }

  /// Whether a checkpoint is being made.
  var isCheckpointing: Bool { current.isCheckpointing }

  /// Changes the state after an event.
  package func apply(_ event: FolderEvent) {
    switch current.apply(event) {
    case .pauseRecorder(let reason): recorder.log.pause(reason)
    case .resumeRecorder: recorder.log.resume()
    case nil: break
    }
  }

  /// Whether the recorder records saves.
  var isRecording: Bool { recorder.state == .recording }

  /// Whether the orderly stop has begun: the folder's lock is released soon, and nothing may be written any more.
  var isStopping: Bool { pause?.cause == .stopping }

  /// Returns whether an act is allowed now.
  func allows(_ act: FolderGate.Act) -> Bool { gate.allows(act, at: time.now().monotonic) == .now }

  /// Returns whether an act waits for git only.
  func waitsForGit(_ act: FolderGate.Act) -> Bool { gate.waitsForGit(act, at: time.now().monotonic) }

  /// Returns why an act is not allowed until another event; nil if it is allowed, or waits for git only.
  func refusal(of act: FolderGate.Act) -> String? {
    guard case .no(let reason) = gate.allows(act, at: time.now().monotonic) else { return nil }
    return "recording is paused: \(reason)"
  }

  /// Sets the time of the next retry after a failure, with a growing delay.
  func retry() { retryTime.noteFailure(at: time.now().monotonic) }
}
