/// The header of a message or of one of its parts. Pure.
struct MailHeader {
  private var fields: [(name: String, value: String)] = []
  /// The place of the first byte after the header.
  let end: Int

  /// Parses the header at the beginning of some bytes: lines up to an empty one; a line that begins with a blank continues
  /// the one before.
  init(_ bytes: ArraySlice<UInt8>) {
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let stop = bytes[position...].firstIndex(of: 10) ?? bytes.endIndex
      var line = bytes[position..<stop]
      if line.last == 13 { line = line.dropLast() }
      position = min(stop + 1, bytes.endIndex)
      guard let first = line.first else { break }
      let text = Self.text(line)
      if first == 32 || first == 9 {
        if !fields.isEmpty { fields[fields.count - 1].value += " " + text.drop(while: \.isWhitespace) }
      } else if let colon = text.firstIndex(of: ":") {
        fields.append(
          (text[..<colon].lowercased(), String(text[text.index(after: colon)...].drop(while: \.isWhitespace))))
      }
    }
    end = position
  }

  /// Returns the text of a line; one that is not UTF-8 is Windows-1252.
  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(validating: line, as: UTF8.self) ?? Charset.decode(Array(line), "WINDOWS-1252") ?? ""
  }

  /// Returns the value of the first field with a name in lowercase; nil if there is none.
  subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns the values of all fields with a name in lowercase.
  func all(_ name: String) -> [String] { fields.lazy.filter { $0.name == name }.map(\.value) }
}

/// A value of a header with parameters: `text/plain; charset="utf-8"`.
struct MailValue: Hashable {
  /// The value in lowercase.
  let value: String
  private let parameters: [String: String]

  /// Parses a value.
  init(_ text: String) {
    var parts: [String] = [""]
    var isQuoted = false
    for letter in text {
      if letter == "\"" {
        isQuoted.toggle()
      } else if letter == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    let trimmed = parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    value = trimmed[0].lowercased()
    var parameters: [String: String] = [:]
    for part in trimmed.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      parameters[part[..<equals].lowercased()] = String(part[part.index(after: equals)...])
    }
    self.parameters = parameters
  }

  /// Returns a parameter by its name in lowercase; nil if it is missing.
  subscript(_ name: String) -> String? { parameters[name] }
}
