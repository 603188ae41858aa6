import Facts
import Payloads
import TestSupport

/// Debian's khal with a folder of calendars, in Berlin.
struct Khal {
  private let home = TemporaryFolder()
  private let calendars: String

  /// Writes the settings.
  init(_ calendars: String) throws {
    self.calendars = calendars
    let settings = """
      [calendars]
      [[t]]
      path = \(calendars)
      [locale]
      local_timezone = Europe/Berlin
      default_timezone = Europe/Berlin
      timeformat = %H:%M
      dateformat = %Y-%m-%d
      longdateformat = %Y-%m-%d
      datetimeformat = %Y-%m-%d %H:%M
      longdatetimeformat = %Y-%m-%d %H:%M
      """
    try Program.shell("mkdir -p \(home.path)/.config/khal").mustSucceed()
    try home.write(".config/khal/config", settings)
  }

  /// Returns the events of some days as `start|end|title`; whole days end at their last midnight.
  func events(from day: String, days: Int) throws -> Set<String> {
    let environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "Europe/Berlin"]
    let list = try Program.run(
      [
        "khal", "list", "--day-format", "", "--format", "{start-long-full}|{end-long-full}|{title}", day, "\(days)d",
      ], environment: environment
    ).mustSucceed()
    return Set(list.lines.map { $0.split(separator: "\u{1b}")[0] }.map(String.init))
  }

  /// Returns Stet's events in the same form.
  static func lines(_ events: [CalendarEvent]) -> Set<String> {
    func text(_ time: LocalTime) -> String { "\(time.day.text) \(time.clock)" }
    return Set(
      events.map { event in
        let end = event.isAllDay ? event.end.day.adding(-1).text + " 00:00" : text(event.end)
        return "\(text(event.start))|\(end)|\(event.title)"
      })
  }
}
