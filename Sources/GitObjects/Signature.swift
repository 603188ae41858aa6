/// The author or committer of a commit with the time.
package struct Signature: Hashable, Sendable, Codable {
  /// The name; never empty, without `<`, `>` and newlines.
  package var name: String
  /// The mail address; without `<`, `>` and newlines.
  package var email: String
  /// Seconds since 1970.
  package var seconds: Int64
  /// Minutes east of UTC.
  package var offset: Int

  /// Creates a signature; characters that git does not allow in names are dropped.
  package init(name: String, email: String, seconds: Int64, offset: Int = 0) {
    let clean = Self.clean(name)
    self.name = clean.isEmpty ? "unknown" : clean
    self.email = Self.clean(email)
    self.seconds = seconds
    self.offset = offset
  }

  private static func clean(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && $0 != "<" && $0 != ">" }
    var result = String(String.UnicodeScalarView(kept))[...]
    while let first = result.first, first == " " || first == "." || first == "," { result = result.dropFirst() }
    while let last = result.last, last == " " || last == "," { result = result.dropLast() }
    return String(result)
  }

  /// Parses the form `Name <mail> seconds +hhmm`; nil for another form.
  package init?(line: Substring) {
    // By bytes: commits are read by the thousand, and a combining mark does not change a bracket.
    let bytes = line.utf8
    guard let open = bytes.lastIndex(of: UInt8(ascii: "<")), let close = bytes.lastIndex(of: UInt8(ascii: ">")),
      open < close
    else { return nil }
    let rest = bytes[bytes.index(after: close)...].split(separator: UInt8(ascii: " "))
    guard rest.count == 2, let seconds = Int64(Substring(rest[0])), let zone = Int(Substring(rest[1])) else {
      return nil
    }
    var name = bytes[..<open]
    while name.last == UInt8(ascii: " ") { name = name.dropLast() }
    self.name = String(Substring(name))
    self.email = String(line[bytes.index(after: open)..<close])
    self.seconds = seconds
    self.offset = zone / 100 * 60 + zone % 100
  }

  /// Creates a signature from the readable part of a malformed line: a name; the time is 1970.
  init(unreadable line: Substring) {
    self.init(name: String(line.prefix { $0 != "<" }), email: "", seconds: 0)
  }

  /// The form `Name <mail> seconds +hhmm`.
  package var line: String {
    let minutes = abs(offset)
    let zone = String(minutes / 60 * 100 + minutes % 60)
    let padded = String(repeating: "0", count: max(0, 4 - zone.count)) + zone
    return "\(name) <\(email)> \(seconds) \(offset < 0 ? "-" : "+")\(padded)"
  }
}
