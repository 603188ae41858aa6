internal import Logging
internal import WorkspaceAPI

/// The selection of events for the daemon's log: those that help to explain an irregularity.
enum EventLog {
  /// All kinds but those of the daily work.
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
