internal import WorkspaceAPI

/// The hooks: programs of the person in `.git/stet/hooks`, each named after its occasion.
enum HookName: String, Sendable, Hashable, CaseIterable {
  /// Two versions of a text conflict.
  case conflict
  /// A person must decide another question.
  case question
  /// A conflict was resolved; a question was answered or no longer arises.
  case settled
  /// Saves are not recorded until somebody acts: a branch was moved back, git is in a merge, the disk is full.
  case paused
}

extension HookName {
  /// Returns the hook for a kind of event; nil for most kinds.
  init?(_ event: EventKind) {
    switch event {
    case .conflict: self = .conflict
    case .question: self = .question
    case .settled, .answered, .withdrawn: self = .settled
    case .paused, .readOnly: self = .paused
    default: return nil
    }
  }

  /// Returns the hook for an event; nil also for a running git command, since that pause ends by itself.
  init?(_ event: WorkspaceEvent) {
    guard event.event != .paused || event.kind != "git" else { return nil }
    self.init(event.event)
  }

  /// The kinds of events with a hook.
  static let events = Set(EventKind.allCases.filter { HookName($0) != nil })
}
