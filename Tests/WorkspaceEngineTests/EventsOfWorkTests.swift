import Documents
import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Testing

@testable import WorkspaceEngine

/// Checks the events of a real workspace against the table of events.
@Suite struct EventsOfWorkTests {
  /// Waits until an event of the kind comes; all on the way are held against the table.
  private func next(
    _ kind: EventKind, _ iterator: inout AsyncStream<WorkspaceEvent>.Iterator
  ) async throws -> WorkspaceEvent {
    while let event = await iterator.next() {
      #expect(event.fields == event.event.fields, "\(event)")
      #expect(!event.message.isEmpty && !event.time.isEmpty)
      if event.event.namesPaths { #expect(!event.paths.isEmpty, "\(event)") }
      if event.event == kind { return event }
    }
    throw Ended()
  }

  /// Waits until a change of one path by an author comes: a file that was saved slowly is recorded more than once.
  private func recorded(
    _ path: String, by author: Author, _ iterator: inout AsyncStream<WorkspaceEvent>.Iterator
  ) async throws -> WorkspaceEvent {
    while true {
      let event = try await next(.recorded, &iterator)
      if event.paths == [path], event.author == Self.record(author) { return event }
    }
  }

  private struct Ended: Error {}

  private static func record(_ author: Author) -> AuthorRecord { AuthorRecord(author, personName: "Person") }

  @Test(.timeLimit(.minutes(1)))
  func `a headline is hidden only from a caller that may not read its record`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(
        ".stet/policy.toml",
        "[[agents.rules]]\nagents = [\"Blind\"]\ntools = [\"read\"]\npaths = [\"Feed/\"]\npermission = \"deny\"\n")
      try await workspace.settle()
      _ = try await workspace.publish(PublishRequest(headline: "Whales", content: "text"))
      for (agent, isShown) in [(nil, true), ("Reader", true), ("Blind", false)] as [(String?, Bool)] {
        let request = EventsRequest(since: EventsRequest.start, kinds: [.feed], caller: Caller(agent: agent))
        var events = try await workspace.events(request).makeAsyncIterator()
        let message = try #require(await events.next()?.message)
        #expect((message == "Whales") == isShown, "\(agent ?? "person"): \(message)")
      }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `saves, agents, restores, git and the exchange are told with their fields`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.open { workspace in
      var events = try await workspace.events().makeAsyncIterator()

      try folder.save("a.md", "one\n")
      var event = try await next(.recorded, &events)
      #expect(event.paths == ["a.md"] && event.author == Self.record(.user) && event.kind == "change", "\(event)")
      event = try await next(.followed, &events)

      let caller = Caller(agent: "Helper", session: "1", tool: "stet write")
      _ = try await workspace.write(
        WriteRequest(path: "b.md", action: .put(Array("b\n".utf8)), caller: caller))
      event = try await recorded("b.md", by: .agent(name: "Helper", session: "1"), &events)
      #expect(event.kind == "change")

      _ = try await workspace.undo(UndoRequest(session: "1"))
      event = try await recorded("b.md", by: .user, &events)
      #expect(event.kind == "undo")

      try await workspace.settle()
      try await folder.git("commit", "--allow-empty", "-qm", "by hand")
      event = try await next(.recorded, &events)
      #expect(event.kind == "git" && event.message == "by hand", "\(event)")

      try folder.save(".gitattributes", "*.bin -filter\n")
      try folder.save("big.bin", String(repeating: "x", count: 11_000_000))
      event = try await next(.held, &events)
      #expect(event.paths == ["big.bin"] && event.message.contains("larger than"))
      try FileManager.default.removeItem(atPath: folder.root + "/big.bin")
      event = try await next(.released, &events)
      #expect(event.paths == ["big.bin"])

      try await folder.git("remote", "add", "origin", remote)
      try await workspace.settle()
      for kind in [EventKind.remote, .syncing, .published, .current] { event = try await next(kind, &events) }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `a pause and its end are told`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      var events = try await workspace.events().makeAsyncIterator()
      try await folder.git("switch", "-qc", "other")
      var event = try await next(.paused, &events)
      while event.kind == "git" { event = try await next(.paused, &events) }
      #expect(event.kind == "branch" && event.message.contains("other"))
      try await folder.git("switch", "-q", "main")
      event = try await next(.resumed, &events)
    }
  }
}
