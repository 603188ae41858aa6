internal import Values

/// A check of a configuration file's syntax as strict as git's: libgit2 reads some files that git refuses.
///
/// Pure. Source: `git_parse_source`, `get_base_var`, `get_value` and `parse_value` in git's `config.c`.
struct ConfigurationSyntax {
  private var rest: ArraySlice<UInt8>

  /// Returns whether git can parse a file.
  static func isValid(_ bytes: [UInt8]) -> Bool {
    var syntax = Self(rest: bytes.dropFirst(ByteOrderMark.length(in: bytes)))
    return syntax.parse()
  }

  /// Takes the next byte, with a line's two end bytes as one; nil at the end of the file.
  private mutating func next() -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    if byte == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") { return rest.popFirst() }
    return byte
  }

  private mutating func parse() -> Bool {
    while let byte = next() {
      switch byte {
      case _ where Self.isBlank(byte): continue
      case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
      case UInt8(ascii: "["): if !section() { return false }
      case _ where Self.isLetter(byte): if !setting() { return false }
      default: return false
      }
    }
    return true
  }

  private mutating func skipLine() {
    while let byte = next(), byte != UInt8(ascii: "\n") {}
  }

  /// Parses a section's name behind its bracket: `core]`, `remote "origin"]`.
  private mutating func section() -> Bool {
    while let byte = next() {
      if byte == UInt8(ascii: "]") { return true }
      if Self.isBlank(byte) { return subsection(after: byte) }
      guard Self.isKeyByte(byte) || byte == UInt8(ascii: ".") else { return false }
    }
    return false
  }

  private mutating func subsection(after blank: UInt8) -> Bool {
    var byte: UInt8? = blank
    while let found = byte, Self.isBlank(found) {
      if found == UInt8(ascii: "\n") { return false }
      byte = next()
    }
    guard byte == UInt8(ascii: "\"") else { return false }
    while let byte = next(), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "\"") { return next() == UInt8(ascii: "]") }
      if byte == UInt8(ascii: "\\"), next() == UInt8(ascii: "\n") { return false }
    }
    return false
  }

  /// Parses the rest of a setting behind its first letter.
  private mutating func setting() -> Bool {
    var byte = next()
    while let found = byte, Self.isKeyByte(found) { byte = next() }
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { byte = next() }
    switch byte {
    case nil, UInt8(ascii: "\n"): return true
    case UInt8(ascii: "="): return value()
    default: return false
    }
  }

  private mutating func value() -> Bool {
    var isQuoted = false
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "\n"): return !isQuoted
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        skipLine()
        return true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\"): guard let escaped = next(), Self.escapes.contains(escaped) else { return false }
      default: break
      }
    }
    return !isQuoted
  }

  private static let escapes = Set("\n\\\"ntb".utf8)

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }
}
