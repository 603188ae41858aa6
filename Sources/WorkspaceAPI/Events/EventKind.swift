/// What an event tells: the word in `event` of each line of `stet watch --json`.
///
/// A word keeps its meaning for good; new ones may come. The article *Events and hooks* says when each is told.
package enum EventKind: String, Sendable, Codable, Hashable, CaseIterable {
  /// A change was recorded here: a commit of the tip.
  case recorded
  /// A save had not seen what others wrote: what became of it.
  case staleSave = "stale-save"
  /// Paths are recorded here and kept off the tip.
  case held
  /// Paths that were held are not any more.
  case released
  /// Two versions could not both stand.
  case conflict
  /// A conflict was settled, here or on another machine.
  case settled
  /// A person must decide something that is no conflict.
  case question
  /// A person answered a question.
  case answered
  /// A question does not arise any more, without an answer here.
  case withdrawn
  /// Saves are not recorded for a while.
  case paused
  /// Nothing can be made durable: full disk, failing device.
  case readOnly = "read-only"
  /// Saves are recorded again.
  case resumed
  /// The start completed or undid what the last stop had left.
  case recovered
  /// Branch and index stand at the tip.
  case followed
  /// The exchange has another remote than before, or none.
  case remote
  /// Something goes to the remote or comes from it.
  case syncing
  /// The remote's branch moved.
  case fetched
  /// The tip took what came.
  case adopted
  /// The remote has all changes.
  case published
  /// Here and there is the same again.
  case current
  /// The remote does not answer.
  case offline
  /// The remote answers again.
  case online
  /// The remote answers and says no.
  case refused
  /// Something went wrong that is tried again, or that a person should look at.
  case problem
  /// A hook ended.
  case hook
  /// A program claimed files or folders.
  case claimed
  /// A claim ended.
  case unclaimed
  /// Contents of large files came.
  case downloaded
  /// Contents of large files gave way to placeholders.
  case evicted
}

extension EventKind {
  /// The fields that such an event bears beside `event`, `time`, `message` and `paths`.
  package var fields: Set<EventField> {
    switch self {
    case .recorded: [.commit, .author, .kind]
    case .conflict, .settled: [.commit, .id, .kind]
    case .question, .withdrawn: [.id, .kind]
    case .answered: [.id, .kind, .answer]
    case .paused, .hook, .staleSave: [.kind]
    case .claimed: [.author, .id, .kind]
    case .unclaimed: [.id, .kind]
    case .followed, .fetched, .adopted, .published: [.commit]
    case .held, .released, .readOnly, .resumed, .recovered, .remote, .syncing, .current, .offline, .online, .refused,
      .problem, .downloaded, .evicted:
      []
    }
  }

  /// Whether `paths` names something in such an event.
  package var namesPaths: Bool {
    switch self {
    case .held, .released, .conflict, .settled, .staleSave, .claimed, .unclaimed, .downloaded, .evicted: true
    default: false
    }
  }
}
