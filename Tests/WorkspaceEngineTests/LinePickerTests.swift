import Testing

@testable import WorkspaceEngine

/// Lines of a content that comes in pieces.
@Suite struct LinePickerTests {
  private static func pick(_ text: String, _ range: LineRange, piece: Int, limit: Int = 1_000) throws -> String {
    var picker = LinePicker(range, limit: limit)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try picker.take(Array(bytes[start..<min(bytes.count, start + piece)]))
    }
    return String(decoding: try picker.lines(), as: UTF8.self)
  }

  @Test(arguments: [
    ("a\nb\nc\n", LineRange.between(1, 2), "a\nb"), ("a\nb\nc\n", .between(2, nil), "b\nc"),
    ("a\nb\nc", .between(3, 9), "c"), ("a\nb\n", .between(3, 4), ""), ("", .between(1, nil), ""),
    ("a\n\n\nd\n", .between(2, 3), "\n"), ("a\r\nb\r\n", .between(1, 1), "a\r"), ("a\nb\nc\n", .last(2), "b\nc"),
    ("a\nb\nc", .last(1), "c"), ("a\nb", .last(9), "a\nb"), ("\n\n", .last(1), ""), ("", .last(3), ""),
    ("one\ntwo wörds\nthree\n", .last(2), "two wörds\nthree"),
  ])
  func `are the same however it is cut`(text: String, range: LineRange, lines: String) throws {
    for piece in [1, 2, 3, 100] { #expect(try Self.pick(text, range, piece: piece) == lines, "pieces of \(piece)") }
  }

  @Test func `the last of many need room for themselves only`() throws {
    let text = (0..<5_000).map { "line \($0)\n" }.joined()
    #expect(try Self.pick(text, .last(2), piece: 7, limit: 100) == "line 4998\nline 4999")
    #expect(try Self.pick(text, .between(4_000, 4_001), piece: 1_000, limit: 100) == "line 3999\nline 4000")
  }

  @Test(arguments: [LineRange.between(1, nil), .last(50)])
  func `more than the limit is refused`(range: LineRange) {
    let text = (0..<5_000).map { "line \($0)\n" }.joined()
    #expect(throws: LinePicker.TooLong.self) { try Self.pick(text, range, piece: 9, limit: 100) }
  }
}
