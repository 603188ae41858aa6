package import HTTPTransfer
internal import Payloads
internal import Threads

/// The sources of facts outside the workspace, as the person's settings name them: the one way in for plans, variables
/// and commands.
///
/// The settings and the decisions are read for each call, so that a change holds at once. A source without permission is
/// not opened. Nothing is asked here: the caller asks the person about ``undecided(_:)`` first.
package struct FactSources: Sendable {
  /// The files and values that the program gives.
  package struct Surroundings: Sendable {
    /// The path of the settings.
    package var settings: String
    /// The path of the file of decisions.
    package var decisions: String
    /// The folder for the last answers of servers.
    package var cache: String
    /// The person's home folder.
    package var home: String
    /// The machine's time zone, such as `Europe/Berlin`.
    package var zone: String

    /// Creates surroundings.
    package init(settings: String, decisions: String, cache: String, home: String, zone: String) {
      self.settings = settings
      self.decisions = decisions
      self.cache = cache
      self.home = home
      self.zone = zone
    }
  }

  /// The one thread of libical.
  static let calendars = SerialQueue(label: "stet.calendars")

  /// The files and values that the program gives.
  package let surroundings: Surroundings
  /// Returns the present time in seconds since 1970.
  let now: @Sendable () -> Int64
  /// Returns random numbers, for identifiers of new reminders.
  let random: @Sendable () -> UInt64
  /// Returns the settings of a request to an address, such as the proxy.
  let transfer: @Sendable (_ address: String) -> TransferSettings

  /// Creates the sources; reads nothing yet.
  ///
  /// - Parameters:
  ///   - now: returns the present time in seconds since 1970.
  ///   - random: returns random numbers, for identifiers of new reminders.
  ///   - transfer: returns the settings of a request to an address, such as the proxy.
  package init(
    _ surroundings: Surroundings, now: @escaping @Sendable () -> Int64, random: @escaping @Sendable () -> UInt64,
    transfer: @escaping @Sendable (_ address: String) -> TransferSettings
  ) {
    self.surroundings = surroundings
    self.now = now
    self.random = random
    self.transfer = transfer
  }
}

extension SourceReading {
  private static let most = 8

  /// The reading with at most eight remarks, each on one line.
  var bounded: SourceReading {
    var lines = remarks.prefix(Self.most).map(\.onOneLine)
    if remarks.count > Self.most { lines.append("And \(remarks.count - Self.most) more such problems.") }
    return SourceReading(outcome, remarks: lines)
  }
}

extension String {
  /// The text on one line, with blanks for control characters: names of files and headers of mail may contain them.
  var onOneLine: String { String(unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : Character($0) }) }
}

/// The sentences on sources.
enum FactLine {
  /// The sentence on a query that no source answers.
  static let notes = "Notes are found by the search index, not by a source."

  /// Returns the sentence that no source of a kind is set up.
  static func notSetUp(_ kind: FactSource, _ settings: String) -> String {
    "No source of the kind \"\(kind.rawValue)\" is set up: add one to \(settings) ('stet source --help' shows how)."
  }

  /// Returns the sentence that a source may not be read; nil if it may.
  static func refusal(_ source: Source, _ access: SourceAccess, _ settings: String) -> String? {
    let name = "The \(source.kind.noun) '\(source.name)'"
    switch access {
    case .allow: return nil
    case .ask: return "\(name) needs your permission: run 'stet source allow \(source.name)' in a terminal."
    case .deny where source.access == .deny: return "\(name) is denied by \(settings)."
    case .deny: return "\(name) is denied: 'stet source allow \(source.name)' allows it."
    }
  }

  /// Returns the sentence on a source that failed.
  static func failed(_ source: Source, _ reason: String) -> String {
    "The \(source.kind.noun) '\(source.name)' could not be read: \(reason).".onOneLine
  }
}

extension FactSource {
  /// The noun for messages.
  var noun: String {
    switch self {
    case .calendar: "calendar"
    case .mail: "mailbox"
    case .health: "health file"
    case .habits: "habit file"
    case .weather: "weather service"
    case .route: "routing service"
    case .notes: "notes"
    case .reminders: "list of reminders"
    }
  }
}
