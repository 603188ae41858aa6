/// Conversions between seconds and ISO 8601, with the Gregorian calendar.
package enum ISOTime {
  /// Returns the seconds since 1970 of a time in ISO 8601; nil for any other text.
  ///
  /// The forms are `2026-05-02T10:00:00Z`, a blank instead of `T`, an offset, and a date alone. A time without an
  /// offset is in UTC.
  package static func seconds(_ text: String) -> Int64? {
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, 4), take(&rest, "-"), let month = number(&rest, 2), take(&rest, "-"),
      let day = number(&rest, 2), (1...12).contains(month), day > 0, day <= days(in: Int(month), of: Int(year))
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

  /// Returns the number of days in a month, from 1 to 12, of a year.
  package static func days(in month: Int, of year: Int) -> Int {
    guard month == 2 else { return [4, 6, 9, 11].contains(month) ? 30 : 31 }
    return year % 4 == 0 && year % 100 != 0 || year % 400 == 0 ? 29 : 28
  }

  /// Returns the days since 1970 of a date in the Gregorian calendar; years are counted from March, so that a leap day
  /// is the last day.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let ofEra = marchYear - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  /// Formats a time as `2026-11-21T09:15:04+01:00`, or with `Z` for an offset of zero.
  ///
  /// - Parameters:
  ///   - seconds: the seconds since 1970.
  ///   - offset: the minutes east of UTC.
  package static func text(_ seconds: Int64, offset: Int = 0) -> String {
    let local = seconds + Int64(offset) * 60
    let day = (local >= 0 ? local : local - 86_399) / 86_400
    let rest = local - day * 86_400
    let date = civil(day: day)
    let clock = "\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    let zone =
      offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(two(Int64(abs(offset) / 60))):\(two(Int64(abs(offset) % 60)))"
    return "\(NumberText.padded(date.year, to: 4))-\(two(date.month))-\(two(date.day))T" + clock + zone
  }

  private static func two(_ number: Int64) -> String { NumberText.padded(number, to: 2) }

  /// Returns year, month and day of a day counted from 1970-01-01 (Hinnant, "chrono-compatible low-level date
  /// algorithms").
  package static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    return (year, civilMonth, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
