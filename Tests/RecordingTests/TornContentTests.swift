import FileSystem
import GitObjects
import TestSupport
import Testing

@testable import Recording

/// Distinguishes the remains of a power cut from a person's save, for a file that nobody synced.
@Suite struct TornContentTests {
  private static let line: [UInt8] = Array("line one\n".utf8)
  private static let zeros = [UInt8](repeating: 0, count: 20)
  private static let long: [UInt8] = (0..<2_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }

  private static func holed(_ range: Range<Int>) -> [UInt8] {
    long.indices.map { range.contains($0) ? 0 : long[$0] }
  }

  struct Case: Sendable {
    let bytes: [UInt8]
    let version: [UInt8]
    let isLeft: Bool

    init(_ bytes: [UInt8], of version: [UInt8], _ isLeft: Bool) {
      self.bytes = bytes
      self.version = version
      self.isLeft = isLeft
    }
  }

  private static let longer: [UInt8] = line + Array("line two, and more\n".utf8)
  private static let saved: [UInt8] = line + Array("x".utf8) + zeros
  private static let cases: [Case] = [
    Case(line + zeros, of: line, true),
    Case(line + zeros, of: longer, true),
    Case(zeros, of: line, true),
    Case(line, of: line, false),
    Case(Array(line.dropLast(3)), of: line, false),
    Case(saved, of: line, false),
    Case(holed(512..<1_024), of: long, true),
    Case(holed(600..<1_024), of: long, true),
    Case(holed(512..<1_000), of: long, false),
    Case(holed(700..<2_000), of: long, true),
    Case(holed(10..<12), of: long, false),
    Case([0] + line, of: line, false),
    Case([], of: line, false),
  ]

  @Test(arguments: cases)
  func `zeros for content up to the end of a sector or of the file are a power cut's`(_ one: Case) {
    #expect(TornContent.isLeft(one.bytes, of: one.version) == one.isLeft)
  }

  @Test func `zeros behind a text are cut off, of anything else they stay`() {
    #expect(TornContent.withoutTail(Self.line + Self.zeros) == Self.line)
    #expect(TornContent.withoutTail(Self.line) == nil)
    #expect(TornContent.withoutTail(Self.zeros) == nil)
    #expect(TornContent.withoutTail([1, 0, 2] + Self.zeros) == nil)
  }

  /// The text after the cut, the text after the scan, and the number of commits.
  @Test(arguments: [
    ("one\n\0\0\0\0\0\0\0\0\0\0", "one\ntwo\nthree\n", 0), ("one\ntwo\nthree\n\0\0\0\0", "one\ntwo\nthree\n", 0),
    ("old\n\0\0\0\0\0\0\0", "one\ntwo\nthree\n", 0),
    ("one\ntwo\nthree\nunrecorded\n\0\0\0\0", "one\ntwo\nthree\nunrecorded\n", 1),
    ("mine\n", "mine\n", 1),
  ])
  func `after a power cut a tail of zeros is nobody's edit`(left: String, right: String, commits: Int) throws {
    let desk = try Desk()
    for text in ["old\n", "one\n", "one\ntwo\n", "one\ntwo\nthree\n"] {
      try desk.save("n.md", text)
      try desk.record("n.md")
    }
    let before = try desk.log().count
    try desk.save("n.md", left)
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.text("n.md") == right)
    #expect(try desk.recorded("n.md") == right)
    #expect(try desk.log().count == before + commits)
  }

  /// The text under the backup's name after the cut, and the file's text after the scan.
  @Test(arguments: [
    ("one\n", "one\n"), ("", "one\n"), ("\0\0\0\0", "one\n"), ("one\nunrecorded\n", "one\nunrecorded\n"),
  ])
  func `after a power cut a file whose editor had moved it aside has its name again`(left: String, right: String) throws
  {
    let desk = try Desk()
    try desk.save("n.md", "one\n", durable: true)
    try desk.scan()
    try desk.tree.move(FileLocation(WorkspacePath("n.md")), toNew: FileLocation(WorkspacePath("n.md~")))
    if left != "one\n" { try desk.save("n.md~", left) }
    try desk.scan(believesDeletions: true, afterPowerLoss: true)
    #expect(try desk.text("n.md") == right && desk.recorded("n.md") == right)
    #expect(try desk.text("n.md~") == nil && desk.recorded("n.md~") == nil)
  }

  @Test func `a file that was deleted beside a recorded backup is deleted after a power cut, too`() throws {
    let desk = try Desk()
    try desk.save("n.md", "two\n")
    try desk.save("n.md~", "one\n")
    try desk.scan()
    // Longer than a file system takes to write a new name.
    desk.wait(milliseconds: 700_000)
    try desk.tree.remove(FileLocation(WorkspacePath("n.md")))
    desk.time.restart(afterNanoseconds: 60_000_000_000)
    try desk.open(isSameBoot: false)
    try desk.scan(believesDeletions: true, afterPowerLoss: true)
    #expect(try desk.text("n.md") == nil && desk.recorded("n.md") == nil && desk.text("n.md~") == "one\n")
  }

  @Test(
    arguments: [
      ("the deleted text, whose rename was lost", "one\n", nil), ("what the cut left of a save", "\0\0\0", nil),
      ("a text that was saved since", "mine\n", "mine\n"),
    ] as [(String, String, String?)])
  func `an acknowledged deletion stays in history after a power cut, whatever is at its path`(
    rule: String, left: String, expected: String?
  ) throws {
    let desk = try Desk()
    try desk.save("n.md", "one\n", durable: true)
    try desk.scan()
    guard case .done = try desk.write("n.md", .delete) else {
      Issue.record("the deletion was refused")
      return
    }
    let tip = try desk.running().tip
    for entry in try desk.tree.entries(of: .store("displaced")) {
      try desk.tree.remove(.store("displaced/\(entry.name)"))
    }
    try desk.tree.save(FileLocation(WorkspacePath("n.md")), bytes: Array(left.utf8))
    try desk.open(isSameBoot: false)
    #expect(try desk.running().tip == tip)
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.text("n.md") == expected && desk.recorded("n.md") == expected)
  }

  @Test func `without a power cut zeros are what somebody saved`() throws {
    let desk = try Desk()
    try desk.save("n.md", "one\n")
    try desk.scan()
    try desk.save("n.md", "one\n\0\0\0")
    try desk.scan()
    #expect(try desk.recorded("n.md") == "one\n\0\0\0")
  }
}
