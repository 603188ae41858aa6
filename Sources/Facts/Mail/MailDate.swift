internal import Values

/// The date of a message's header (RFC 5322): `Fri, 27 Nov 2026 09:15:04 +0100`. Pure.
enum MailDate {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let zones = [
    "ut": 0, "gmt": 0, "utc": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420,
  ]

  /// Returns the seconds since 1970; nil for a text that is no date.
  static func seconds(_ text: String) -> Int64? {
    // Comments in brackets may follow.
    let words = text.prefix { $0 != "(" }.split { $0.isWhitespace || $0 == "," }
    guard let first = words.firstIndex(where: { Int($0) != nil }), words.count >= first + 4,
      let day = Int(words[first]),
      let month = months.firstIndex(of: words[first + 1].prefix(3).lowercased()), let year = Int(words[first + 2])
    else { return nil }
    let full = year < 50 ? year + 2_000 : year < 1_000 ? year + 1_900 : year
    let clock = words[first + 3].split(separator: ":").compactMap { Int($0) }
    guard (1...31).contains(day), (1_970...9_999).contains(full), clock.count >= 2 else { return nil }
    func two(_ number: Int) -> String { NumberText.padded(number, to: 2) }
    let second = clock.count > 2 ? min(clock[2], 59) : 0
    let iso = "\(full)-\(two(month + 1))-\(two(day))T\(two(clock[0])):\(two(clock[1])):\(two(second))Z"
    return ISOTime.seconds(iso).map { $0 - Int64(words.count > first + 4 ? offset(words[first + 4]) : 0) * 60 }
  }

  /// Returns the minutes that a zone is east of UTC; 0 for an unknown one.
  private static func offset(_ zone: Substring) -> Int {
    guard zone.first == "+" || zone.first == "-", zone.utf8.count == 5, let number = Int(zone.dropFirst()) else {
      return zones[zone.lowercased()] ?? 0
    }
    let minutes = number / 100 * 60 + number % 100
    return zone.first == "-" ? -minutes : minutes
  }
}
