import Testing
import TestSupport
import WorkspaceAPI

@testable import Abilities

/// The abilities of a workspace, and their changes.
@Suite struct ShelfTests {
  /// The files of a workspace.
  private struct Files {
    var files: [String: [UInt8]] = [:]
    var random = SeededGenerator(seed: 1)

    var shelf: AbilityShelf {
      AbilityShelf(
        files.sorted { $0.key < $1.key }.map {
          ShelfFile(path: $0.key, bytes: ShelfFile.isRead($0.key) ? $0.value : nil)
        })
    }
    var slugs: [String] { shelf.items.map(\.slug) }

    @discardableResult
    mutating func change(_ change: AbilityOrder.Change) throws -> AbilityShelf.Change {
      let made = try shelf.change(change, using: &random)
      for edit in made.edits { files[edit.path] = edit.bytes }
      return made
    }
  }

  private static let names = DefaultAbilities.items.map(\.template.name)

  private static func draft(_ label: String, slot: String? = nil) -> AbilityDraft {
    var draft = AbilityDraft()
    (draft.label, draft.prompt, draft.preferredTimeSlot) = (label, "Compare my notes. Tell more.", slot)
    return draft
  }

  @Test func `a folder without files has the defaults`() {
    let files = Files()
    #expect(files.slugs == Self.names)
    #expect(files.shelf.items.allSatisfy { $0.path == nil && $0.ability.isDefault })
    #expect(files.shelf.items.allSatisfy { files.shelf.findings(of: $0).isEmpty })
  }

