/// The hooks there are: programs of the person's in `.git/stet/hooks`, each named after what it is run for.
enum HookName: String, Sendable, Hashable, CaseIterable {
  /// Two versions could not both stand.
  case conflict
  /// A person must decide something else.
  case question
  /// A conflict was settled; a question was answered, or does not arise any more.
  case settled
}

extension HookName {
  /// The hook that an event is for; nil for most events.
  init?(_ event: EventKind) {
    switch event {
    case .conflict: self = .conflict
    case .question: self = .question
    case .settled, .answered, .withdrawn: self = .settled
    default: return nil
    }
  }

  /// The events that hooks are run for.
  static let events = Set(EventKind.allCases.filter { HookName($0) != nil })
}
