import WorkspaceAPI
import DaemonClient
import Glibc
import TestSupport
import Testing

/// More clients than the server takes at once.
@Suite struct CrowdTests {
  @Test func `who comes when there are too many is served as soon as another goes`() async throws {
    let folder = try await ServedFolder(FakeVerbs(), mostClients: 2, crowdTimeout: 60_000)
    let staying = try folder.client()
    #expect(try await staying.call(StatusRequest()).pid == 7)
    var going: DaemonConnection? = try folder.client()
    #expect(try await going?.call(StatusRequest()).pid == 7)
    let late = try folder.client()
    let waiting = Task { try await late.call(StatusRequest()).pid }
    #expect(await folder.server.clientCount == 2)
    going = nil
    #expect(try await waiting.value == 7)
    await folder.end()
  }

  @Test func `where none goes, who waited is told so, and the next is served when one has gone`() async throws {
    let folder = try await ServedFolder(FakeVerbs(), mostClients: 1, crowdTimeout: 50)
    var staying: DaemonConnection? = try folder.client()
    #expect(try await staying?.call(StatusRequest()).pid == 7)
    let late = try folder.client()
    let error = await #expect(throws: VerbError.self) { try await late.call(StatusRequest()) }
    #expect(error?.code == .busy && error?.what.contains("1 clients") == true, "\(error.debugDescription)")
    staying = nil
    #expect(await eventually { (try? await folder.client().call(StatusRequest()).pid) == 7 })
    await folder.end()
  }

  @Test func `a crowd is served, all of it, by a server that takes a few at once`() async throws {
    let folder = try await ServedFolder(FakeVerbs(), mostClients: 8, crowdTimeout: 60_000)
    try await withThrowingTaskGroup(of: Int32?.self) { group in
      for _ in 0..<300 { group.addTask { try await folder.client().call(StatusRequest()).pid } }
      for try await pid in group { #expect(pid == 7) }
    }
    await folder.end()
  }

  @Test func `a server that is full can be stopped`() async throws {
    let folder = try await ServedFolder(FakeVerbs(), mostClients: 1, crowdTimeout: 60_000)
    let staying = try folder.client()
    #expect(try await staying.call(StatusRequest()).pid == 7)
    let late = try folder.client()
    let waiting = Task { try await late.call(StatusRequest()) }
    await folder.end()
    await #expect(throws: VerbError.self) { try await waiting.value }
  }
}
