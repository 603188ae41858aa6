internal import Payloads
internal import Values

/// The iCalendar file of a new reminder. Pure.
enum ReminderText {
  /// Returns the file's text.
  ///
  /// - Parameters:
  ///   - uid: its identifier, which no other task has.
  ///   - due: the time at which it is due; nil for a whole day, or none.
  ///   - day: the day on which it is due; nil for none.
  ///   - now: the present time in seconds since 1970.
  static func write(title: String, uid: String, due: Int64?, day: CalendarDay?, now: Int64) -> String {
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Stet//Stet//EN", "BEGIN:VTODO", "UID:\(uid)",
      "DTSTAMP:\(time(now))", "CREATED:\(time(now))", "SUMMARY:\(escaped(title))", "STATUS:NEEDS-ACTION",
    ]
    if let due {
      lines += [
        "DUE:\(time(due))", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:PT0S",
        "DESCRIPTION:\(escaped(title))", "END:VALARM",
      ]
    } else if let day {
      lines.append("DUE;VALUE=DATE:\(day.text.filter { $0 != "-" })")
    }
    lines += ["END:VTODO", "END:VCALENDAR"]
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  private static func time(_ seconds: Int64) -> String { ISOTime.text(seconds).filter { $0 != "-" && $0 != ":" } }

  /// Returns a text with the escapes of RFC 5545; other control characters, which no text may have, are left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where scalar.value < 32 || scalar.value == 127: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a line in pieces of at most 75 bytes that break no letter.
  private static func folded(_ line: String) -> String {
    var result = ""
    var count = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if count + size > 75 {
        result += "\r\n "
        count = 1
      }
      result.unicodeScalars.append(scalar)
      count += size
    }
    return result
  }
}
