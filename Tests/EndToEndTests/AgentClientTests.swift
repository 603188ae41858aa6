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
      try workspace.save("person.md", "the person's\n")
      try workspace.save("picture.png", "PNG")
      try await workspace.barrier()
      let log = workspace.machine.place + "/frames"
      let outcome = try await workspace.machine.run(
        clients.command(mode, log: log) + [Machine.binary, "-C", workspace.root, "mcp"], within: .seconds(90))
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
}
