import WorkspaceAPI
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

  @Test func `empty lines need no more room than others`() throws {
    var picker = LinePicker(.last(10), limit: 32_000_000)
    let piece = [UInt8](repeating: UInt8(ascii: "\n"), count: 10_000)
    for _ in 0..<100 {
      try picker.take(piece)
      #expect(picker.size <= 80_000)
    }
    #expect(try picker.lines().count == 9)
    var all = LinePicker(.last(.max), limit: 100)
    for _ in 0..<100 {
      try all.take(piece)
      #expect(all.size <= 10_200)
    }
    #expect(throws: LinePicker.TooLong.self) { try all.lines() }
  }

  @Test(arguments: [1, 7, 1_000])
  func `a long line before those that are wanted is none of them`(piece: Int) throws {
    let text = String(repeating: "x", count: 5_000) + "\none\n\ntwo\n"
    #expect(try Self.pick(text, .last(3), piece: piece, limit: 100) == "one\n\ntwo")
    #expect(throws: LinePicker.TooLong.self) { try Self.pick(text, .last(4), piece: piece, limit: 100) }
  }

  @Test(arguments: [1, 3, 250])
  func `as many bytes as are given out are given out, and not one more`(piece: Int) throws {
    let before = String(repeating: "before\n", count: 100)
    for end in ["", "\n"] {
      let line = String(repeating: "y", count: 97)
      for range in [LineRange.between(101, 102), .last(2)] {
        #expect(try Self.pick(before + "a\n" + line + "y" + end, range, piece: piece, limit: 100) == "a\n" + line + "y")
        #expect(throws: LinePicker.TooLong.self) {
          try Self.pick(before + "ab\n" + line + "y" + end, range, piece: piece, limit: 100)
        }
      }
    }
  }

  @Test(arguments: [LineRange.between(1, nil), .last(50)])
  func `more than the limit is refused`(range: LineRange) {
    let text = (0..<5_000).map { "line \($0)\n" }.joined()
    #expect(throws: LinePicker.TooLong.self) { try Self.pick(text, range, piece: 9, limit: 100) }
  }
}
