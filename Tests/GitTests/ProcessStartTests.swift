import Glibc
import TestSupport
import Testing

@testable import Git

/// The start and the end of processes.
@Suite struct ProcessStartTests {
  @Test(arguments: [
    ("a process that sleeps", "S 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 0 0 0", false),
    ("a process that is exiting", "R 1 1 1 0 -1 4195340 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 0 0 0", true),
    ("a process that was killed", "R 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 256 0 0", true),
    ("a process with another signal", "S 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 500 1 1 1 1 1 1 1 1 2 0 0", false),
    ("an incomplete line", "S 1", false),
  ])
  func `a process that is exiting or was killed is known by its flags and signals`(
    name: String, fields: String, isEnding: Bool
  ) {
    #expect(ProcessStart.isEnding(in: fields.split(separator: " ")) == isEnding, "\(name)")
  }

  @Test func `a killed process does not continue`() async throws {
    let program = try Program(["sleep", "60"], in: "/", environment: Program.quietGit)
    let ticks = try #require(ProcessStart.ticks(of: program.id))
    #expect(ProcessStart.continues(program.id, since: ticks))
    #expect(!ProcessStart.continues(program.id, since: "1"))
    let (id, killed) = (program.id, ticks)
    program.kill()
    try await until { !ProcessStart.continues(id, since: killed) }
    _ = await program.end()
  }
}
