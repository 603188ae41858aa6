import DaemonClient
import GitObjects
import Glibc
import TestSupport
import Testing
import WorkspaceAPI

@testable import DaemonServer

/// The caller of a request, as the daemon sets it.
@Suite struct CallerTests {
  /// Verbs whose answer does not depend on the caller.
  static let anonymous: Set<String> = [
    "status", "sync", "operations", "sessions", "activity", "questions", "audit", "doctor", "coordination", "bracket",
  ]

  /// A request of every other verb, by a caller that it claims to be.
  static func requests() throws -> [any Verb] {
    let caller = Caller(agent: "Forged", session: "1")
    let item = ClaimItem(try WorkspacePath("a.md"), .writing)
    return [
      ReadRequest(path: "a.md", caller: caller), WriteRequest(path: "a.md", action: .delete, caller: caller),
      BatchRequest(writes: [], caller: caller), CallBegin(caller: caller, key: nil), CallEnd(caller: caller, paths: []),
      ChangesRequest(caller: caller, limit: 1), ListRequest(caller: caller),
      LookRequest(reach: .itself, caller: caller), LargeRequest(.look, paths: [], caller: caller),
      MakeFolderRequest(path: "a", caller: caller), SearchRequest(text: "a"), LogRequest(caller: caller),
      BlameRequest(path: "a.md", caller: caller), ProvenanceRequest(path: "a.md", caller: caller),
      DiffRequest(path: "a.md", from: "x", to: nil), RestoreRequest(paths: [], revision: "x", caller: caller),
      UndoRequest(target: "x", caller: caller), ReapplyRequest(path: "a.md", caller: caller),
      AnswerRequest(id: "i", word: "w", caller: caller), ConflictsRequest(caller: caller),
      ResolveRequest(path: "a.md", choice: .other, caller: caller), PolicyRequest(.show, caller: caller),
      ClaimOrder(items: [item], caller: caller), ClaimChange(number: 1, caller: caller),
      PresentOrder(path: "a.md", caller: caller), NoticeAnswer(notice: 1), NoticesRequest(),
    ]
  }

  private func call<V: Verb>(_ request: V, _ client: DaemonConnection) async throws -> String {
    _ = try await client.call(request)
    return V.name
  }

  @Test func `the daemon sets the caller of every verb of the table that has one`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let client = try folder.client()
    var called = Self.anonymous
    for request in try Self.requests() { called.insert(try await call(request, client)) }
    let events = try await client.subscribe(EventsRequest(caller: Caller(agent: "Forged", session: "1")))
    called.insert(EventsRequest.name)
    #expect(await eventually { verbs.stamped[EventsRequest.name] != nil })
    #expect(called == Set(verbs.table.verbs.map { $0.name }))
    for verb in verbs.table.verbs {
      let isAnonymous = Self.anonymous.contains(verb.name)
      #expect((verb is any AnonymousVerb.Type) == isAnonymous, "\(verb.name)")
      guard !isAnonymous else { continue }
      let caller = verbs.stamped[verb.name]
      #expect(caller?.pid == getpid() && caller?.connection != nil, "\(verb.name)")
    }
    withExtendedLifetime(events) {}
    await folder.end()
  }

  @Test func `a request cannot bring its own process or connection`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let connection = try RawConnection(folder.path)
    await connection.send(
      #"{"jsonrpc":"2.0","id":1,"method":"read","params":{"path":"a","caller":{"pid":1,"connection":77,"hasTerminal":true}}}"#
        + "\n")
    #expect(await connection.line().contains("result"))
    let caller = verbs.stamped["read"]
    #expect(caller?.pid == getpid() && caller?.connection != 77)
    await folder.end()
  }

  @Test func `an answer for another machine is a decision, and a lease is none`() {
    let answer = TravelAnswer(question: "q1", lines: 1, text: "yes")
    #expect(VerbDispatcher.decides(TravelOrder("s1", expecting: nil, answer: answer, caller: .person)))
    #expect(!VerbDispatcher.decides(TravelOrder("s1", expecting: nil, until: 1, sendsLog: true, keepsAnswer: false)))
    #expect(VerbDispatcher.decides(SessionRulesRequest(isDecision: true)))
    #expect(!VerbDispatcher.decides(SessionRulesRequest()))
  }

  @Test func `a verb that the table does not have is refused`() async {
    let error = await #expect(throws: VerbError.self) { try await VerbTable().call(StatusRequest()) }
    #expect(error?.code == .usage)
  }
}