  @Test func `those of the present part of the day come first`() throws {
    var files = Files()
    try files.change(.add(Self.draft("Late", slot: "evening"), slug: nil))
    let evening = files.shelf.sortedForDisplay(in: .evening).map(\.slug)
    #expect(evening.prefix(3) == ["habits", "week-review", "late"])
    #expect(evening.dropFirst(3).first == "morning-briefing")
    #expect(
      files.shelf.sortedForDisplay(in: .morning).map(\.slug).prefix(4) == [
        "morning-briefing", "today", "plan-day", "sleep",
      ])
  }

  @Test func `a change of a default makes its file with the fixed identity`() throws {
    var files = Files()
    let change = try files.change(.edit(slug: "today", Self.draft("Now")))
    #expect(change.edits.map(\.path) == ["Abilities/today/SKILL.md"])
    let item = try files.shelf.item(named: "today")
    #expect(item.ability.id == "A0000001-0000-0000-0000-000000000002" && item.ability.isDefault)
    #expect(item.ability.label == "Now" && files.slugs == Self.names)
    #expect(try files.change(.edit(slug: "today", Self.draft("Now"))).edits.isEmpty)
  }

  @Test func `an ability is named by its label too, in any case, if no other one has it`() throws {
    var files = Files()
    try files.change(.add(Self.draft("Sleep"), slug: "own"))
    try files.change(.add(Self.draft("Standup"), slug: "daily"))
    for name in ["Standup", "standup", "STANDUP", "daily"] {
      #expect(try files.shelf.item(named: name).slug == "daily")
    }
    #expect(try files.shelf.item(named: "sleep").slug == "sleep", "a name comes before a label")
    try files.change(.edit(slug: "week review", Self.draft("Standup")))
    #expect(
      throws: VerbError(
        .usage, "The label 'standup' is that of several abilities: week-review, daily.", next: "Use one of these names."
      )
    ) { try files.shelf.item(named: "standup") }
    try files.change(.reset(slug: "weather"))
    try files.change(.edit(slug: "today", Self.draft("Now")))
    #expect(try files.change(.reset(slug: "NOW")).slug == "today")
    #expect(throws: VerbError.self) { try files.change(.reset(slug: "Daily")) }
  }

  @Test func `a removed default stays away until a reset, which leaves one's own`() throws {
    var files = Files()
    try files.change(.add(Self.draft("Own"), slug: nil))
    files.files["Abilities/own/data.csv"] = [1]
    try files.change(.edit(slug: "today", Self.draft("Now")))
    try files.change(.remove(slug: "today"))
    try files.change(.remove(slug: "sleep"))
    #expect(files.slugs == Self.names.filter { $0 != "today" && $0 != "sleep" } + ["own"])
    #expect(Set(files.files.keys) == ["Abilities/own/SKILL.md", "Abilities/own/data.csv", "Abilities/removed.txt"])
    try files.change(.edit(slug: "weather", Self.draft("Sky")))
    let own = files.files["Abilities/own/SKILL.md"]
    try files.change(.reset(slug: nil))
    #expect(files.slugs == Self.names + ["own"] && files.files["Abilities/own/SKILL.md"] == own)
    #expect(files.shelf.items.dropLast().map(\.ability) == DefaultAbilities.items.map(\.ability))
    #expect(try files.change(.reset(slug: nil)).edits.isEmpty)
    #expect(try files.change(.remove(slug: "own")).edits.count == 2, "with all files of its folder")
    #expect(files.files.isEmpty)
  }

  @Test func `one default is reset by its name, and one's own never`() throws {
    var files = Files()
    try files.change(.remove(slug: "today"))
    try files.change(.remove(slug: "sleep"))
    try files.change(.reset(slug: "today"))
    #expect(files.slugs == Self.names.filter { $0 != "sleep" })
    try files.change(.install(template: "sleep"))
    #expect(files.slugs == Self.names && files.files.isEmpty)
    try files.change(.add(Self.draft("Own"), slug: "own"))
    #expect(throws: VerbError.self) { try files.change(.reset(slug: "own")) }
  }

  @Test func `a reset takes the name of a removed default before the label of another one`() throws {
    var files = Files()
    try files.change(.remove(slug: "today"))
    try files.change(.edit(slug: "plan-day", Self.draft("Today")))
    let edited = files.files["Abilities/plan-day/SKILL.md"]
    let change = try files.change(.reset(slug: "today"))
    #expect(change.slug == "today" && change.edits.map(\.path) == ["Abilities/removed.txt"])
    #expect(files.slugs == Self.names && edited != nil && files.files["Abilities/plan-day/SKILL.md"] == edited)
    #expect(try files.change(.reset(slug: "today")).edits.isEmpty, "the default is as it was")
    #expect(throws: VerbError.self, "two have the label") { try files.change(.reset(slug: "Today")) }
  }

  @Test func `a copy of a default is one's own, and a reset and a removal leave it`() throws {
    var files = Files()
    try files.change(.edit(slug: "today", Self.draft("Now")))
    let text = String(decoding: files.files["Abilities/today/SKILL.md"] ?? [], as: UTF8.self)
    let marked = text.replacing("isDefault: \"true\"", with: "isDefault: \"false\"")
    #expect(marked != text)
    for (copy, deletesFirst) in [(marked, false), (text, false), (marked, true)] {
      var files = files
      files.files["Abilities/mine/SKILL.md"] = Array(copy.replacing("name: today", with: "name: mine").utf8)
      if deletesFirst { files.files["Abilities/today/SKILL.md"] = nil }
      #expect(try files.shelf.item(named: "mine").ability.isDefault == false)
      #expect(try files.shelf.item(named: "today").ability.isDefault)
      var others = files
      let kept = files.files["Abilities/mine/SKILL.md"]
      try files.change(.reset(slug: nil))
      #expect(files.files == ["Abilities/mine/SKILL.md": kept] && files.slugs.contains("today"))
      try others.change(.remove(slug: "today"))
      #expect(others.files["Abilities/mine/SKILL.md"] == kept && !others.slugs.contains("today"))
      try others.change(.remove(slug: "mine"))
      #expect(Set(others.files.keys) == ["Abilities/removed.txt"])
    }
  }

  @Test func `another ability under the name of a default hides none`() throws {
    var files = Files()
    files.files["Abilities/today/SKILL.md"] = Array("---\nname: today\n---\nMine\n".utf8)
    #expect(files.slugs.contains("today") && files.slugs.contains("today-default"))
    #expect(files.slugs.count == Self.names.count + 1)
    let copy = files.shelf.items.first { $0.slug == "today-default" }
    #expect(copy?.ability.id == "A0000001-0000-0000-0000-000000000002")
  }

  @Test func `a template gets an identity of its own and is installed once`() throws {
    var files = Files()
    let template = try #require(AbilityGallery.template(named: "inbox"))
    #expect(files.shelf.installed(template) == nil)
    try files.change(.install(template: "inbox"))
    #expect(files.shelf.installed(template) == "inbox")
    let id = try #require(try files.shelf.item(named: "inbox").ability.id)
    #expect(!id.hasPrefix("A0000001"))
    #expect(throws: VerbError.self) { try files.change(.install(template: "inbox")) }
    #expect(throws: VerbError.self) { try files.change(.install(template: "today")) }
    #expect(throws: VerbError.self) { try files.change(.install(template: "none")) }
  }

  @Test(arguments: [0, 1, 2] as [UInt64]) func `moves put an ability beside another, whatever the places were`(
    seed: UInt64
  ) throws {
    var files = Files()
    var random = SeededGenerator(seed: seed)
    for number in 0..<4 {
      let order = ["", "  sortOrder: \"20\"\n", "  sortOrder: x\n", "  sortOrder: \"21\"\n"][number]
      files.files["Abilities/own-\(number)/SKILL.md"] = Array(
        "---\nname: own-\(number)\nmetadata:\n  id: x\n\(order)---\nText\n".utf8)
    }
    for _ in 0..<30 {
      var order = files.slugs
      guard let slug = order.randomElement(using: &random), let other = order.randomElement(using: &random) else {
        return
      }
      let isBefore = Bool.random(using: &random)
      guard slug != other else {
        #expect(throws: VerbError.self) { try files.change(.move(slug: slug, isBefore: isBefore, other: other)) }
        continue
      }
      order.removeAll { $0 == slug }
      let place = try #require(order.firstIndex(of: other))
      order.insert(slug, at: isBefore ? place : place + 1)
      try files.change(.move(slug: slug, isBefore: isBefore, other: other))
      #expect(files.slugs == order, "seed \(seed)")
    }
  }

  @Test func `behind the greatest place an ability is added without one, and a move makes room`() throws {
    var files = Files()
    files.files["Abilities/last/SKILL.md"] = Array(
      "---\nname: last\nmetadata:\n  sortOrder: \"1000000000\"\n---\nText\n".utf8)
    try files.change(.add(Self.draft("Own"), slug: nil))
    #expect(files.slugs.suffix(2) == ["last", "own"])
    #expect(files.shelf.findings(of: try files.shelf.item(named: "own")).allSatisfy { $0.rule != "file" })
    try files.change(.move(slug: "today", isBefore: false, other: "last"))
    #expect(files.slugs.suffix(3) == ["last", "today", "own"])
    let places = files.shelf.items.map(\.ability.sortOrder)
    #expect(places.allSatisfy { $0.map { AbilityRecord.admitted($0) != nil } != false }, "\(places)")
  }

  @Test func `a file that cannot be changed blocks no other ability, and is named where it does`() throws {
    var files = Files()
    let broken = Array("Show me.\n".utf8)
    files.files["Abilities/m-broken/SKILL.md"] = broken
    for name in ["a-own", "z-own"] {
      files.files["Abilities/\(name)/SKILL.md"] = Array("---\nname: \(name)\n---\nText\n".utf8)
    }
    files.files["Abilities/flow/SKILL.md"] = Array(
      "---\nname: flow\nmetadata: {sortOrder: \"25\"}\n---\nText\n".utf8)
    try files.change(.move(slug: "today", isBefore: false, other: "a-own"))
    #expect(files.slugs.suffix(4) == ["a-own", "today", "m-broken", "z-own"])
    try files.change(.move(slug: "z-own", isBefore: true, other: "flow"))
    try files.change(.move(slug: "weather", isBefore: true, other: "flow"))
    let place = try #require(files.slugs.firstIndex(of: "flow"))
    #expect(files.slugs[(place - 2)..<place] == ["z-own", "weather"])
    #expect(files.files["Abilities/m-broken/SKILL.md"] == broken)
    for (slug, other) in [("m-broken", "today"), ("today", "m-broken")] {
      let fault = #expect(throws: VerbError.self) {
        try files.change(.move(slug: slug, isBefore: false, other: other))
      }
      #expect(fault?.path == "Abilities/m-broken/SKILL.md" && fault?.next?.contains("editor") == true)
    }
  }

  @Test func `an imported ability keeps its nine fields`() throws {
    var files = Files()
    try files.change(.add(Self.draft("Own", slot: "evening"), slug: nil))
    let own = try files.shelf.item(named: "own").ability
    #expect(throws: VerbError.self, "the identity is in use") { try files.change(.adopt(own)) }
    try files.change(.remove(slug: "own"))
    try files.change(.adopt(own))
    #expect(try files.shelf.item(named: "own").ability == own)
    var changed = DefaultAbilities.items[0].ability
    changed.label = "Mine"
    try files.change(.adopt(changed))
    #expect(try files.shelf.item(named: "morning-briefing").ability == changed)
    var foreign = AbilityRecord(label: "Foreign", prompt: "x")
    foreign.isDefault = true
    try files.change(.adopt(foreign))
    #expect(try files.shelf.item(named: "foreign").ability.isDefault == false, "a reset must not delete it")
  }

  @Test func `an imported default takes another name if one's own ability has its name`() throws {
    var files = Files()
    let exported = try files.shelf.item(named: "today").ability
    try files.change(.remove(slug: "today"))
    try files.change(.add(Self.draft("Today"), slug: nil))
    let own = files.files["Abilities/today/SKILL.md"]
    let change = try files.change(.adopt(exported))
    #expect(change.slug == "today-default" && change.remark?.contains("'today' is in use") == true)
    #expect(own != nil && files.files["Abilities/today/SKILL.md"] == own)
    #expect(try files.shelf.item(named: "today-default").ability == exported)
    // Beside an unchanged default, which had to take another name, too.
    var others = Files()
    others.files["Abilities/today/SKILL.md"] = Array("---\nname: today\n---\nMine\n".utf8)
    #expect(try others.change(.adopt(exported)).slug == "today-default")
    #expect(others.slugs.filter { $0.hasPrefix("today") } == ["today-default", "today"])
  }

  @Test func `what cannot be added is refused`() throws {
    var files = Files()
    #expect(throws: VerbError.self) { try files.change(.add(AbilityDraft(), slug: nil)) }
    #expect(throws: VerbError.self) { try files.change(.add(Self.draft("A"), slug: "A b")) }
    #expect(throws: VerbError.self) { try files.change(.add(Self.draft("A"), slug: "today")) }
    #expect(throws: VerbError.self) { try files.change(.edit(slug: "none", Self.draft("A"))) }
    #expect(throws: VerbError.self) { try files.change(.remove(slug: "none")) }
    try files.change(.add(Self.draft("Today"), slug: nil))
    #expect(files.slugs.contains("today-2"))
  }
}
