import Testing

/// `stet mcp` with the clients that agents' programs are made with.
@Suite(.enabled("PyPI's mcp cannot be had here") { await AgentClients.shared.value != nil })
struct AgentClientTests {
  @Test(arguments: AgentClients.Mode.allCases)
  func `a real client uses every tool, and each frame is as the protocol's schema says`(
    mode: AgentClients.Mode
  ) async throws {
    let clients = try #require(await AgentClients.shared.value)
    try await TestWorkspace.run { workspace in
      try await AgentClients.prepare(workspace)
      let log = workspace.machine.place + "/frames"
      let outcome = try await workspace.machine.run(
        clients.command(mode, log: log) + [Machine.binary, "-C", workspace.root, "mcp"] + AgentClients.everything,
        within: .seconds(90))
      #expect(outcome.status == 0 && outcome.word == "done \(mode.rawValue)", "\(outcome)")
      let frames = try await workspace.machine.run(clients.validation(log: log))
      #expect(frames.status == 0 && Int(frames.word) ?? 0 > 20, "\(frames)")
      #expect(workspace.text("person.md") == "the person's\n")
      let blame = try await workspace.blame("Research/orcas.md")
      #expect(Set(blame.map(\.author.name)) == ["Probe"])
      let commits = try await workspace.log("Research/orcas.md")
      #expect(commits.allSatisfy { $0.author.kind == "agent" && $0.author.session?.hasPrefix("mcp-") == true })
    }
  }

  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
  func `each frame to a client of an older revision is one it knows`(revision: String) async throws {
    let clients = try #require(await AgentClients.shared.value)
    try await TestWorkspace.run { workspace in
      try workspace.save("sound.wav", "RIFF")
      try await workspace.barrier()
      func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":{\#(arguments)},"_meta":{"progressToken":"t\#(id)"}}}"#
      }
      let lines = [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#, call(3, "write_file", #""path":"a.md","content":"1\n""#),
        call(4, "read_multiple_files", #""paths":["gone.md","sound.wav"]"#),
        call(5, "read_media_file", #""path":"sound.wav""#), call(6, "read_text_file", #""path":"../a""#),
        call(7, "no_such_tool", ""), #"{"jsonrpc":"2.0","id":"é","method":"resources/list"}"#,
        #"{"jsonrpc":"2.0","id":8,"method":"resources/templates/list"}"#,
        #"{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"file:///gone"}}"#,
        #"{"jsonrpc":"2.0","id":10,"method":"resources/read","params":{"uri":"file:///gone"}}"#,
      ]
      let log = workspace.machine.place + "/frames"
      let outcome = try await workspace.machine.run(
        clients.keeping(log: log) + [Machine.binary, "-C", workspace.root, "mcp"],
        input: lines.joined(separator: "\n") + "\n")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.output.contains(#""protocolVersion":"\#(revision)""#))
      let frames = try await workspace.machine.run(clients.validation(log: log))
      #expect(frames.status == 0 && Int(frames.word) ?? 0 >= 14, "\(frames)")
    }
  }
}
