internal import WorkspaceAPI

/// The hooks there are: programs of the person's in `.git/stet/hooks`, each named after what it is run for.
enum HookName: String, Sendable, Hashable, CaseIterable {
  /// Two versions could not both stand.
  case conflict
  /// A person must decide something else.
  case question
  /// A conflict was settled; a question was answered, or does not arise any more.
  case settled
  /// Saves are not recorded until somebody acts: a branch was moved back, git is in a merge, the disk is full.
  case paused
}

extension HookName {
  /// The hook that an event is for; nil for most events.
  init?(_ event: EventKind) {
    switch event {
    case .conflict: self = .conflict
    case .question: self = .question
    case .settled, .answered, .withdrawn: self = .settled
    case .paused, .readOnly: self = .paused
    default: return nil
    }
  }

  /// The hook that an event is for; nil for a git command at work as well: that pause ends by itself.
  init?(_ event: WorkspaceEvent) {
    guard event.event != .paused || event.kind != "git" else { return nil }
    self.init(event.event)
  }

  /// The events that hooks are run for.
  static let events = Set(EventKind.allCases.filter { HookName($0) != nil })
}
