package import GitObjects

/// An event in the workspace: a line of `stet watch --json`, and the input of a hook.
package struct WorkspaceEvent: Sendable, Codable, Hashable {
  /// The kind of event; `EventKind.fields` lists the fields that the event has.
  package var event: EventKind
  /// The time, ISO 8601.
  package var time: String
  /// The commit of the event.
  package var commit: ObjectID?
  /// The paths of the event, at most 1,000.
  package var paths: [String]
  /// The author of the change; the holder of a claim.
  package var author: AuthorRecord?
  /// The id of the question, conflict, claim or record of the feed.
  package var id: String?
  /// The exact kind of the recorded change, the question, the conflict, the pause or the hook.
  package var kind: String?
  /// The word of the answer.
  package var answer: String?
  /// The event in one sentence.
  package var message: String
  /// The place of the event, for `EventsRequest.since`; nil in the input of a hook.
  package var cursor: String?

  /// Creates an event.
  package init(
    event: EventKind, time: String, commit: ObjectID? = nil, paths: [String] = [], author: AuthorRecord? = nil,
    id: String? = nil, kind: String? = nil, answer: String? = nil, message: String
  ) {
    self.event = event
    self.time = time
    self.commit = commit
    self.paths = paths
    self.author = author
    self.id = id
    self.kind = kind
    self.answer = answer
    self.message = message
  }
}

extension WorkspaceEvent {
  /// The fields that have a value.
  package var fields: Set<EventField> {
    var fields: Set<EventField> = []
    if commit != nil { fields.insert(.commit) }
    if author != nil { fields.insert(.author) }
    if id != nil { fields.insert(.id) }
    if kind != nil { fields.insert(.kind) }
    if answer != nil { fields.insert(.answer) }
    return fields
  }
}

extension WorkspaceEvent {
  /// Returns whether the event concerns a file or folder, or a file in that folder.
  package func concerns(_ path: String) -> Bool {
    paths.contains { $0.utf8.elementsEqual(path.utf8) || $0.utf8.starts(with: (path + "/").utf8) }
  }
}

/// Subscribes to the events of a workspace.
package struct EventsRequest: Verb {
  package typealias Answer = Nothing
  package typealias Notification = WorkspaceEvent
  package static let name = "events"
  package static let endsWithItsClient = true

  /// The `cursor` of the last event that the client knows: the events of history since then come first, then all
  /// events. Nil for the events from now on.
  package var since: String?
  /// Only events about this file, or about files in this folder; nil for all.
  package var path: String?
  /// Only events of these kinds; nil for all.
  package var kinds: [EventKind]?
  /// The caller; an agent gets no headlines of records that it may not read.
  package var caller: Caller
  /// The cursor before the first commit.
  package static let start = "start"

  /// Creates a request.
  package init(
    since: String? = nil, path: String? = nil, kinds: [EventKind]? = nil, caller: Caller = .person
  ) {
    self.caller = caller
    self.since = since
    self.path = path
    self.kinds = kinds
  }
}

/// A field that only some kinds of event have; the raw value is its name in JSON.
package enum EventField: String, Sendable, Hashable, CaseIterable {
  /// The commit of the event.
  case commit
  /// The author of the change, or the holder of a claim.
  case author
  /// The id of the question, conflict, claim or record of the feed.
  case id
  /// The exact kind.
  case kind
  /// The word of the answer.
  case answer
}
