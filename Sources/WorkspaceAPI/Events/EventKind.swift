/// The kind of an event: the word in `event` of each line of `stet watch --json`.
///
/// A word keeps its meaning for good; later versions may add words. The article *Events and hooks* describes when each
/// event occurs.
package enum EventKind: String, Sendable, Codable, Hashable, CaseIterable {
  /// A change was recorded here: a commit of the tip.
  case recorded
  /// A record was added to the feed, here or on another machine.
  case feed
  /// A save lacked other people's changes; the event gives its outcome.
  case staleSave = "stale-save"
  /// Paths are recorded here, but not in the tip.
  case held
  /// Held paths were released.
  case released
  /// Two versions could not be merged.
  case conflict
  /// A conflict was resolved, here or on another machine.
  case settled
  /// A person must decide something other than a conflict.
  case question
  /// A person answered a question.
  case answered
  /// A question is no longer needed, without an answer here.
  case withdrawn
  /// Recording has stopped for a while.
  case paused
  /// Nothing can be made durable: full disk, failing device.
  case readOnly = "read-only"
  /// Recording has resumed.
  case resumed
  /// The start completed or undid the unfinished work of the last stop.
  case recovered
  /// Branch and index are at the tip.
  case followed
  /// The exchange has a different remote, or none.
  case remote
  /// A transfer to or from the remote has begun.
  case syncing
  /// The remote's branch moved.
  case fetched
  /// The tip adopted the fetched commits.
  case adopted
  /// The remote has all changes.
  case published
  /// Both sides are equal again.
  case current
  /// The remote does not answer.
  case offline
  /// The remote answers again.
  case online
  /// The remote answers and refuses.
  case refused
  /// An operation failed; it is retried, or a person should check it.
  case problem
  /// A hook ended.
  case hook
  /// A program claimed files or folders.
  case claimed
  /// A claim ended.
  case unclaimed
  /// Contents of large files were downloaded.
  case downloaded
  /// Contents of large files were evicted and replaced by placeholders.
  case evicted
}

extension EventKind {
  /// The fields of such an event beside `event`, `time`, `message` and `paths`.
  package var fields: Set<EventField> {
    switch self {
    case .recorded: [.commit, .author, .kind]
    case .feed: [.commit, .author, .id]
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

  /// Whether `paths` is not empty in such an event.
  package var namesPaths: Bool {
    switch self {
    case .feed, .held, .released, .conflict, .settled, .staleSave, .claimed, .unclaimed, .downloaded, .evicted: true
    default: false
    }
  }
}
