import FileSystem
import Models
import Sessions
import TestSupport
import Testing

@Suite struct SessionSummaryTests {
  private static let log = FileLocation.store("sessions/s1/log.jsonl")
  private static let file = FileLocation.store("sessions/s1/summary.json")

  @Test func `a summary is that of the log, from the file beside it as from the log`() async throws {
    let lab = try SessionLab([
      [SessionLab.call("a", "append_file")],
      [SessionLab.call("q", "ask_user", #"{"question":"Which?","choices":["x"]}"#)],
      [SessionLab.call("e", "complete_task", #"{"status":"partial","summary":"Half."}"#)],
    ])
    for answer in [nil, "x"] {
      let record = try #require(try await lab.run(answer))
      let whole = SpendingBook(lab.tree).read().ledger
      #expect(whole.totals().tokens == record.totals.tokens)
      for _ in 0..<2 {
        #expect(try SessionShelf.summaries(in: lab.tree) == [SessionSummary(record)])
        #expect(SpendingBook(lab.tree).read().ledger == whole)
        #expect(try lab.tree.stamp(of: Self.file) != nil)
      }
    }
  }

  @Test func `lists do not read a log that did not change, and read one that did`() async throws {
    let lab = try SessionLab()
    let record = try #require(try await lab.run())
    _ = try SessionShelf.summaries(in: lab.tree)
    let summary = try #require(try lab.tree.read(Self.file, limit: 1 << 20)?.bytes)
    let text = String(decoding: summary, as: UTF8.self).replacing(#""prompt":"Go""#, with: #""prompt":"Read""#)
    try lab.tree.remove(Self.file)
    try lab.tree.create(Self.file, bytes: Array(text.utf8), permissions: 0o600, durable: false)
    #expect(try SessionShelf.summaries(in: lab.tree).map(\.plan.prompt) == ["Read"])
    let line = SessionLine(number: 99, time: 99, step: .folded(1)).bytes
    _ = try lab.tree.append(Self.log, bytes: line, durable: true)
    #expect(try SessionShelf.summaries(in: lab.tree).map(\.plan.prompt) == ["Go"])
    for damage in ["", "{}", text + "x"] {
      try lab.tree.remove(Self.file)
      try lab.tree.create(Self.file, bytes: Array(damage.utf8), permissions: 0o600, durable: false)
      #expect(try SessionShelf.summaries(in: lab.tree).first?.state == record.state)
    }
  }

  @Test func `a log that names another session is not listed`() throws {
    let tree = SimulatedTree { 0 }
    let plan = SessionPlan(id: "s2", agent: "A", prompt: "Go")
    try tree.makeDirectories(.store("travel/s1"))
    let bytes = SessionLine(number: 1, time: 1, step: .begun(plan)).bytes
    try tree.create(.store("travel/s1/log.jsonl"), bytes: bytes, permissions: 0o600, durable: true)
    #expect(try SessionShelf.summaries(in: tree, .elsewhere).isEmpty)
  }
}
