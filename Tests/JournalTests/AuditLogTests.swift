import FileSystem
import Git
import GitObjects
import Testing

@testable import Journal

@Suite struct AuditLogTests {
  private static let noon: Int64 = 1_795_262_400_000

  private let tree: SimulatedTree
  private let log: AuditLog

  init() throws {
    tree = try Self.tree()
    log = Self.log(tree)
  }

  private static func hash(_ bytes: [UInt8]) -> ObjectID { MemoryObjectStore().id(of: .blob, bytes) }
  private static func log(_ tree: SimulatedTree) -> AuditLog { AuditLog(id: "abcd", tree: tree, hash: hash) }
  private static func tree() throws -> SimulatedTree {
    let tree = SimulatedTree { Self.noon * 1_000_000 }
    try tree.makeDirectories(.store)
    return tree
  }

  private func fill(_ count: Int = 5, days: Int64 = 1) throws {
    for day in 0..<days {
      for number in 0..<count {
        try log.note(
          AuditEntry(
            agent: "bot", session: "s\(number % 2)", model: nil, tool: "read_text_file", act: "read",
            path: "Research/\"whales\"/\(number).md\n", version: "0123456789ab"),
          at: Self.noon + day * 86_400_000 + Int64(number))
      }
    }
  }

  private func check() throws -> AuditCheck { AuditCheck(files: try log.files(), hash: Self.hash) }

  @Test func `what was noted is read again, over days and starts`() throws {
    try fill(days: 2)
    let again = Self.log(tree)
    try again.note(
      AuditEntry(agent: "other", session: nil, model: "m", tool: nil, act: "write", path: "a", refused: "stale"),
      at: Self.noon + 90_000_000)
    let check = try check()
    #expect(check.problems.isEmpty)
    #expect(check.entries.count == 11)
    #expect(check.entries.first?.path == "Research/\"whales\"/0.md\n")
    #expect(check.entries.first?.time == Self.noon)
    #expect(check.entries.last?.agent == "other" && check.entries.last?.refused == "stale")
    #expect(try log.files().count == 2)
  }

  @Test func `any line that is altered, taken out or moved is found`() throws {
    try fill()
    let file = try #require(try log.files().first)
    let lines = file.split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
    for index in lines.indices {
      for place in [10, lines[index].count / 2, lines[index].count - 5] {
        var altered = lines
        altered[index][place] = altered[index][place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
        #expect(!AuditCheck(files: [altered.flatMap { $0 }], hash: Self.hash).problems.isEmpty, "\(index) \(place)")
      }
      guard index > 0, index < lines.count - 1 else { continue }
      var without = lines
      without.remove(at: index)
      #expect(!AuditCheck(files: [without.flatMap { $0 }], hash: Self.hash).problems.isEmpty)
      var moved = lines
      moved.swapAt(index, index + 1)
      #expect(!AuditCheck(files: [moved.flatMap { $0 }], hash: Self.hash).problems.isEmpty)
    }
  }

  @Test func `what a commit names and is gone or another is found`() throws {
    try fill()
    let head = try #require(try check().head)
    #expect(try check().problems(against: [(head, false)]).isEmpty)
    let whole = try #require(try log.files().first)
    let lines = whole.split(separator: UInt8(ascii: "\n"))
    let cut = AuditCheck(files: [Array(lines.dropLast().joined(separator: [UInt8(ascii: "\n")]))], hash: Self.hash)
    #expect(cut.problems.isEmpty)
    #expect(cut.problems(against: [(head, false)]).count == 1)
    #expect(AuditCheck(files: [], hash: Self.hash).problems(against: [(head, false)]).count == 1)
    #expect(AuditCheck(files: [], hash: Self.hash).problems(against: [(head, true)]).isEmpty)
    let other = Self.log(try Self.tree())
    for number in 0..<7 {
      try other.note(
        AuditEntry(agent: "bot", session: nil, model: nil, tool: nil, act: "read", path: "\(number)"), at: Self.noon)
    }
    let rebuilt = AuditCheck(files: try other.files(), hash: Self.hash)
    #expect(rebuilt.problems.isEmpty)
    #expect(rebuilt.problems(against: [(head, false)]).count == 1)
  }

  @Test func `a head is named once, and only when it is durable`() throws {
    #expect(log.takeHead() == nil)
    try fill()
    #expect(log.takeHead() == nil)
    let pending = try #require(log.pending)
    try tree.synchronize(pending.location)
    log.noteDurable(pending.head)
    #expect(log.pending == nil)
    let head = try #require(log.takeHead())
    #expect(AuditHead(head.text) == head)
    #expect(log.takeHead() == nil)
  }

  @Test func `what a power cut left of a line goes`() throws {
    try fill()
    let place = FileLocation.store("audit/2026-11-21.jsonl")
    _ = try tree.append(place, bytes: Array("{\"n\":12,\"t\":17".utf8) + [0, 0, 0], durable: true)
    let again = Self.log(tree)
    try again.note(
      AuditEntry(agent: "bot", session: nil, model: nil, tool: nil, act: "read", path: "x"), at: Self.noon + 10)
    let check = AuditCheck(files: try again.files(), hash: Self.hash)
    #expect(check.problems.isEmpty)
    #expect(check.entries.count == 6)
  }

  @Test func `ten thousand reads take less than two megabytes`() throws {
    for number in 0..<10_000 {
      try log.note(
        AuditEntry(
          agent: "Claude Code", session: "0d5b0c4e-6f1e-4a53-9b1b-0a7a6c1f2d3e", model: "claude",
          tool: "read_text_file",
          act: "read", path: "Research/whales/notes/2026/11/entry-\(number).md", version: "0123456789ab"),
        at: Self.noon + Int64(number))
    }
    #expect(try log.files().map(\.count).reduce(0, +) < 2_000_000)
  }
}
