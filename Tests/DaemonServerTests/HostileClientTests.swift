import WorkspaceAPI
import DaemonClient
import TestSupport
import Testing

@Suite struct HostileClientTests {
  @Test(arguments: [
    ("not json\n", "-32700"), ("{}\n", "-32700"), ("[1,2,3]\n", "-32700"), ("\u{1}\u{2}\n", "-32700"),
    (#"{"jsonrpc":"1.0","id":1,"method":"status"}"# + "\n", "-32700"),
    (#"{"jsonrpc":"2.0","id":1,"method":"format"}"# + "\n", "-32601"),
    (#"{"jsonrpc":"2.0","id":"x","method":"read"}"# + "\n", "-32602"),
    (#"{"jsonrpc":"2.0","id":1,"method":"write","params":{"path":3}}"# + "\n", "-32602"),
  ])
  func `a message that is no request is answered, and the connection goes on`(line: String, code: String) async throws {
    let folder = try await ServedFolder(FakeVerbs())
    let connection = try RawConnection(folder.path)
    await connection.send(line)
    let answer = await connection.line()
    #expect(answer.contains(code), "\(answer)")
    await connection.send(#"{"jsonrpc":"2.0","id":"mine","method":"doctor"}"# + "\n")
    let next = await connection.line()
    #expect(next.contains(#""id":"mine""#) && next.contains("result"), "\(next)")
    await folder.end()
  }

  @Test func `brackets within brackets without end are refused`() async throws {
    let folder = try await ServedFolder(FakeVerbs())
    let connection = try RawConnection(folder.path)
    await connection.send(String(repeating: "[", count: 50_000) + "\n")
    #expect(await connection.line().contains("-32700"))
    await folder.end()
  }

  @Test func `bytes that are no text are refused`() async throws {
    let folder = try await ServedFolder(FakeVerbs())
    let connection = try RawConnection(folder.path)
    await connection.send([0xff, 0xfe, 0xc0, 0x0a])
    #expect(await connection.line().contains("-32700"))
    await folder.end()
  }

  @Test func `a line longer than allowed ends its connection and no other`() async throws {
    let folder = try await ServedFolder(FakeVerbs(), longestRequest: 3 << 20)
    let client = try folder.client()
    let giant = try RawConnection(folder.path)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    var sent = 0
    while sent < 50, await giant.send(piece) { sent += 1 }
    #expect(sent < 50)
    #expect(try await client.call(StatusRequest()).pid == 7)
    await folder.end()
  }

  @Test func `clients that vanish in the middle leave the server as it was`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    for round in 0..<50 {
      let connection = try RawConnection(folder.path)
      let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n"
      if round.isMultiple(of: 2) {
        await connection.send(String(request.prefix(round)))
      } else {
        for _ in 0..<round { await connection.send(request) }
      }
    }
    #expect(try await folder.client().call(StatusRequest()).pid == 7)
    #expect(await eventually { await folder.server.clientCount == 0 })
    await folder.end()
  }

  @Test func `a wait ends with the client that asked for it`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    do {
      let connection = try RawConnection(folder.path)
      await connection.send(#"{"jsonrpc":"2.0","id":1,"method":"sync","params":{"wait":true,"timeout":5000}}"# + "\n")
      let events = #"{"jsonrpc":"2.0","id":2,"method":"events","params":{"caller":{"hasTerminal":true}}}"#
      await connection.send(events + "\n")
      #expect(await eventually { verbs.requests.count == 2 })
    }
    #expect(await eventually { verbs.givenUp == 2 })
    await folder.end()
  }

  @Test func `many subscriptions of one client hold up none of its other requests`() async throws {
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let connection = try RawConnection(folder.path)
    for id in 0..<40 {
      await connection.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"events","params":{"caller":{}}}"# + "\n")
    }
    #expect(await eventually { verbs.subscribers == 40 })
    // More requests at once than are read: the reading stops, and goes on when they are done.
    let request = #"{"jsonrpc":"2.0","id":"status","method":"status"}"# + "\n"
    await connection.send(String(repeating: request, count: 40))
    for _ in 0..<40 { try #require(await connection.line().contains("result")) }
    await connection.send(request)
    #expect(await connection.line().contains("result"))
    await folder.end()
  }

  @Test func `a client that reads nothing holds up nobody`() async throws {
    let folder = try await ServedFolder(FakeVerbs())
    let deaf = try RawConnection(folder.path)
    let request = #"{"jsonrpc":"2.0","id":1,"method":"status"}"# + "\n"
    await deaf.send(String(repeating: request, count: 2_000))
    #expect(try await folder.client().call(StatusRequest()).pid == 7)
    await folder.end()
  }

  @Test func `another user is refused with a sentence that says what to do`() async throws {
    let folder = try await ServedFolder(FakeVerbs(), owner: 4_242)
    let client = try folder.client()
    let error = await #expect(throws: VerbError.self) { try await client.call(StatusRequest()) }
    #expect(error?.code == .refused)
    #expect(error?.what.contains("4242") == true)
    #expect(error?.next?.contains("stet clone") == true)
    await folder.end()
  }
}
