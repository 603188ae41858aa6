import WorkspaceAPI
import DaemonClient
import FoundationEssentials
import GitObjects
import Synchronization
import TestSupport
import Testing

@Suite struct RoundTripTests {
  /// Calls every verb on `verbs` and gives what came back, as JSON, with the name of the verb.
  static func all(_ verbs: any WorkspaceVerbs) async throws -> [String: String] {
    let agent = Caller(agent: "Claude Code", session: "42", model: "m", tool: "stet write")
    var answers: [String: String] = [:]
    func note(_ name: String, _ value: some Encodable) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      answers[name] = String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    try note("status", try await verbs.call(StatusRequest()))
    try note("sync", try await verbs.call(SyncRequest(wait: true, timeout: 2.5)))
    try note("read", try await verbs.call(ReadRequest(path: "a b/é.md", caller: agent, revision: "HEAD~1")))
    for (number, action) in WriteActionTests.actions.enumerated() {
      let request = WriteRequest(path: "a.md", action: action, token: .emptyBlob, caller: agent)
      try note("write \(number)", try await verbs.call(request))
    }
    var step = WriteRequest(path: "a.md", action: .delete, caller: agent)
    step.step = CallStep(begins: true, ends: true, answer: "done", since: .emptyTree)
    try note("write as a step", try await verbs.call(step))
    let writes = [WriteRequest(path: "a", action: .delete), WriteRequest(path: "b", action: .put([1]), token: .zero)]
    let batch = BatchRequest(writes: writes, renames: [["a", "b"]], caller: agent)
    try note("writeTogether", try await verbs.call(batch))
    try note("beginCall", try await verbs.call(CallBegin(caller: agent, key: "k")))
    let end = CallEnd(caller: agent, key: "k", answer: "done", paths: ["a"], since: .emptyTree)
    try note("endCall", try await verbs.call(end))
    try note("changes", try await verbs.call(ChangesRequest(since: "x", caller: agent, limit: 3)))
    try note("list", try await verbs.call(ListRequest(path: "Research", recursive: true)))
    try note("look", try await verbs.call(LookRequest(path: "Research", reach: .everything)))
    try note("large", try await verbs.call(LargeRequest(.pin, paths: ["a", "b"])))
    _ = try await verbs.call(MakeFolderRequest(path: "Research/whales"))
    try note("search", try await verbs.call(SearchRequest(text: "whale\n\"", caseSensitive: true, limit: 5)))
    try note(
      "log", try await verbs.call(LogRequest(path: "a", limit: 1, session: "s", kind: "agent", author: "n", since: "t"))
    )
    let conditions = ChangeConditions(session: "s", since: "t", until: "u")
    try note(
      "operations", try await verbs.call(OperationsRequest(limit: 3, path: "a", conditions: conditions)))
    try note("sessions", try await verbs.call(SessionsRequest(limit: 3, path: "a", conditions: conditions)))
    try note("activity", try await verbs.call(ActivityRequest(day: "today", path: "a", conditions: conditions)))
    try note("diff of a session", try await verbs.call(DiffRequest(path: "a", changes: conditions)))
    try note("blame", try await verbs.call(BlameRequest(path: "a.md")))
    try note("provenance", try await verbs.call(ProvenanceRequest(path: "a.md")))
    try note("diff", try await verbs.call(DiffRequest(path: "a", from: "x", to: "y")))
    try note("restore", try await verbs.call(RestoreRequest(paths: ["a", "b"], revision: "x", caller: agent)))
    try note("undo", try await verbs.call(UndoRequest(target: "c", session: "s", from: "desk", caller: agent)))
    try note("questions", try await verbs.call(QuestionsRequest()))
    try note("answer", try await verbs.call(AnswerRequest(id: "i", word: "w", caller: agent)))
    try note("conflicts", try await verbs.call(ConflictsRequest()))
    for (number, choice) in [ResolveRequest.Choice.current, .other, .both, .content([0, 255])].enumerated() {
      let request = ResolveRequest(path: "a.md", choice: choice, caller: agent)
      try note("resolve \(number)", try await verbs.call(request))
    }
    try note("doctor", try await verbs.call(DoctorRequest()))
    return answers
  }

  @Test func `every verb over the socket asks and gives what it does in process`() async throws {
    let near = FakeVerbs()
    let far = FakeVerbs()
    let folder = try await ServedFolder(far)
    let direct = try await Self.all(near.table)
    let overSocket = try await Self.all(try folder.client())
    await folder.end()
    #expect(direct == overSocket)
    #expect(near.requests == far.requests)
    #expect(direct.count == 38)
  }

  @Test func `an error comes over the socket whole`() async throws {
    let folder = try await ServedFolder(FakeVerbs(failing: FakeVerbs.error))
    let client = try folder.client()
    await #expect(throws: FakeVerbs.error) { try await client.call(StatusRequest()) }
    await #expect(throws: FakeVerbs.error) {
      _ = try await client.subscribe(EventsRequest()).first { _ in true } ?? { throw FakeVerbs.error }()
    }
    await folder.end()
  }

  @Test func `calls of one client run side by side`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let client = try folder.client()
    let waiting = Task { try await client.call(SyncRequest(wait: true, timeout: 5_000)) }
    #expect(await eventually { verbs.requests.count == 1 })
    #expect(try await client.call(StatusRequest()).pid == 7)
    waiting.cancel()
    await #expect(throws: VerbError.self) { try await waiting.value }
    await folder.end()
  }

  @Test func `how far a search is comes over the socket, where it is wanted`() async throws {
    let folder = try await ServedFolder(FakeVerbs())
    let client = try folder.client()
    let heard = Mutex<[SearchProgress]>([])
    var wanted = SearchRequest(text: "whale")
    wanted.tellsProgress = true
    _ = try await client.call(wanted) { progress in heard.withLock { $0.append(progress) } }
    #expect(heard.withLock { $0 } == [FakeVerbs.progress])
    _ = try await client.call(SearchRequest(text: "whale"))
    #expect(heard.withLock { $0.count } == 1)
    await folder.end()
  }

  @Test func `events come in order until the client gives them up`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    // As `stet watch` does: nobody holds the client but the stream.
    let events = try await folder.client().subscribe(EventsRequest())
    #expect(await eventually { verbs.subscribers == 1 })
    for number in 0..<100 { verbs.send(WorkspaceEvent(event: .recorded, time: "t", message: "\(number)")) }
    var seen: [String] = []
    for await event in events {
      seen.append(event.message)
      if seen.count == 100 { break }
    }
    #expect(seen == (0..<100).map(String.init))
    await folder.end()
    #expect(await eventually { verbs.givenUp == 1 })
  }

  @Test func `a content of megabytes arrives as it was sent`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let content = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let request = WriteRequest(path: "big", action: .put(content))
    _ = try await folder.client().call(request)
    await folder.end()
    #expect(verbs.requests == ["\(request)"])
  }
}
