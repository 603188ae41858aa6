import WorkspaceAPI
import Testing

@testable import Permissions

@Suite struct PolicyVerdictTests {
  private static let text = """
    [agents]
    protected = ["Private/**", ".env*", "!.env.example"]
    read_only = ["Archive/**", "!Archive/inbox/**", "LICENSE"]

    [[agents.rules]]
    tools = ["delete", "move"]
    permission = "ask"

    [[agents.rules]]
    tools = ["delete"]
    paths = ["Drafts/**"]
    permission = "allow"

    [[agents.rules]]
    tools = ["apply_patch"]
    paths = ["Research/**"]
    permission = "deny"

    [[agents.rules]]
    agents = ["Codex"]
    paths = ["Journal/**"]
    permission = "deny"
    """

  private func verdict(_ act: AgentAct) throws -> PolicyVerdict { try Policy(toml: Self.text).verdict(on: act) }

  @Test(
    arguments: [
      (.read, "Notes/a.md", .allow, .none), (.write, "Notes/a.md", .allow, .none),
      (.read, "PRIVATE/a.md", .deny, .protected), (.write, "private /a.md", .deny, .protected),
      (.read, "x/.env", .deny, .protected), (.write, ".env.example", .allow, .none),
      (.read, "Archive/a.md", .allow, .none), (.write, "archive/a.md", .deny, .readOnly),
      (.append, "Archive/inbox/a.md", .allow, .none), (.edit, "license", .deny, .readOnly),
      (.delete, "Notes/a.md", .ask, .rule), (.move, "Notes/a.md", .ask, .rule),
      (.delete, "Drafts/a.md", .allow, .none), (.move, "Drafts/a.md", .ask, .rule),
      (.delete, "Archive/a.md", .deny, .readOnly), (.restore, ".mcp.json", .deny, .controlFile),
      (.read, ".mcp.json", .allow, .none), (.write, ".stet/policy.toml", .deny, .controlFile),
    ] as [(AgentAct.Kind, String, Permission, PolicyVerdict.Reason)])
  func `what an agent may`(
    kind: AgentAct.Kind, path: String, permission: Permission, reason: PolicyVerdict.Reason
  ) throws {
    let verdict = try verdict(AgentAct(kind, path, agent: "bot"))
    #expect(verdict.permission == permission)
    #expect(verdict.reason == reason)
  }

  @Test func `a rule may name a tool or an agent`() throws {
    #expect(try verdict(AgentAct(.edit, "Research/a", tool: "apply_patch", agent: "b")).permission == .deny)
    #expect(try verdict(AgentAct(.edit, "Research/a", tool: "edit_file", agent: "b")).permission == .allow)
    #expect(try verdict(AgentAct(.read, "Journal/a", agent: "codex")).permission == .deny)
    #expect(try verdict(AgentAct(.read, "Journal/a", agent: "Claude Code")).permission == .allow)
  }

  @Test func `of several names of a file the strictest counts`() throws {
    let verdict = try verdict(AgentAct(.write, "a.md", names: ["a.md", "Archive/b.md"], agent: "bot"))
    #expect(verdict.permission == .deny)
    #expect(verdict.name == "Archive/b.md")
  }

  @Test(
    arguments: [
      "[agents]\nprotectd = []", "[agents]\nprotected = \"x\"", "agents = 3", "[[agents.rules]]\ntools = [\"a\"]",
      "[[agents.rules]]\npermission = \"maybe\"", "[[agents.rules]]\npermission = \"deny\"\nwhen = \"now\"",
    ])
  func `what is meant to protect and cannot be read is an error`(text: String) {
    #expect(throws: PolicyError.self) { try Policy(toml: text) }
  }

  @Test func `a refusal names the reason and another way`() throws {
    let act = AgentAct(.write, "Archive/whales.md", agent: "bot")
    let error = PolicyRefusal.error(act, try verdict(act))
    #expect(error.code == .refused)
    #expect(error.reason == "policy.read-only")
    #expect(error.next?.contains("Archive/whales.proposal.md") == true)
  }
}
