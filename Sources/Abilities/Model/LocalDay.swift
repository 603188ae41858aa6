/// A day and an hour of local time.
package struct LocalDay: Hashable, Sendable {
  /// The date in words: `Friday, 27 November 2026`.
  package let date: String
  /// The hour, from 0 to 23.
  package let hour: Int

  private static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Computes the day.
  ///
  /// - Parameters:
  ///   - seconds: the time in seconds since 1970.
  ///   - offset: minutes that local time is east of UTC.
  package init(seconds: Int64, offset: Int) {
    let local = seconds + Int64(offset) * 60
    let days = Int((local >= 0 ? local : local - 86_399) / 86_400)
    hour = Int((local - Int64(days) * 86_400) / 3_600)
    // The civil calendar from a count of days, in eras of 400 years that begin on 1 March.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    let weekday = Self.weekdays[((days % 7) + 7) % 7]
    date = "\(weekday), \(day) \(Self.months[(month + 2) % 12]) \(year)"
  }
}
