internal import WorkspaceAPI

/// Whether saves are recorded, as in the last published event.
enum RecordingMood: Hashable, Sendable {
  /// Saves are recorded.
  case recording
  /// Saves are not recorded for a while: the kind of the reason, and the reason.
  case paused(String, String)
  /// Nothing can be made durable; the reason.
  case readOnly(String)
}

extension RecordingMood {
  /// Returns the event for the change to another state; nil for the same state.
  func change(to next: RecordingMood) -> (event: EventKind, message: String, kind: String?)? {
    guard self != next else { return nil }
    switch next {
    case .recording:
      if case .readOnly = self { return (.resumed, "the disk takes what is recorded again", nil) }
      return (.resumed, "recording goes on", nil)
    case .paused(let kind, let reason): return (.paused, reason, kind)
    case .readOnly(let reason): return (.readOnly, "nothing can be recorded: \(reason)", nil)
    }
  }
}
