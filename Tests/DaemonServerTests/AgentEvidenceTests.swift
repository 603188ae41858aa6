import Testing

@testable import DaemonServer

@Suite struct AgentEvidenceTests {
  @Test(
    arguments: [
      ("HOME=/root\0STET_AGENT=My bot\0", "My bot"), ("CLAUDECODE=1\0", "Claude Code"),
      ("A=b\0CODEX_SANDBOX=seatbelt\0C=d", "Codex"), ("PATH=/bin\0NOT_CLAUDECODE=1\0", nil), ("STET_AGENT=\0", nil),
      ("", nil), ("\0\0=\0STET_AGENT\0", nil),
    ] as [(String, String?)])
  func `an environment names the agent that runs the program`(environment: String, agent: String?) {
    #expect(AgentEvidence.agent(in: Array(environment.utf8)) == agent)
  }
}
