import Testing

/// Folders that exchange over https, through a web server that asks for a password.
@Suite struct WebSyncTests {
  @Test func `folders meet over https with the user's own credential helper, and hear by asking`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let remote = try await Remote(on: machine)
        let server = try await WebServer(on: machine)
        let folders = [
          try await remote.workspace("a", at: server.url + "/remote.git"),
          try await remote.workspace("b", at: server.url + "/remote.git"),
        ]
        try folders[0].save("first.md", "over https\n")
        let heard = try await machine.shell(
          "until [ -e first.md ]; do read -rt 0.1 <> <(:) || true; done", in: folders[1].root)
        #expect(heard.status == 0, "b never heard of it")
        try folders[1].save("first.md", "over https\nand back\n")
        try await folders[1].barrier()
        try await remote.expectConverged(folders)
        for folder in folders { try await folder.stet("stop") }
        await server.stop()
      }
    }
  }

  @Test func `what was saved while the server was away goes out by itself when it is back`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let remote = try await Remote(on: machine)
        let server = try await WebServer(on: machine)
        let folder = try await remote.workspace("a", at: server.url + "/remote.git")
        try folder.save("first.md", "one\n")
        try await folder.barrier()
        await server.stop()
        try folder.save("second.md", "two\n")
        let outcome = try await folder.stet("sync", "--wait", "--timeout", "10")
        #expect(outcome.status == 4, "\(outcome)")
        let again = try await WebServer(on: machine, port: server.port)
        let arrived = try await machine.shell(
          "until git show main:second.md > /dev/null 2>&1; do read -rt 0.1 <> <(:) || true; done", in: remote.path,
          within: .seconds(90))
        #expect(arrived.status == 0, "it never went out by itself")
        try await folder.stet("stop")
        await again.stop()
      }
    }
  }

  @Test func `a password that is refused is said, and nothing waits for a prompt`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let remote = try await Remote(on: machine)
        let server = try await WebServer(on: machine)
        try await machine.shell("sed -i s/secret/wrong/ web/credentials").mustSucceed()
        let folder = try await remote.workspace("a", at: server.url + "/remote.git")
        try folder.save("first.md", "one\n")
        let outcome = try await folder.stet("sync", "--wait", "--timeout", "20")
        #expect(outcome.status == 1 || outcome.status == 4, "\(outcome)")
        #expect(try await folder.log("first.md").count == 1, "recording waits for the network")
        #expect(try await folder.status().remote?.message?.isEmpty == false)
        try await folder.stet("stop")
        await server.stop()
      }
    }
  }
}
