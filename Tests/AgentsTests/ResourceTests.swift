internal import MCP
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct ResourceTests {
  @Test func `every file is a resource, page by page`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("b é.md", "two\n")
      for number in 100..<603 {
        _ = await folder.call("write_file", ["path": "\(number).md".json, "content": "x\n"])
      }
      guard case .page(let first, let next?) = await folder.resource(.list(cursor: nil)) else {
        Issue.record("no page")
        return
      }
      #expect(first.count == 501 && first[0].uri == "stet://query/research")
      guard case .page(let rest, nil) = await folder.resource(.list(cursor: next)) else {
        Issue.record("no second page")
        return
      }
      #expect(rest.map(\.name) == ["600.md", "601.md", "602.md", "b é.md"])
      #expect(await folder.resource(.list(cursor: "../x")) == .unknownCursor)
      let uri = try #require(rest.last?.uri)
      guard case .content(let content) = await folder.resource(.read(uri: uri)) else {
        Issue.record("no content")
        return
      }
      #expect(content.body == "two\n" && content.type == "text/markdown" && content.isText)
      guard case .content(let agents) = await folder.resource(.read(uri: rest[0].uri)) else {
        Issue.record("no content")
        return
      }
      #expect(agents.provenance?["last_modified_by"]?["kind"] == "agent")
      let written = await folder.call("write_file", ["path": "b é.md", "content": "three\n"])
      #expect(!written.isError, "what was read as a resource was read: \(written)")
    }
  }

  @Test func `pages go on behind the last path, whatever comes and goes between them`() async throws {
    try await DoorFolder.use { folder in
      // In the order of bytes: "a b.md", "a.md", "a/…", "a0.md", which is not that of names.
      let files = (100..<560).map { ("a/\($0).md", Optional("x\n")) }
      let made: [(String, String?)] = [("a b.md", "x\n"), ("a.md", "x\n"), ("a0.md", "x\n"), ("z/1.md", "x\n")]
      for (path, text) in files + made + (0..<60).map({ ("b/\($0)/y.md", "x\n") }) {
        _ = await folder.call("write_file", ["path": path.json, "content": (text ?? "").json])
      }
      guard case .page(let first, let next?) = await folder.resource(.list(cursor: nil)) else {
        Issue.record("no page")
        return
      }
      #expect(first.map(\.name)[1...3] == ["a b.md", "a.md", "a/100.md"])
      // The one at which the next page begins goes, one before and one behind it come.
      _ = await folder.call("delete_file", ["path": try #require(first.last?.name).json])
      for path in ["a/099.md", "y.md"] { _ = await folder.call("write_file", ["path": path.json, "content": "x\n"]) }
      guard case .page(let rest, nil) = await folder.resource(.list(cursor: next)) else {
        Issue.record("no second page")
        return
      }
      let names = first.dropFirst().map(\.name) + rest.map(\.name)
      #expect(Set(names).count == names.count && names.count == 460 + 4 + 60 + 1)
      #expect(rest.suffix(2).map(\.name) == ["y.md", "z/1.md"])
      #expect(zip(names, names.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

  @Test(arguments: [
    "file:///etc/passwd", "file://ROOT/../out.md", "file://ROOT/.git/config", "file://ROOT/%2e%2e/out.md",
    "file://ROOT/gone.md", "file://ROOT/%zz", "file://host/etc/passwd", "http://example.org/", "",
    "file://ROOT/a%00.md",
    "file://ROOT", "ROOT/a.md",
  ]) func `no other address is one`(address: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let uri = address.replacing("ROOT", with: folder.root)
      #expect(await folder.resource(.read(uri: uri)) == .missing(uri: uri))
    }
  }

  @Test func `who listens hears of each change`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let changes = folder.changes()
      let heard = Mutex<ResourceChange?>(nil)
      let listener = Task {
        let change = await changes.first { _ in true }
        heard.withLock { $0 = change }
      }
      defer { listener.cancel() }
      var number = 0
      // Heard from when it listens on: writes go on until then.
      try await until {
        number += 1
        _ = await folder.call("append_file", ["path": "a.md", "content": "\(number)\n".json])
        return heard.withLock { $0 != nil }
      }
      let change = heard.withLock { $0 }
      #expect(
        change
          == ResourceChange(
            uris: ["file://\(folder.root)/a.md"], beginning: "stet://query/", changesList: false))
    }
  }
}
