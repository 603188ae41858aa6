import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `Writes that are done together or not at all` {
  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.save("a", "1\n2\n3\n")
    try desk.save("b", "x\n")
    try desk.scan()
    return desk
  }

  private let origin = WriteOrigin(author: .robot)

  private func writes(_ texts: [(String, Write.Action)]) throws -> [Write] {
    try texts.map { Write(path: try WorkspacePath($0.0), action: $0.1, origin: origin) }
  }

  @Test func `all are one commit`() throws {
    let desk = try desk()
    let outcome = try desk.running().performTogether(
      writes([("a", .text("A\n")), ("b", .delete), ("New/c", .text("C\n"))]))
    guard case .done(let results) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(Set(results.map(\.commit)).count == 1 && results.count == 3)
    #expect(try desk.text("a") == "A\n" && desk.text("b") == nil && desk.text("New/c") == "C\n")
    #expect(try desk.recorded("b") == nil && desk.recorded("New/c") == "C\n")
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `where one is refused none is done, and what a person saved is recorded as theirs`() throws {
    let desk = try desk()
    try desk.save("a", "mine\n")
    let before = try desk.running().tip
    let refused = try desk.running().performTogether(writes([("a", .text("A\n")), ("gone", .delete)]))
    #expect(refused == .refused([1: .notFound]))
    #expect(try desk.text("a") == "mine\n" && desk.recorded("a") == "mine\n")
    #expect(try desk.running().tip != before)
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `two of one file are refused`() throws {
    let desk = try desk()
    let outcome = try desk.running().performTogether(writes([("a", .text("A\n")), ("a", .append(Array("x".utf8)))]))
    #expect(outcome == .twice(try WorkspacePath("a")))
    #expect(try desk.text("a") == "1\n2\n3\n")
  }

  @Test func `where the disk refuses one after another was exchanged, that one is turned back`() throws {
    let desk = try desk()
    let full = FileError(code: .noSpace, operation: "exchange", path: "b", errno: 28, message: "full")
    let failures = Counter()
    desk.tree.onFault { operation, location in
      operation == .exchange && location.string.hasSuffix("-1") && failures.add() == 1 ? full : nil
    }
    let outcome = try desk.running().performTogether(writes([("a", .text("A\n")), ("b", .text("B\n"))]))
    desk.tree.onFault(nil)
    #expect(outcome == .refused([1: .disk(full)]))
    #expect(try desk.text("a") == "1\n2\n3\n" && desk.recorded("a") == "1\n2\n3\n")
    #expect(try desk.text("b") == "x\n" && desk.recorded("b") == "x\n")
    try desk.open()
    #expect(try desk.recorded("a") == "1\n2\n3\n" && desk.scan().commits.isEmpty)
  }

  /// The person saves a text in place before the first such operation.
  private func save(_ path: String, _ text: String, before wanted: FileOperation, _ desk: Desk) throws {
    let place = FileLocation(try WorkspacePath(path))
    let count = Counter()
    desk.observe { [tree = desk.tree] operation, location in
      guard operation == wanted, wanted != .append || location == place, count.add() == 1 else { return }
      try? tree.save(place, bytes: Array(text.utf8))
    }
  }

  @Test func `a save that an append followed is recorded with them`() throws {
    let desk = try desk()
    try save("a", "mine\n2\n3\n", before: .append, desk)
    let outcome = try desk.running().performTogether(writes([("a", .appending("end\n")), ("b", .text("B\n"))]))
    desk.calm()
    guard case .done = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try desk.text("a") == "mine\n2\n3\nend\n" && desk.recorded("a") == "mine\n2\n3\nend\n")
  }

  @Test func `where one is refused, a text that the record of a stale save displaced is merged at once`() throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    let rest = "2\n3\n4\n5\n6\n7\n8\n"
    try desk.save("a", "1\n" + rest)
    try desk.record("a")
    try desk.write("a", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.save("a", "1\n" + rest + "mine\n")
    try save("a", "1\n" + rest + "mine\nmore\n", before: .exchange, desk)
    let outcome = try desk.running().performTogether(writes([("a", .appending("end\n")), ("gone", .delete)]))
    desk.calm()
    #expect(outcome == .refused([1: .notFound]))
    #expect(try desk.text("a") == "one\n" + rest + "mine\nmore\n")
    #expect(try desk.recorded("a") == desk.text("a"))
  }

  @Test func `what others did is told by path, without one's own and without what was only put together`() throws {
    let desk = try desk()
    let before = try #require(try desk.running().tip)
    try desk.save("a", "1\n2\nthree\n")
    try desk.scan()
    try desk.write("b", .text("y\n")).result()
    let tip = try #require(try desk.running().tip)
    let all = try desk.running().tips.news(since: before, to: tip, limit: 9) { _ in false }
    #expect(all.paths.map(\.path) == ["a", "b"] && all.isWhole && all.more == 0)
    #expect(all.paths.first?.added == 1 && all.paths.first?.removed == 1)
    let others = try desk.running().tips.news(since: before, to: tip, limit: 9) { $0 != .user }
    #expect(others.paths.map(\.path) == ["a"])
    let first = try desk.running().tips.news(since: before, to: tip, limit: 1) { _ in false }
    #expect(first.paths.count == 1 && first.more == 1)
    #expect(try desk.running().tips.news(since: tip, to: tip, limit: 9) { _ in false }.paths.isEmpty)
  }
}
