import WorkspaceAPI
import DaemonClient
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct ServerLifeTests {
  @Test func `a socket file left by a dead daemon is replaced`() async throws {
    let first = try await ServedFolder(FakeVerbs())
    let descriptor = open(first.path.string + "x", O_CREAT | O_WRONLY, 0o600)
    close(descriptor)
    rename(first.path.string + "x", first.path.string)
    #expect(await eventually { (try? first.client()) != nil })
    #expect(try await first.client().call(StatusRequest()).pid == 7)
    await first.end()
  }

  @Test func `a server whose socket or folder is taken away stands there again, and its clients stay`() async throws {
    let folder = try await ServedFolder(FakeVerbs())
    let client = try folder.client()
    unlink(folder.path.string)
    #expect(await eventually { (try? folder.client()) != nil })
    unlink(folder.path.string)
    #expect(rmdir(folder.path.directory) == 0 || errno == ENOTEMPTY)
    #expect(await eventually { (try? folder.client()) != nil })
    rename(folder.path.directory, folder.path.directory + "-away")
    #expect(await eventually { (try? folder.client()) != nil })
    #expect(try await client.call(StatusRequest()).pid == 7)
    #expect(try await folder.client().call(StatusRequest()).pid == 7)
    unlink(folder.path.directory + "-away" + folder.path.string.dropFirst(folder.path.directory.count))
    rmdir(folder.path.directory + "-away")
    await folder.end()
  }

  @Test func `a stopped server leaves no socket and ends waits`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let client = try folder.client()
    let waiting = Task { try await client.call(SyncRequest(wait: true, timeout: 5_000)) }
    #expect(await eventually { verbs.requests.count == 1 })
    await folder.server.finish()
    #expect(access(folder.path.string, F_OK) != 0)
    await #expect(throws: VerbError.self) { try await waiting.value }
    let error = await #expect(throws: VerbError.self) { try await client.call(StatusRequest()) }
    #expect(error?.code == .busy)
    await folder.end()
  }

  @Test func `a client that asks for the stop hears when the daemon has gone`() async throws {
    let asked = Mutex(false)
    let gone = Mutex(false)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let folder = try await ServedFolder(FakeVerbs()) {
      asked.withLock { $0 = true }
      continuation.finish()
    }
    let client = try folder.client()
    let stop = Task {
      try await client.stop()
      return gone.withLock { $0 }
    }
    for await _ in stream {}
    await folder.server.finish()
    gone.withLock { $0 = true }
    await folder.server.close()
    #expect(try await stop.value)
    await folder.end()
  }

  @Test func `a daemon that goes away fails the calls that wait`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let client = try folder.client()
    let waiting = Task { try await client.call(SyncRequest(wait: true, timeout: 5_000)) }
    #expect(await eventually { verbs.requests.count == 1 })
    await folder.server.close()
    let error = await #expect(throws: VerbError.self) { try await waiting.value }
    #expect(error?.what.contains("ended before it answered") == true)
    await folder.end()
  }
}
