internal import Payloads

/// Parses calendars' files on the thread of ``CalendarReader``, and keeps the sentences on parts that could not be read.
struct CalendarParser {
  /// The most lines of a file that are parsed: no time limit applies to libical's parser.
  private static let mostLines = 200_000
  /// The largest text that is parsed, in bytes: libical's tree takes about sixty times as much.
  private static let mostBytes = 8 << 20

  /// The sentences, without their full stops.
  private(set) var problems: [String] = []

  /// Starts parsing; an unknown time zone of the person is the first problem.
  init(zone: String) {
    if !CalendarZones.isKnown(zone) {
      problems.append("The time zone '\(zone)' is unknown: times without a zone count as UTC")
    }
  }

  /// Parses a file; nil if nothing of it can be read. The problems say why, and how much is missing.
  ///
  /// - Parameter days: the days whose events are wanted; nil for all parts.
  mutating func open(_ bytes: [UInt8], file name: String, near days: DaySpan? = nil) -> CalendarText? {
    let decoded = SourceText(bytes)
    if decoded.isForeign { report(name, "it is not UTF-8 and was read as \(decoded.charset)") }
    let text = days.map { CalendarExcerpt.text(decoded.text, near: $0) } ?? decoded.text
    let beginning = CalendarText.beginning(of: text, lines: Self.mostLines, bytes: Self.mostBytes)
    if beginning != nil {
      report(
        name, "it has more than \(Self.mostLines) lines or \(Self.mostBytes >> 20) MB to read; the rest was left out")
    }
    let (repaired, damage) = CalendarText.repaired(beginning ?? text)
    switch damage {
    case .nesting:
      report(name, "its parts are nested too deeply; nothing of it was read")
      return nil
    case .cut where beginning == nil: report(name, "it ends in the middle of a part, which was left out")
    case .cut, nil: break
    }
    guard let text = CalendarText(repaired) else {
      report(name, "it is no iCalendar file")
      return nil
    }
    return text
  }

  /// Adds a sentence on a file.
  mutating func report(_ name: String, _ sentence: String) { problems.append("\(name): \(sentence)") }
}
