internal import Abilities
internal import MCP
internal import Payloads
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Values

@testable internal import Agents

/// The abilities of a workspace as prompts.
@Suite struct PromptTests {
  private static let policy = """
    [agents]
    protected = ["Abilities/secret/"]

    """

  private static func skill(_ name: String, _ prompt: String) -> String {
    "---\nname: \(name)\ndescription: Does \(name).\nmetadata:\n  label: Own\n---\n\n\(prompt)\n"
  }

  @Test func `each ability is a prompt with its variables as arguments`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("Abilities/own/SKILL.md", Self.skill("own", "For {{name}}: {{topic}} at {{location}}."))
      guard case .prompts(let entries) = await folder.resource(.prompts) else {
        Issue.record("no prompts")
        return
      }
      #expect(entries.contains { $0.name == "morning-briefing" && $0.title == "Briefing" })
      let own = PromptEntry(name: "own", title: "Own", description: "Does own.", arguments: ["topic", "location"])
      #expect(entries.contains(own))
      let asked = await folder.resource(.prompt(name: "own", values: ["topic": "{{name}}"]))
      guard case .prompt(let content) = asked else {
        Issue.record("\(asked)")
        return
      }
      #expect(content.texts.first == "For Person: {{name}} at {{location}}.")
      #expect(content.texts.last == "[Stet: {{location}} has no value: No location is set up.]")
      #expect(await folder.resource(.prompt(name: "none", values: [:])) == .unknownPrompt("none"))
    }
  }

  private static func skill(_ name: String, plan: String) -> String {
    "---\nname: \(name)\ndescription: Plans.\nmetadata:\n  planKey: \(plan)\n---\n\nBefore {{next_event}}: read all.\n"
  }

  @Test func `the facts of a plan are a resource of the prompt, and a missing source is a line in them`() async throws {
    let now = LocalTime(seconds: 1_795_777_200, offset: 60)
    let outside = OutsideSources(place: { .notSetUp("") }) { query in
      guard case .events(let days) = query else { return SourceReading(.notSetUp("Set up habits.")) }
      let event = CalendarEvent(title: "Stand-up", start: now.adding(600), end: now.adding(900))
      return SourceReading(.value(.events(EventList(days: days, events: [event]))))
    }
    try await DoorFolder.use { folder in
      try await folder.save("Abilities/own/SKILL.md", Self.skill("own", plan: "planAfternoon"))
      try await folder.save("Abilities/new/SKILL.md", Self.skill("new", plan: "teleport"))
      let facts = PromptFacts(outside: outside, now: { now })
      let asked = await folder.resource(.prompt(name: "own", values: [:]), facts: facts)
      guard case .prompt(let content) = asked else {
        Issue.record("\(asked)")
        return
      }
      #expect(content.texts == ["Before Stand-up: read all."])
      let resource = try #require(content.resources.first)
      #expect(resource.uri == "stet://abilities/own/facts" && resource.type == "application/json")
      let value = try JSONValue(Array(resource.text.utf8))
      #expect(value["plan"] == "planAfternoon" && value["missing"] == [["source": "habits", "line": "Set up habits."]])
      let tile = value["payload"]?["tiles"]?.elements?.first
      #expect(tile?["payload"]?["events"]?.elements?.first?["title"] == "Stand-up")
      let other = await folder.resource(.prompt(name: "new", values: ["next_event": "Lunch"]), facts: facts)
      #expect(other == .prompt(PromptContent(description: "Plans.", texts: ["Before Lunch: read all."])))
    }
  }

  @Test func `a protected ability is no prompt`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".stet/policy.toml", Self.policy)
      try await folder.save("Abilities/secret/SKILL.md", Self.skill("secret", "Text"))
      guard case .prompts(let entries) = await folder.resource(.prompts) else {
        Issue.record("no prompts")
        return
      }
      #expect(!entries.isEmpty && !entries.contains { $0.name == "secret" })
      #expect(await folder.resource(.prompt(name: "secret", values: [:])) == .unknownPrompt("secret"))
    }
  }

  @Test func `a change of an ability is a change of the prompts`() async throws {
    try await DoorFolder.use { folder in
      let changes = folder.changes()
      let isHeard = Mutex(false)
      let listener = Task {
        // The policy is a change, too.
        let change = await changes.first { $0.changesPrompts }
        isHeard.withLock { $0 = change != nil }
      }
      defer { listener.cancel() }
      try await folder.save(".stet/policy.toml", "[agents]\nmay_write_instructions = [\"Abilities/a/SKILL.md\"]\n")
      // Heard from when it listens on: writes go on until then.
      var number = 0
      try await until {
        number += 1
        _ = await folder.call("append_file", ["path": "Abilities/a/SKILL.md", "content": "\(number)\n".json])
        return isHeard.withLock { $0 }
      }
    }
  }
}
