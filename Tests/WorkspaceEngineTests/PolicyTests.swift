import Testing

@testable import WorkspaceEngine

@Suite struct PolicyTests {
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

  @Test func `an empty policy is the standard one`() throws {
    #expect(try Policy(toml: "") == Policy.standard)
  }

  @Test(
    arguments: [
      ("10 MB", 10_000_000), ("500kB", 500_000), ("2 GB", 2_000_000_000), ("42", 42), ("7 b", 7),
    ] as [(String, Int64)])
  func `sizes are numbers with a unit of thousands`(text: String, bytes: Int64) {
    #expect(Policy.size(text) == bytes)
  }

  @Test(arguments: ["", "MB", "10 XB", "-3 MB", "ten"])
  func `what is no size is refused`(text: String) {
    #expect(Policy.size(text) == nil)
    #expect(throws: PolicyError.self) { try Policy(toml: "[recording]\nhold_over = \"\(text)\"") }
  }

  @Test(arguments: [1, 30, 1_440] as [Int64])
  func `the idle time is the number of minutes that the policy has`(minutes: Int64) throws {
    let policy = try Policy(toml: "[provenance]\nidle_minutes = \(minutes)")
    #expect(policy.idleTime == minutes * 60_000_000_000)
  }

  @Test(arguments: ["0", "-5", "1441", "0.5", "\"5\"", "true", "[5]"])
  func `what is no number of minutes is refused`(value: String) {
    let error = #expect(throws: PolicyError.self) { try Policy(toml: "[provenance]\nidle_minutes = \(value)") }
    #expect(error == PolicyError.value("provenance.idle_minutes", "a number of minutes from 1 to 1440"))
  }

  @Test(arguments: ["[recording", "[provenance]\nstamp = 3", "[provenance]\nstamp = [1, 2]"])
  func `a policy that is wrong says so`(text: String) {
    #expect(throws: PolicyError.self) { try Policy(toml: text) }
  }

  @Test func `unknown keys are left to newer versions`() throws {
    #expect(try Policy(toml: "[future]\nkey = true") == Policy.standard)
  }
}
