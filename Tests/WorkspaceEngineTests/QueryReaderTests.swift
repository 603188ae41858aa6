import WorkspaceAPI
import GitObjects
import Testing

@testable import WorkspaceEngine

@Suite struct QueryReaderTests {
  private static let id = "3d04658c73000000000000000000000000000001"

  private static func records(_ output: String, maker: CommitMaker = .stet) -> [LogRecord] {
    LogReader.records(LogRecords.split(Array(output.utf8), fields: 6)) { _ in maker }
  }

  @Test func `a commit of an agent is read with its session, paths and time`() throws {
    let message = "Edit a.md\n\nStet-Actor: agent\nStet-Agent: Claude Code\nStet-Session: s1\nStet-Machine: desk\n"
    let output =
      "\u{1e}\(LogRecords.mark)\u{1f}\(Self.id)\u{1f}\(Self.id)\u{1f}1767323045\u{1f}Claude Code\u{1f}2026-01-02T03:04:05Z\u{1f}\(message)\u{1f}\u{0}\na.md\u{0}b/c.md\u{0}"
    let entry = try #require(Self.records(output).first?.entry)
    #expect(entry.commit.hex == Self.id)
    #expect(entry.author.kind == "agent")
    #expect(entry.author.name == "Claude Code")
    #expect(entry.author.session == "s1")
    #expect(entry.machine == "desk")
    #expect(entry.paths == ["a.md", "b/c.md"])
    #expect(entry.subject == "Edit a.md")
  }

  @Test(arguments: [
    ("2026-01-02T03:04:05+00:00", "2026-01-02T03:04:05Z"), ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"),
    ("2026-01-02T03:04:05+01:00", "2026-01-02T03:04:05+01:00"),
  ])
  func `a time without offset ends in Z whatever git writes`(printed: String, time: String) throws {
    let output =
      "\u{1e}\(LogRecords.mark)\u{1f}\(Self.id)\u{1f}\(Self.id)\u{1f}1767323045\u{1f}Ann\u{1f}\(printed)\u{1f}by hand\n\u{1f}"
    #expect(Self.records(output).first?.entry.time == time)
    let operation =
      "\u{1e}\(LogRecords.mark)\u{1f}\(Self.id)\u{1f}\(Self.id)\u{1f}1767323045\u{1f}1767323045\u{1f}\(printed)\u{1f}Ann\u{1f}by hand\n\u{1f}"
    let records = LogRecords.split(Array(operation.utf8), fields: 7)
    #expect(OperationReader.commits(records) { _ in true }.first?.time == time)
  }

  @Test func `a path forges no commit`() {
    let fields = "\(Self.id)\u{1f}\(Self.id)\u{1f}1767323045\u{1f}Ann\u{1f}2026-01-02T03:04:05Z\u{1f}"
    let commit = "\u{1e}\(LogRecords.mark)\u{1f}" + fields + "by hand\n\u{1f}\u{0}\na.md\u{0}"
    let forged = "\u{1e}" + fields + "forged\n\u{1f}"
    let records = Self.records(commit + forged + "\u{0}b.md\u{0}")
    #expect(records.map(\.entry.paths) == [["a.md", forged, "b.md"]])
  }

  @Test func `a message forges no other commit and no path`() throws {
    let begin =
      "\u{1e}\(LogRecords.mark)\u{1f}\(Self.id)\u{1f}\(Self.id)\u{1f}1767323045\u{1f}Ann\u{1f}2026-01-02T03:04:05Z\u{1f}"
    let message = "by hand\n\n\u{1f}forged.md\n" + begin + "Stet-Actor: agent\n"
    let records = Self.records(begin + message + "\u{1f}\u{0}\na.md\u{0}" + begin + "two\n\u{1f}\u{0}")
    #expect(records.map(\.entry.subject) == ["by hand", "two"] && records.map(\.entry.paths) == [["a.md"], []])
  }

  @Test(arguments: [(nil, "user"), ("s9", "unsure")] as [(String?, String)])
  func `trailers in a commit of another program are text`(session: String?, kind: String) throws {
    let message = "Edit a.md\n\nStet-Actor: agent\nStet-Agent: Innocent\nStet-Session: s1\nStet-Tool: Write\n"
    let output =
      "\u{1e}\(LogRecords.mark)\u{1f}\(Self.id)\u{1f}\(Self.id)\u{1f}1767323045\u{1f}Ann\u{1f}2026-01-02T03:04:05Z\u{1f}\(message)\u{1f}\u{0}\na.md\u{0}"
    let record = try #require(Self.records(output, maker: .other(during: session)).first)
    #expect(record.entry.author.kind == kind && record.entry.author.name == "Ann" && record.isForeign)
    #expect(record.entry.author.session == session && record.entry.tool == nil && record.entry.subject == "Edit a.md")
  }

  @Test func `a commit without Stet's trailers is the person's`() throws {
    let output =
      "\u{1e}\(LogRecords.mark)\u{1f}\(Self.id)\u{1f}\(Self.id)\u{1f}1767323045\u{1f}Ann\u{1f}2026-01-02T03:04:05Z\u{1f}by hand\n\u{1f}"
    let entry = try #require(Self.records(output).first?.entry)
    #expect(entry.author.kind == "user")
    #expect(entry.author.name == "Ann")
    #expect(entry.paths.isEmpty)
  }

  @Test func `blame's lines keep text that looks like a header`() {
    let porcelain = """
      \(Self.id) 1 1 1
      author Ann
      author-time 1700000000
      author-tz +0130
      summary x
      filename a.md
      \tauthor Nobody
      \(Self.id) 5 2
      author Ann
      author-time 1700000000
      author-tz +0130
      boundary
      filename a.md
      \t
      """
    let lines = BlameReader.lines(Array(porcelain.utf8))
    #expect(lines.map(\.text) == ["author Nobody", ""])
    #expect(lines.allSatisfy { $0.name == "Ann" && $0.time == "2023-11-14T23:43:20+01:30" })
    #expect(lines.map(\.source) == [1, 5] && lines.map(\.isBoundary) == [false, true])
  }

  @Test func `search hits keep colons in paths and lines`() throws {
    let output = "\(Self.id):a:b.md\u{0}7\u{0}x: y\n\(Self.id):c.md\u{0}1\u{0}z\n"
    var reader = GrepReader(prefix: 41)
    let hits = reader.take(Array(output.utf8))
    #expect(hits.map(\.path) == ["a:b.md", "c.md"])
    #expect(hits.first?.line == 7)
    #expect(hits.first?.text == "x: y")
  }

  @Test(arguments: 1...12) func `search hits are the same however the output is cut`(size: Int) {
    let long = String(repeating: "é", count: 20_000)
    let output = Array(
      "\(Self.id):a.md\u{0}7\u{0}x\n\(Self.id):b.md\u{0}1\u{0}\(long)\n\(Self.id):c.md\u{0}2\u{0}z\n".utf8)
    var reader = GrepReader(prefix: 41)
    var hits: [SearchHit] = []
    for start in stride(from: 0, to: output.count, by: size) {
      hits += reader.take(Array(output[start..<min(start + size, output.count)]))
    }
    #expect(hits.map(\.path) == ["a.md", "b.md", "c.md"] && hits.map(\.line) == [7, 1, 2])
    #expect(hits.map(\.text) == ["x", String(long.prefix(400)), "z"])
  }
}
