import DaemonClient
import Synchronization
import Testing
import WorkspaceAPI

@testable import DaemonServer

/// A stop by a process whose name and environment show no agent.
@Suite struct AgentStopTests {
  private final class Stops: Sendable {
    private let counted = Mutex(0)
    var count: Int { counted.withLock { $0 } }
    func add() { counted.withLock { $0 += 1 } }
  }

  private static func bracket(_ kind: BracketRequest.Kind, _ id: String, isCommand: Bool = true) -> BracketRequest {
    BracketRequest(kind: kind, agent: Caller(agent: "Mystery", session: "s1"), id: id, isCommand: isCommand)
  }

  // The hook and the stop are calls of one process, so of one session of the kernel.
  @Test(arguments: [false, true])
  func `a stop from the session of an agent's running command is refused until the command ends`(isTurn: Bool)
    async throws
  {
    let stops = Stops()
    let folder = try await ServedFolder(FakeVerbs(), stop: { stops.add() })
    let client = try folder.client()
    _ = try await client.call(Self.bracket(.begin, "t0", isCommand: false))
    _ = try await client.call(StopRequest())
    #expect(stops.count == 1, "a tool that runs no command stops nothing")
    for id in ["t1", "t2"] { _ = try await client.call(Self.bracket(.begin, id)) }
    if !isTurn { _ = try await client.call(Self.bracket(.end, "t1")) }
    let error = await #expect(throws: VerbError.self) { try await client.call(StopRequest()) }
    #expect(error?.code == .refused && error?.what.contains("Mystery is an agent") == true)
    #expect(stops.count == 1)
    _ = try await client.call(isTurn ? Self.bracket(.rest, "") : Self.bracket(.end, "t2"))
    _ = try await client.call(StopRequest())
    #expect(stops.count == 2)
    await folder.end()
  }

  @Test(
    arguments: [
      ("stet mcp", "mcp"), ("stet -C /notes mcp --http", "mcp"), ("stet -C mcp search x", "search"),
      ("stet search mcp", "search"), ("stet --help", nil), ("stet", nil),
      // A program can be started with an empty name, and with an empty folder.
      (" mcp", "mcp"), ("stet -C  mcp", "mcp"), ("", nil),
    ] as [(String, String?)])
  func `the command of a process is its first word without options`(line: String, command: String?) {
    let text = line.utf8.map { $0 == UInt8(ascii: " ") ? 0 : $0 } + [0]
    #expect(AgentClients.command(in: AgentClients.words(in: text)) == command)
  }
}
