internal import GitObjects
internal import WorkTree
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
      return (.resumed, "recording continues", nil)
    case .paused(let kind, let reason): return (.paused, reason, kind)
    case .readOnly(let reason): return (.readOnly, "nothing can be recorded: \(reason)", nil)
    }
  }
}

/// The difference between two sets of held paths, for events.
struct HeldChange: Hashable {
  /// Paths that are newly held or held for another reason, by the description of the reason.
  package var held: [String: [String]] = [:]
  /// Paths that are no longer held, in order.
  var released: [String] = []

  /// Compares two sets; paths that are held only while git runs are left out.
  init(from old: [WorkspacePath: HeldReason], to new: [WorkspacePath: HeldReason]) {
    guard old != new else { return }
    for (path, reason) in new where reason != .captured && old[path] != reason {
      held[reason.description, default: []].append(path.string)
    }
    for (reason, paths) in held { held[reason] = paths.sorted() }
    released = old.filter { $0.value != .captured && new[$0.key] == nil }.keys.sorted().map(\.string)
  }
}
