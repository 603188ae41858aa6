import Testing

/// `stet policy accept` in a terminal and out of one.
@Suite struct PolicyAcceptTests {
  @Test func `a policy that waits is accepted by the version that was shown`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p .stet; echo '# one' > .stet/policy.toml")
      try await workspace.barrier()
      try await workspace.terminal("policy accept").mustSucceed()
      try await workspace.stet("stop").mustSucceed()
      try await workspace.shell("echo '# two' > .stet/policy.toml; git add .stet; git commit -qm 'Change the policy'")
      try await workspace.stet("start").mustSucceed()
      try await workspace.barrier()
      let shown = try await workspace.stet("policy", "diff")
      let version = try #require(shown.output.firstMatch(of: /stet policy accept ([0-9a-f]{16})/)?.1)
      let unnamed = try await workspace.stet("policy", "accept")
      #expect(unnamed.status == 1 && unnamed.errors.contains(version), "\(unnamed)")
      let other = try await workspace.terminal("policy accept 0123456789abcdef")
      #expect(other.status == 3 && other.output.contains("stet policy diff"), "\(other)")
      let byProgram = try await workspace.stet("policy", "accept", String(version))
      #expect(byProgram.status == 1 && byProgram.errors.contains("in a terminal"), "\(byProgram)")
      try await workspace.terminal("policy accept \(version)").mustSucceed()
      #expect(try await workspace.stet("policy", "diff").output.contains("is the accepted one"))
    }
  }

  @Test(arguments: ["stet", "notes"])
  func `a program that started a connected server for agents decides nothing, whatever its name`(
    server: String
  ) async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p .stet; echo '# one' > .stet/policy.toml")
      try await workspace.barrier()
      try await workspace.shellOfClient(
        #"""
        "$STET" stop 2> refused && echo accomplished > stopped
        echo '# two' > .stet/policy.toml
        "$STET" sync --wait > $TMPDIR/synced
        version=$("$STET" policy diff | grep -o 'stet policy accept [0-9a-f]*' | cut -d ' ' -f 4)
        "$STET" policy accept $version 2> direct
        script -qec "'$STET' policy accept $version" /dev/null > terminal
        sh -c 'echo "# three" > .stet/policy.toml'
        "$STET" sync --wait > $TMPDIR/synced
        """#, server: server)
      for file in ["refused", "direct", "terminal"] {
        #expect(
          workspace.text(file)?.contains("copilot is an agent") == true
            || workspace.text(file)?.contains("never by an agent") == true, "\(file): \(workspace.text(file) ?? "")")
      }
      #expect(workspace.text("stopped") == nil)
      let shown = try await workspace.stet("policy", "show", "--json")
      #expect(shown.output.contains("waiting"), "\(shown)")
      #expect(try await workspace.stet("policy", "diff").output.contains("# three"))
      try await workspace.stet("stop").mustSucceed()
    }
  }
}
