import Testing

/// `stet policy accept` in a terminal and out of one.
@Suite struct PolicyAcceptTests {
  @Test func `a policy that waits is accepted by the version that was shown`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p .stet; echo '# one' > .stet/policy.toml")
      try await workspace.barrier()
      try await workspace.stet("policy", "accept").mustSucceed()
      try await workspace.stet("stop").mustSucceed()
      try await workspace.shell("echo '# two' > .stet/policy.toml; git add .stet; git commit -qm 'Change the policy'")
      try await workspace.stet("start").mustSucceed()
      try await workspace.barrier()
      let shown = try await workspace.stet("policy", "diff")
      let version = try #require(shown.output.firstMatch(of: /stet policy accept ([0-9a-f]{16})/)?.1)
      let unnamed = try await workspace.stet("policy", "accept")
      #expect(unnamed.status == 1 && unnamed.errors.contains(version), "\(unnamed)")
      let other = try await workspace.stet("policy", "accept", "0123456789abcdef")
      #expect(other.status == 3 && other.errors.contains("stet policy diff"), "\(other)")
      try await workspace.stet("policy", "accept", String(version)).mustSucceed()
      #expect(try await workspace.stet("policy", "diff").output.contains("is the accepted one"))
    }
  }
}
