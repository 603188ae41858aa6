internal import Logging
internal import WorkspaceAPI

/// What of the events stands in the daemon's log: what a person looks for when something was odd.
enum EventLog {
  /// All but the daily work.
  static let kinds = Set(EventKind.allCases).subtracting([
    .recorded, .followed, .syncing, .fetched, .adopted, .published, .current, .held, .released,
  ])

  /// Writes an event as one line.
  static func write(_ event: WorkspaceEvent, to logger: Logger) {
    var metadata: Logger.Metadata = [:]
    if let id = event.id { metadata["id"] = "\(id)" }
    if let kind = event.kind { metadata["kind"] = "\(kind)" }
    logger.log(level: level(event.event), "\(event.event.rawValue): \(event.message)", metadata: metadata)
  }

  private static func level(_ kind: EventKind) -> Logger.Level {
    switch kind {
    case .problem, .readOnly, .refused: .warning
    default: .info
    }
  }
}
