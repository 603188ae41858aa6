internal import Values

/// Text that cannot control a terminal.
package enum TerminalText {
  /// Returns a name with its control characters written out (`\n`, `\u{1b}`), on one line.
  package static func name(_ name: String) -> String {
    guard isSuspect(name, orEnds: true) else { return name }
    var text = ""
    for scalar in name.unicodeScalars { append(scalar, to: &text) }
    return text
  }

  /// Returns a short name, such as an agent's or a session's, cut at the longest length.
  package static func short(_ name: String) -> String {
    let isLong = name.utf8.count > longestName && name.count > longestName
    return self.name(isLong ? name.prefix(longestName - 1) + "…" : name)
  }

  /// The greatest length of a short name, in letters.
  private static let longestName = 80

  /// Returns a text of several lines with its control characters written out, apart from newlines, tabs and the
  /// sequences that set colours.
  package static func lines(_ lines: String) -> String {
    guard isSuspect(lines, orEnds: false) else { return lines }
    var text = ""
    var rest = lines.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1b}", let colour = colour(rest) {
        text.unicodeScalars.append(contentsOf: colour)
        rest = rest[colour.endIndex...]
        continue
      }
      if scalar == "\n" || scalar == "\t" { text.unicodeScalars.append(scalar) } else { append(scalar, to: &text) }
      rest.removeFirst()
    }
    return text
  }

  /// Returns the content of a file with its control characters written out, apart from newlines and tabs: also colours,
  /// which could hide a part of it.
  package static func content(_ content: String) -> String {
    guard isSuspect(content, orEnds: false) else { return content }
    var text = ""
    for scalar in content.unicodeScalars {
      if scalar == "\n" || scalar == "\t" { text.unicodeScalars.append(scalar) } else { append(scalar, to: &text) }
    }
    return text
  }

  /// Returns JSON with the characters escaped that JSON allows and that control a terminal or change the direction of
  /// writing.
  package static func json(_ bytes: [UInt8]) -> [UInt8] {
    // The first bytes of such characters in UTF-8.
    guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }),
      let text = String(validating: bytes, as: UTF8.self)
    else { return bytes }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        escaped += "\\u" + NumberText.padded(scalar.value, to: 4, radix: 16)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return Array(escaped.utf8)
  }

  /// Returns whether a text may contain control characters, by a fast check of its bytes.
  private static func isSuspect(_ text: String, orEnds: Bool) -> Bool {
    text.utf8.contains { byte in
      switch byte {
      case 0x09, 0x0A: orEnds
      // The last two begin C1 control characters and marks of direction.
      case ..<0x20, 0x7F, 0xC2, 0xE2: true
      default: false
      }
    }
  }

  /// Returns a sequence that sets colours, at the beginning of a text.
  private static func colour(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView? {
    let inside = text.dropFirst()
    guard inside.first == "[", let end = inside.dropFirst().firstIndex(where: { !("0"..."9" ~= $0 || $0 == ";") }),
      text[end] == "m"
    else { return nil }
    return text[...end]
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    case "\r": text += "\\r"
    // Overrides and isolates of direction show letters in a different order.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}",
      _ where scalar.properties.generalCategory == .control:
      text += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: text.unicodeScalars.append(scalar)
    }
  }
}
