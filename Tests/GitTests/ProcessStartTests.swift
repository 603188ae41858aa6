import Git
import TestSupport
import Testing

/// The start and the end of processes.
@Suite struct ProcessStartTests {
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
