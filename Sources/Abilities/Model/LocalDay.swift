internal import Values

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
    let day = (local >= 0 ? local : local - 86_399) / 86_400
    hour = Int((local - day * 86_400) / 3_600)
    let civil = ISOTime.civil(day: day)
    let weekday = Self.weekdays[Int((day % 7 + 7) % 7)]
    date = "\(weekday), \(civil.day) \(Self.months[Int(civil.month) - 1]) \(civil.year)"
  }
}
