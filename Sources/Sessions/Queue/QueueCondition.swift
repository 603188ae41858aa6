internal import Values

/// The condition for which a queued session waits. Pure.
package enum QueueCondition: Hashable, Sendable {
  /// The internet can be reached; the machine charges; traffic costs nothing.
  case online, charging, unmetered
  /// An answer of the person comes from another machine.
  case answer
  /// A time of the day, in minutes after midnight.
  case time(Int)

  /// Reads `online`, `charging`, `unmetered`, `answer` or a time such as `22:30`; nil for any other text.
  package init?(_ text: String) {
    switch text {
    case "online": self = .online
    case "charging": self = .charging
    case "unmetered": self = .unmetered
    case "answer": self = .answer
    default:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy(Self.isNumber), let hour = Int(parts[0]), let minute = Int(parts[1]),
        hour < 24, minute < 60
      else { return nil }
      self = .time(hour * 60 + minute)
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// The condition as it is written.
  package var text: String {
    switch self {
    case .online: "online"
    case .charging: "charging"
    case .unmetered: "unmetered"
    case .answer: "answer"
    case .time(let minutes): "\(minutes / 60):\(NumberText.padded(minutes % 60, to: 2))"
    }
  }

  /// Returns whether a session may begin. A condition that is unknown holds: the session itself finds out whether its
  /// model can be reached, and a machine without a battery charges. Only the remote knows whether there is an answer.
  ///
  /// - Parameters:
  ///   - added: the time at which the session was queued, in milliseconds since 1970.
  ///   - now: the present time.
  ///   - offset: minutes that local time is east of UTC.
  package func holds(_ conditions: MachineConditions, added: Int64, now: Int64, offset: Int) -> Bool {
    switch self {
    case .online: conditions.isOnline ?? true
    case .charging: conditions.isCharging ?? true
    case .unmetered: (conditions.isOnline ?? true) && !(conditions.isMetered ?? false)
    case .answer: false
    case .time(let minutes): now >= Self.next(minutes, after: added, offset: offset)
    }
  }

  /// Returns the time at which the condition holds, in milliseconds since 1970; nil unless it is a time of the day.
  ///
  /// - Parameters:
  ///   - added: the time at which the session was queued, in milliseconds since 1970.
  ///   - offset: minutes that local time is east of UTC.
  package func due(added: Int64, offset: Int) -> Int64? {
    if case .time(let minutes) = self { Self.next(minutes, after: added, offset: offset) } else { nil }
  }

  /// Returns the milliseconds between two questions to the remote whether there is an answer: ten seconds, and a minute
  /// once the session has waited for ten.
  package static func answerPause(added: Int64, now: Int64) -> Int64 { now - added < 600_000 ? 10_000 : 60_000 }

  /// Returns the next time of the day after a time.
  static func next(_ minutes: Int, after time: Int64, offset: Int) -> Int64 {
    let (day, minute): (Int64, Int64) = (86_400_000, 60_000)
    let local = time + Int64(offset) * minute
    let midnight = local - ((local % day) + day) % day
    let due = midnight + Int64(minutes) * minute - Int64(offset) * minute
    return due > time ? due : due + day
  }
}
