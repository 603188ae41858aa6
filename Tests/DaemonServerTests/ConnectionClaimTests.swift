import DaemonClient
import GitObjects
import Synchronization
import TestSupport
import Testing
import WorkspaceAPI

@testable import DaemonServer

/// Claims and presenters end with their connection, as the socket reports it.
@Suite struct ConnectionClaimTests {
  @Test func `every verb of coordination comes over the socket`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let client = try folder.client()
    let item = ClaimItem(try WorkspacePath("a b/é.md"), .merging)
    #expect(try await client.call(CoordinationRequest()).claims.first?.holder == "Codex")
    #expect(try await client.call(ClaimOrder(items: [item], wait: 1.5, expires: 30, stays: true)).number >= 100)
    #expect(try await client.call(ClaimChange(number: 8, expires: 5)).number == 8)
    #expect(try await client.call(PresentOrder(path: "a.md", name: "Ed")).presenter == 3)
    _ = try await client.call(NoticeAnswer(notice: 12, failure: "full"))
    for await notice in try await client.subscribe(NoticesRequest()) { Issue.record("\(notice)") }
    #expect(
      verbs.requests == ["coordination", "claim", "changeClaim 8", "present a.md", "answerNotice 12", "notices"])
    await folder.end()
  }

  @Test func `a connection's end is told once its client has gone, under the number its calls had`() async throws {
    let ended = Mutex<[UInt64]>([])
    let folder = try await ServedFolder(
      FakeVerbs(), connectionEnded: { connection in ended.withLock { $0.append(connection) } })
    let item = ClaimItem(try WorkspacePath("a.md"), .writing)
    var client: DaemonConnection? = try folder.client()
    let number = try await client?.call(ClaimOrder(items: [item])).number
    #expect(ended.withLock { $0.isEmpty })
    client = nil
    #expect(await eventually { ended.withLock { !$0.isEmpty } })
    #expect(ended.withLock { $0.first.map { Int64($0) + 100 } } == number)
    await folder.end()
  }
}

@Suite struct AgentEvidenceTests {
  @Test(
    arguments: [
      ("HOME=/root\0STET_AGENT=My bot\0", "My bot"), ("CLAUDECODE=1\0", "Claude Code"),
      ("A=b\0CODEX_SANDBOX=seatbelt\0C=d", "Codex"), ("PATH=/bin\0NOT_CLAUDECODE=1\0", nil), ("STET_AGENT=\0", nil),
      ("", nil), ("\0\0=\0STET_AGENT\0", nil),
    ] as [(String, String?)])
  func `an environment names the agent that runs the program`(environment: String, agent: String?) {
    #expect(AgentEvidence.agent(in: Array(environment.utf8)) == agent)
  }

  @Test(
    arguments: [
      ("STET_SESSION=s1\0CLAUDECODE=1\0STET_AGENT=My bot\0", "My bot s1"), ("STET_AGENT=My bot\0", nil),
      ("STET_SESSION=s1\0", nil), ("STET_AGENT=\0STET_SESSION=s1", nil), ("", nil),
    ] as [(String, String?)])
  func `an environment with an agent and a session is that of a run`(environment: String, run: String?) {
    let found = AgentEvidence.run(in: AgentEvidence.variables(in: Array(environment.utf8)))
    #expect(found.map { "\($0.agent) \($0.session)" } == run)
  }
}
