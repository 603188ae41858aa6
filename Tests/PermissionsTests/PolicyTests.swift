import Testing

@testable import Permissions

/// The parsing of policies.
@Suite struct PolicyTests {
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
