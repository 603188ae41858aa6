import Documents
import FoundationEssentials
import Synchronization
import Testing

/// Secrets in encodings, and the bounds of decoding.
@Suite struct SecretEncodingTests {
  /// Letters as a key has them; drawn once, of no service. No key is written here in one piece.
  private static let letters = "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ1tKvMzNbWrCyPhSgDjFlUeOa0I"
  private static let key = "gh" + "p_" + letters.prefix(36)
  private static let note = "a note before it, of some length. token: \(key)\nand after\n"

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private static func lines(_ text: String, _ width: Int, _ separator: String) -> String {
    var lines: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(width))
      rest = rest.dropFirst(width)
    }
    return lines.joined(separator: separator)
  }

  private static func wide(_ text: String, _ order: [UInt32], mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).unicodeScalars.flatMap { scalar in
      order.map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
    }
  }

  private static let texts: [(name: String, text: String)] = [
    ("percent signs", key.replacing("_", with: "%5F")), ("percent signs twice", key.replacing("_", with: "%255F")),
    ("percent signs around it", "https://host/?text=token%3D\(key)%26more"),
    ("JSON's escape", #"{"token": "\#(key.replacing("_", with: "\\u005f"))"}"#),
    ("JSON in JSON", #""{\"token\": \"\#(key.replacing("_", with: "\\\\u005F"))\"}""#),
    ("Swift's escape", key.replacing("_", with: "\\u{5f}")), ("C's escape", key.replacing("_", with: "\\x5f")),
    ("a quoted-printable letter", "see \(key.replacing("_", with: "=5F"))"),
    (
      "a quoted-printable line",
      "A long line of a mail, in which the token is \(key.prefix(24))=\n\(key.dropFirst(24)) and so on."
    ),
    (
      "a quoted-printable line of Windows",
      "A long line of a mail, in which the token is \(key.prefix(24))=\r\n\(key.dropFirst(24)) and so on."
    ),
    ("a space without width", "\(key.prefix(12))\u{200B}\(key.dropFirst(12))"),
    ("a soft hyphen", "\(key.prefix(12))\u{AD}\(key.dropFirst(12))"),
    ("a byte order mark", "\(key.prefix(2))\u{FEFF}\(key.dropFirst(2))"),
    ("a joiner of words", "\(key.prefix(20))\u{2060}\(key.dropFirst(20))"),
    ("Base64 in lines of 64", lines(base64(note), 64, "\n")),
    ("Base64 in short lines", lines(base64(note), 40, "\r\n")),
    ("Base64 in YAML", "data:\n  note: \(lines(base64(note), 60, "\n    "))\n  next: 1\n"),
    ("Base64 before a longer line", lines(base64(note), 60, "\n") + "\n" + String(repeating: "-", count: 70) + "\n"),
    ("Base64 of Base64", base64(base64(note))),
    ("Base64 with letters of other languages", base64("Schlüssel für später: \(key)")),
    ("Base64 before other bytes", base64(note + "\u{1}\u{2}")),
    ("Base64 in an address", "?x=\(base64(note).replacing("=", with: "%3D").replacing("+", with: "%2B"))"),
  ]

  private static let units: [(name: String, text: [UInt8])] = [
    ("UTF-32, little end first", wide(note, [0, 8, 16, 24], mark: true)),
    ("UTF-32, big end first", wide(note, [24, 16, 8, 0], mark: true)),
    ("UTF-32 without a mark", wide(note, [0, 8, 16, 24], mark: false)),
    ("Base64 of UTF-16", Array(Data(wide(note, [0, 8], mark: false)).base64EncodedString().utf8)),
  ]

  private static let encodings = texts.map { (name: $0.name, text: Array($0.text.utf8)) } + units

  @Test(arguments: encodings.indices)
  func `a key is found in each encoding, and is the same secret`(index: Int) {
    let (name, bytes) = Self.encodings[index]
    let found = SecretScanner.secrets(in: bytes)
    #expect(found.map(\.kind) == ["a GitHub token"], "\(name)")
    #expect(found.map(\.bytes) == [Array(Self.key.utf8)], "\(name)")
  }

  @Test(arguments: [
    "100%25 of the %5Fname%5F of nothing", "let value =\n    another", "a=3Db and c=5Fd", "\\u005f\\x5f\\_\\\\\\",
    "\\u{}\\u{zz}\\u00",
    "co\u{AD}oper\u{AD}ation and zero\u{200B}width", "%", "=", "%2", "=\r", "%25%25%25", "\\",
    "cHJvc2UgaW4gQmFzZTY0LCB3aXRob3V0\nIGFueSBzZWNyZXQgaW4gaXQsIGluIGxpbmVz\n",
  ])
  func `escapes of other texts are none`(text: String) {
    #expect(SecretScanner.secrets(in: Array(text.utf8)).isEmpty)
  }

  /// A file with gzip's beginning: the rest is its content.
  private static func file(_ content: [UInt8]) -> [UInt8] { [0x1F, 0x8B, 8] + content }

  @Test func `a gzip file is opened, also in Base64`() {
    let file = Self.file(Array(Self.note.utf8))
    for bytes in [file, Array("data: \(Data(file).base64EncodedString())".utf8)] {
      #expect(
        SecretScanner.secrets(in: bytes) { file, _ in Array(file.dropFirst(3)) }.map(\.kind) == ["a GitHub token"])
    }
  }

  @Test func `a secret under more than four encodings is not looked for`() {
    var texts = [Self.note]
    for _ in 0..<5 { texts.append(Self.base64(texts.last ?? "")) }
    let kinds = texts.map { SecretScanner.secrets(in: Array($0.utf8)).count }
    #expect(kinds == [1, 1, 1, 1, 1, 0])
  }

  /// The number of opened files.
  private final class Openings: Sendable { let count = Mutex(0) }

  @Test func `gzip files are opened until the allowance of the text is used`() {
    let file = Data(Self.file(Array(repeating: 0x41, count: 30))).base64EncodedString()
    let text = Array(String(repeating: file + " ", count: 1_000).utf8)
    let openings = Openings()
    let found = SecretScanner.secrets(in: text) { _, _ in
      openings.count.withLock { $0 += 1 }
      return []
    }
    #expect(found.isEmpty)
    let most = (32_000_000 + 4 * text.count) / 65_536
    #expect((most / 2...most).contains(openings.count.withLock { $0 }))
  }
}
