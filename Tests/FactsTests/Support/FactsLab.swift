import Facts
import HTTPTransfer
import Payloads
import TestSupport

/// A home folder with sources, whose clock shows 2026-11-27 09:00 in Berlin.
struct FactsLab {
  static let now: Int64 = 1_795_766_400
  static let day = CalendarDay(number: now / 86_400)

  let folder = TemporaryFolder()

  /// Writes the settings.
  init(_ settings: String) throws {
    try folder.write("sources.toml", settings)
  }

  /// The sources.
  var facts: FactSources { facts(now: Self.now) }

  /// Returns the sources at another time.
  func facts(now: Int64) -> FactSources {
    FactSources(
      .init(
        settings: folder.file("sources.toml"), decisions: folder.file("state/sources.json"),
        cache: folder.file("cache"), home: folder.path, zone: "Europe/Berlin"),
      now: { now }, random: { .random(in: .min ... .max) }, transfer: { _ in TransferSettings() })
  }

  /// Returns the settings of a source of a file or folder in the home folder.
  static func source(_ kind: String, _ path: String, _ more: String = "access = \"allow\"") -> String {
    "[[sources]]\nname = \"\(kind)\"\nkind = \"\(kind)\"\npath = \"~/\(path)\"\n\(more)\n"
  }

  /// A home folder with a calendar in the folder `cal`.
  static func calendar() throws -> FactsLab {
    let lab = try FactsLab(source("calendar", "cal"))
    try Program.shell("mkdir \(lab.folder.path)/cal").mustSucceed()
    return lab
  }
}

extension SourceReading {
  /// The events; none for another reading.
  var events: [CalendarEvent] {
    guard case .events(let list)? = outcome.value else { return [] }
    return list.events
  }
}

/// The text of calendars.
enum CalendarSample {
  /// Returns a calendar with events, each the lines of its properties.
  static func text(_ events: [String], zones: String = "") -> String {
    let parts = events.map { "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\($0)\nEND:VEVENT\n" }
    let all = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//EN\n\(zones)\(parts.joined())END:VCALENDAR\n"
    return all.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
  }
}
