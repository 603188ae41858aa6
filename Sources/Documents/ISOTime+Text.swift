extension ISOTime {
  /// `2026-11-21T09:15:04+01:00`, or `…Z` for an offset of zero: of seconds since 1970 and minutes east of UTC.
  package static func text(_ seconds: Int64, offset: Int) -> String {
    let local = seconds + Int64(offset) * 60
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let rest = local - day * 86_400
    let date = civil(day: day)
    let clock = "\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    let zone =
      offset == 0 ? "Z" : "\(offset < 0 ? "-" : "+")\(two(Int64(abs(offset) / 60))):\(two(Int64(abs(offset) % 60)))"
    let year = String(date.year)
    return String(repeating: "0", count: max(0, 4 - year.count)) + year + "-\(two(date.month))-\(two(date.day))T"
      + clock + zone
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }

  /// Year, month and day of a day counted from 1970-01-01 (Hinnant, "chrono-compatible low-level date algorithms").
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
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
