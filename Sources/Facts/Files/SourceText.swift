internal import Glibc
internal import Values

/// The text of a file whose encoding is not known.
struct SourceText {
  /// The text, without zero bytes and without a byte order mark.
  let text: String
  /// The encoding.
  let charset: String
  /// Whether the file is not UTF-8, so that the text may have wrong letters.
  var isForeign: Bool { charset != "UTF-8" }

  /// Decodes UTF-8, UTF-16 with its mark, else Windows-1252, in which every byte is a letter.
  init(_ bytes: [UInt8]) {
    let mark = Array(bytes.prefix(3))
    let found: (String, String)
    if mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) {
      found = (Charset.decode(bytes, "UTF-16") ?? "", "UTF-16")
    } else if let text = String(validating: bytes.dropFirst(ByteOrderMark.length(in: bytes)), as: UTF8.self) {
      found = (text, "UTF-8")
    } else {
      found = (Charset.decode(bytes, "WINDOWS-1252") ?? String(decoding: bytes, as: UTF8.self), "Windows-1252")
    }
    text = found.0.utf8.contains(0) ? String(found.0.unicodeScalars.map { $0 == "\0" ? " " : Character($0) }) : found.0
    charset = found.1
  }
}

/// Encodings of text, by glibc's iconv.
enum Charset {
  /// Returns the text of bytes in an encoding; bytes that are not valid in it become U+FFFD. Returns nil for an unknown
  /// encoding.
  static func decode(_ bytes: [UInt8], _ name: String) -> String? {
    guard !name.isEmpty, name.utf8.count < 40, name.utf8.allSatisfy(isNamePart) else { return nil }
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output: [UInt8] = []
    var room = [CChar](repeating: 0, count: 4_096)
    /// Converts the next bytes, or writes the letter that the converter kept; returns the error, 0 for none.
    func convert(
      _ next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ left: UnsafeMutablePointer<Int>?
    ) -> Int32 {
      let (code, count) = room.withUnsafeMutableBufferPointer { room in
        var place = room.baseAddress
        var free = room.count
        let isDone = iconv(converter, next, left, &place, &free) != -1
        return (isDone ? 0 : errno, room.count - free)
      }
      output += room[..<count].map { UInt8(bitPattern: $0) }
      return code
    }
    input.withUnsafeMutableBufferPointer { input in
      var next = input.baseAddress
      var left = input.count
      while left > 0 {
        let code = convert(&next, &left)
        // A full room is no error; an invalid or incomplete letter is skipped.
        guard left > 0, code != E2BIG else { continue }
        output += "\u{FFFD}".utf8
        next = next.map { $0 + 1 }
        left -= 1
      }
    }
    // Encodings such as Windows-1258 keep the last letter for a mark that may follow.
    _ = convert(nil, nil)
    return String(decoding: output, as: UTF8.self)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
