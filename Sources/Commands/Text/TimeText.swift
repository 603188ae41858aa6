internal import Values

/// Times in words.
package enum TimeText {
  /// Returns `just now`, `5 minutes ago`, `yesterday`, `2026-01-31`; the text itself if it is no time.
  package static func relative(_ text: String, now: Int64) -> String {
    guard text.utf8.count > 10, let then = ISOTime.seconds(text) else { return text }
    func count(_ number: Int64, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s") ago" }
    return switch now - then {
    case ..<(-60): String(text.prefix(16)).replacing("T", with: " ")
    case ..<10: "just now"
    case ..<60: count(now - then, "second")
    case ..<3_600: count((now - then) / 60, "minute")
    case ..<86_400: count((now - then) / 3_600, "hour")
    case ..<172_800: "yesterday"
    case ..<1_209_600: count((now - then) / 86_400, "day")
    default: String(text.prefix(10))
    }
  }
}
