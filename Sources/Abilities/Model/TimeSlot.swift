/// A part of the day in which some abilities come first.
package enum TimeSlot: String, Hashable, Sendable, CaseIterable {
  /// From 5 to 12 o'clock.
  case morning
  /// From 12 to 17 o'clock.
  case afternoon
  /// From 17 to 5 o'clock.
  case evening

  /// Returns the part of the day of an hour from 0 to 23.
  package init(hour: Int) {
    self =
      switch hour {
      case 5..<12: .morning
      case 12..<17: .afternoon
      default: .evening
      }
  }
}
