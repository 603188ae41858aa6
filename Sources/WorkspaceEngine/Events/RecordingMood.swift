internal import WorkspaceAPI

/// Whether saves are recorded now, as it was told last.
enum RecordingMood: Hashable, Sendable {
  /// They are.
  case recording
  /// They are not for a while: of what kind the reason is, and the reason.
  case paused(String, String)
  /// Nothing can be made durable; why.
  case readOnly(String)
}

extension RecordingMood {
  /// What is told when it becomes another; nil where nothing is.
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
