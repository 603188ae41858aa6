import TestSupport
import Testing

/// `stet provider` with the program, a server on the loopback interface and an agent that is a script.
@Suite struct ProviderTests {
  /// The server of models with faults.
  static let script =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/ModelsTests/Servers/models.py"

  /// Runs a body on a machine whose settings name a server, a command and a server that does not listen.
  private func run(_ body: (Machine, ServerProcess) async throws -> Void) async throws {
    let server = try #require(ServerProcess(script: Self.script))
    try await TestWorkspace.onMachine { machine in
      try await machine.shell("mkdir -p home/.config/stet bin; echo sk-test-123 > home/key; chmod 600 home/key")
        .mustSucceed()
      try """
      #!/bin/sh
      cat > prompt
      echo '{"type":"result","subtype":"success","is_error":false,"result":"ready","session_id":"s1","total_cost_usd":0.0042,"usage":{"input_tokens":3,"output_tokens":6}}'

      """.write(to: machine.place + "/bin/agent")
      try await machine.shell("chmod +x bin/agent").mustSucceed()
      try """
      [[providers]]
      name = "claude"
      kind = "anthropic"
      url = "http://127.0.0.1:\(server.port)/plain"
      key_command = "cat ~/key && echo second line"
      models = { fast = "small-1", powerful = "large-1" }
      prices = { powerful = { input = 3, output = 15 } }

      [[providers]]
      name = "local"
      kind = "openai"
      url = "http://127.0.0.1:\(server.port)/plain/v1"
      key_variable = "LOCAL_KEY"
      models = { balanced = "small-2" }

      [[providers]]
      name = "agent"
      kind = "command"
      command = ["\(machine.place)/bin/agent"]

      [[providers]]
      name = "away"
      kind = "openai"
      url = "http://127.0.0.1:9/v1"
      models = { fast = "m" }

      """.write(to: machine.place + "/home/.config/stet/providers.toml")
      try await body(machine, server)
    }
  }

  @Test func `list shows providers, models and sources of keys, and calls nothing`() async throws {
    try await run { machine, server in
      let list = try await machine.run([Machine.binary, "provider"]).mustSucceed()
      #expect(list.lines.count == 4 && list.lines[0].contains("fast small-1, powerful large-1"), "\(list)")
      #expect(list.lines[0].hasSuffix("key by key_command") && list.lines[1].hasSuffix("key in LOCAL_KEY (not set)"))
      let json = try await machine.run([Machine.binary, "provider", "list", "--json"]).mustSucceed().output
      #expect(json.contains(#""priced":["powerful"]"#) && json.contains(#""isSet":false"#) && !json.contains("sk-test"))
      #expect(server.log.isEmpty)
    }
  }

  @Test func `check proves address and key, and calls each model on demand`() async throws {
    try await run { machine, server in
      let plain = try await machine.run([Machine.binary, "provider", "check", "claude"]).mustSucceed()
      #expect(
        plain.output == "claude: ok\n" && server.log.count == 1 && server.log[0].hasPrefix("GET | /plain/v1/models"))
      let called = try await machine.run([Machine.binary, "provider", "check", "claude", "--call"]).mustSucceed()
      #expect(called.lines.count == 3 && called.lines[1].contains("cost not known"), "\(called)")
      #expect(called.lines[1].hasSuffix("(no prices.fast of 'claude' in providers.toml)"), "\(called)")
      #expect(called.lines[2].contains("33 tokens in (8 cached), 15 out, $0.000324"), "\(called)")
      let local = try await machine.run(
        [Machine.binary, "provider", "check", "local", "--call", "--json"], with: ["LOCAL_KEY": "sk-test-123"]
      ).mustSucceed()
      #expect(local.output.contains(#""text":"Hello from é😀 small-2.""#) && local.output.contains("does not list"))
      let agent = try await machine.run([Machine.binary, "provider", "check", "agent", "--call"]).mustSucceed()
      #expect(agent.output.contains("3 tokens in, 6 out, $0.0042"), "\(agent)")
    }
  }

  @Test func `check names the problem, never the key, and exits with 1 or 4`() async throws {
    try await run { machine, server in
      let away = try await machine.run([Machine.binary, "provider", "check", "away"])
      #expect(
        away.status == 4 && away.output.hasPrefix("away: failed: the model's server cannot be reached"), "\(away)")
      let unset = try await machine.run([Machine.binary, "provider", "check", "local"])
      #expect(unset.status == 1 && unset.output.contains("LOCAL_KEY has no key"), "\(unset)")
      let wrong = try await machine.run(
        [Machine.binary, "provider", "check", "local"], with: ["LOCAL_KEY": "sk-other-9"])
      #expect(wrong.status == 1 && wrong.output.contains("refused the key (status 401)"), "\(wrong)")
      #expect(!wrong.output.contains("sk-other") && !wrong.errors.contains("sk-other"))
      try await machine.shell("rm home/key")
      let missing = try await machine.run([Machine.binary, "provider", "check", "claude"])
      #expect(missing.status == 1 && missing.output.contains("key_command ended with status 1"), "\(missing)")
      let unknown = try await machine.run([Machine.binary, "provider", "check", "cluade"])
      #expect(
        unknown.status == 1 && unknown.errors.contains("no provider 'cluade'. Did you mean 'claude'?"), "\(unknown)")
      try await machine.shell("mv home/.config/stet/providers.toml home/.config/stet/away.toml")
      let none = try await machine.run([Machine.binary, "provider", "check"])
      #expect(none.status == 1 && none.output.contains("No provider is set up."), "\(none)")
      try await machine.shell("mv home/.config/stet/away.toml home/.config/stet/providers.toml")
      try await machine.shell("echo 'key = 1' >> home/.config/stet/providers.toml")
      let mistake = try await machine.run([Machine.binary, "provider", "list"])
      #expect(mistake.status == 1 && mistake.errors.contains("providers[4].key is not stored here"), "\(mistake)")
    }
  }

  @Test func `without settings the command says where they belong`() async throws {
    try await TestWorkspace.onMachine { machine in
      let list = try await machine.run([Machine.binary, "provider", "list"]).mustSucceed()
      #expect(list.output.contains("/.config/stet/providers.toml"), "\(list)")
    }
  }
}
