import FoundationEssentials
import TestSupport
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// The abilities of a workspace, by its verbs.
@Suite struct AbilityTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "stet ability edit")

  private static func draft(_ prompt: String) -> AbilityDraft {
    var draft = AbilityDraft()
    (draft.label, draft.prompt) = ("Own", prompt)
    return draft
  }

  private static func slugs(_ workspace: Workspace) async throws -> [String] {
    try await workspace.abilities(AbilitiesRequest()).abilities.map(\.slug).sorted()
  }

  @Test func `each change is one commit of its author, and undo takes it back`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let before = try await Self.slugs(workspace)
      #expect(before.contains("morning-briefing"))
      let changes: [AbilityOrder.Change] = [
        .add(Self.draft("Text"), slug: nil), .edit(slug: "own", Self.draft("Other text")), .remove(slug: "today"),
        .move(slug: "own", isBefore: true, other: "weather"), .install(template: "inbox"), .reset(slug: nil),
        .remove(slug: "own"),
      ]
      var (states, commits) = ([before], 0)
      for change in changes {
        let receipt = try await workspace.changeAbilities(AbilityOrder(change, caller: .person))
        #expect(receipt.commit != nil && receipt.operation != nil, "\(change)")
        commits += 1
        let log = try await workspace.log(LogRequest(limit: 100))
        #expect(log.count { $0.author.kind == "user" } == log.count && log.count >= commits, "\(change)")
        #expect(log.first?.commit == receipt.commit, "\(change)")
        states.append(try await Self.slugs(workspace))
      }
      for state in states.dropLast().reversed() {
        _ = try await workspace.undo(UndoRequest())
        #expect(try await Self.slugs(workspace) == state)
      }
    }
  }

  @Test func `an agent changes abilities that the policy names, and removes them without a read`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let add = AbilityOrder(.add(Self.draft("Text"), slug: nil), caller: Self.agent)
      await #expect(throws: VerbError.self) { try await workspace.changeAbilities(add) }
      let released = "may_write_instructions = [\"Abilities/own/SKILL.md\"]\n"
      try folder.save(".stet/policy.toml", "[agents]\n" + released)
      try await workspace.settle()
      for change in [add.change, .remove(slug: "own"), add.change] {
        _ = try await workspace.changeAbilities(AbilityOrder(change, caller: Self.agent))
        #expect(try await workspace.log(LogRequest(limit: 1)).first?.author.name == "bot")
      }
      try folder.save(".stet/policy.toml", "[agents]\nread_only = [\"Abilities/\"]\n" + released)
      try await workspace.settle()
      let order = AbilityOrder(.edit(slug: "own", Self.draft("Other")), caller: Self.agent)
      await #expect(throws: VerbError.self) { try await workspace.changeAbilities(order) }
      let report = try #require(try await workspace.abilities(AbilitiesRequest(slug: "own")).abilities.first)
      #expect(report.ability.prompt == "Text" && report.token != nil)
    }
  }

  @Test func `variables are resolved in one pass, and one that needs a source outside is left to the caller`()
    async throws
  {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let reader = workspace.desks.abilities.reader
      let plain = await reader.resolve("{{name}}, {{topic}}, {{location}}", ["topic": "{{next_event}}"])
      #expect(plain.text == "Person, {{next_event}}, {{location}}")
      #expect(plain.missing == ["{{location}} has no value."])
      let other = await reader.resolve("{{place}} {{today}} {{topic}}", ["today": "now"])
      #expect(other.text == "{{place}} now {{topic}}")
      #expect(other.missing == ["{{place}} has no value.", "{{topic}} has no value."])
      let event = await reader.resolve("{{next_event}} and {{next_event}}", ["next_event": "Stand-up"])
      #expect(event.text == "Stand-up and Stand-up" && event.missing.isEmpty)
    }
  }

  @Test func `the recorded calls of models are summed up, and a line that is none hides no other`()
    async throws
  {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      #expect(try await workspace.usage(UsageRequest()).calls.isEmpty)
      let line =
        #"{"time":"2026-05-01T10:00:00Z","ability":"own","provider":"claude","model":"small-1""#
        + #","input":10,"cacheRead":5,"cacheWrite":0,"output":20"#
      let text = line + ",\"dollars\":0.25,\"isCut\":true}\n{\"time\":\n" + line + "}\n"
      try Data(text.utf8).write(to: URL(filePath: folder.root + "/.git/stet/usage.jsonl"))
      let report = try await workspace.usage(UsageRequest(since: "2026-04-30"))
      #expect(report.calls.count == 2 && report.broken == 1 && report.problem == nil)
      let sum = try #require(report.sums.first)
      #expect(report.sums.count == 1 && sum.calls == 2 && sum.input == 30 && sum.output == 40)
      #expect(sum.dollars == 0.25 && sum.unpriced == 1 && sum.estimated == 1)
      #expect(try await workspace.usage(UsageRequest(until: "2020-01-01")).calls.isEmpty)
    }
  }

  @Test func `a change keeps what others wrote in the file meanwhile`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      _ = try await workspace.changeAbilities(AbilityOrder(.add(Self.draft("One."), slug: nil), caller: .person))
      let path = "Abilities/own/SKILL.md"
      let text = String(
        decoding: try #require(FileManager.default.contents(atPath: folder.root + "/" + path)), as: UTF8.self)
      try folder.save(path, text.replacing("metadata:", with: "license: MIT\nmetadata:"))
      var draft = AbilityDraft()
      draft.planKey = "unknownPlan"
      _ = try await workspace.changeAbilities(AbilityOrder(.edit(slug: "own", draft), caller: .person))
      let now = String(
        decoding: try #require(FileManager.default.contents(atPath: folder.root + "/" + path)), as: UTF8.self)
      #expect(now.contains("license: MIT") && now.contains("planKey: unknownPlan") && now.contains("One."))
      await #expect(throws: VerbError.self) {
        try await workspace.changeAbilities(AbilityOrder(.edit(slug: "none", draft), caller: .person))
      }
    }
  }
}
