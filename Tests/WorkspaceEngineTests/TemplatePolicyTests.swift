import Testing

@testable import Permissions
@testable import WorkspaceEngine

/// The policy of the template.
@Suite struct TemplatePolicyTests {
  private func template() throws -> String {
    let file = try #require(EmbeddedTemplate.files.first { $0.path == ".stet/policy.toml" })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test func `the template's policy can be read`() throws {
    let policy = try Policy(toml: template())
    #expect(policy.holdOver == 10_000_000)
    #expect(policy.stamped.contains { $0.matches("Research/whales/introduction.md") })
  }

  @Test func `the template's policy is the standard one, with files to stamp and files that agents only append to`()
    throws
  {
    var policy = try Policy(toml: template())
    for path in ["activity.md", "Feed/feed.jsonl"] {
      #expect(policy.agents.appendOnly.covering(PathIdentity(path)) != nil, "\(path)")
    }
    policy.stamped = []
    policy.agents.appendOnly = PatternList([])
    #expect(policy.localOnly == Policy.standard.localOnly)
    #expect(policy.agents.protected == Policy.standard.agents.protected)
    #expect(policy == Policy.standard)
  }

  @Test func `the template lists the files with passwords and keys itself`() throws {
    let changed = try Policy(toml: template().replacing("\".env*\", ", with: ""))
    #expect(changed.localOnly != Policy.standard.localOnly)
    #expect(changed.agents.protected != Policy.standard.agents.protected)
  }
}
