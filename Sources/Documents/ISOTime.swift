/// Times as documents have them.
package enum ISOTime {
  /// Seconds since 1970 of a time in ISO 8601 (`2026-05-02T10:00:00Z`, a blank for `T`, an offset, a date alone); nil
  /// for any other text. Without an offset it counts as UTC.
  package static func seconds(_ text: String) -> Int64? {
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2), take(&rest, "-"),
      let day = number(&rest, 2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let days = days(year, month, day)
    if rest.isEmpty { return days * 86_400 }
    guard take(&rest, "T") || take(&rest, "t") || take(&rest, " "), let hour = number(&rest, 2), take(&rest, ":"),
      let minute = number(&rest, 2), hour < 25, minute < 60
    else { return nil }
    var seconds = days * 86_400 + hour * 3_600 + minute * 60
    if take(&rest, ":") {
      guard let second = number(&rest, 2), second < 61 else { return nil }
      seconds += second
      if take(&rest, ".") { rest = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
    }
    if take(&rest, " ") || rest.isEmpty, rest.isEmpty { return seconds }
    if take(&rest, "Z") || take(&rest, "z") { return rest.isEmpty ? seconds : nil }
    let isWest = rest.first == UInt8(ascii: "-")
    guard take(&rest, "+") || take(&rest, "-"), let hours = number(&rest, 2) else { return nil }
    _ = take(&rest, ":")
    let minutes = rest.isEmpty ? 0 : number(&rest, 2)
    guard let minutes, rest.isEmpty else { return nil }
    return seconds - (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func take(_ text: inout ArraySlice<UInt8>, _ mark: Character) -> Bool {
    guard text.first == mark.asciiValue else { return false }
    text = text.dropFirst()
    return true
  }

  private static func number(_ text: inout ArraySlice<UInt8>, _ digits: Int) -> Int64? {
    let part = text.prefix(digits)
    guard part.count == digits, part.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    text = text.dropFirst(digits)
    return part.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// Days since 1970 of a date of the Gregorian calendar; years are counted from March, so that a leap day is the last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let ofEra = marchYear - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
