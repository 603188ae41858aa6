/// Times as people say them.
package enum TimeText {
  /// Seconds since 1970 of an ISO 8601 time such as `2026-01-31T10:00:00+01:00`; nil for anything else.
  package static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count else { return nil }
      var value: Int64 = 0
      for byte in bytes[range] {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month)
    else { return nil }
    var position = 19
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      while position < bytes.count, bytes[position] >= 48, bytes[position] <= 57 { position += 1 }
    }
    guard position < bytes.count else { return nil }
    var offset: Int64 = 0
    switch bytes[position] {
    case UInt8(ascii: "Z"): break
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let hasColon = position + 3 < bytes.count && bytes[position + 3] == UInt8(ascii: ":")
      let minutes = position + (hasColon ? 4 : 3)
      guard let hours = number(position + 1..<position + 3), let rest = number(minutes..<minutes + 2) else {
        return nil
      }
      offset = (hours * 60 + rest) * (bytes[position] == UInt8(ascii: "-") ? -60 : 60)
    default: return nil
    }
    return days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
  }

  /// `just now`, `5 minutes ago`, `yesterday`, `2026-01-31`; the text itself where it is no time.
  package static func relative(_ text: String, now: Int64) -> String {
    guard let then = seconds(text) else { return text }
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

  /// Days from 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
