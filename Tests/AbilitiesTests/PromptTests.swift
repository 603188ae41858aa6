import TestSupport
import Testing
import WorkspaceAPI

@testable import Abilities

/// Prompts: variables, rules, files for others.
@Suite struct PromptTests {
  @Test(arguments: [
    ("It is {{today}}.", "It is T."), ("{{ today }}{{today}}", "TT"), ("{{unknown}} stays", "{{unknown}} stays"),
    ("{{{today}}}", "{T}"), ("{today} {{today} {{to day}} {{}}", "{today} {{today} {{to day}} {{}}"),
    ("{{name}}", "{{today}}"), ("{{", "{{"), ("{{today", "{{today"), ("", ""), ("ä{{today}}ö", "äTö"),
  ])
  func `variables are replaced in one pass, and unknown ones stay`(prompt: String, resolved: String) {
    #expect(PromptVariables.resolve(prompt, ["today": "T", "name": "{{today}}"]) == resolved)
  }

  @Test func `the arguments are the variables that Stet does not always know`() {
    let prompt = "{{today}} {{name}} {{topic}} {{next_event}} {{topic}} {{location}}"
    #expect(PromptVariables.names(in: prompt) == ["today", "name", "topic", "next_event", "location"])
    #expect(KnownVariable.arguments(of: prompt) == ["topic", "next_event", "location"])
    #expect(KnownVariable.firstName(of: " Ada  Lovelace ") == "Ada")
  }

  @Test(arguments: [
    ("Show me things.", ["sources", "synthesis", "format", "action"]),
    ("Show my calendar.", ["synthesis", "format", "action"]),
    ("Compare my sleep to my 7-day average. Answer in three bullets. End with one action.", []),
    ("Compare my recent sleep to my average. Answer in three bullets. Suggest one action.", ["quantifiers"]),
    (
      "Read my notes of the last 7 days and rank them. Suggest a step for tomorrow morning.", ["format", "quantifiers"]
    ),
    ("Summarize my inbox in one sentence.", ["action"]),
    ("Suggest one action. Read my notes and compare them in 3 lines. That is all. Thank you.", ["action"]),
  ])
  func `a prompt is checked by five rules`(prompt: String, rules: [String]) {
    #expect(PromptRules.findings(in: prompt).map(\.rule) == rules)
  }

  @Test(arguments: Seeds.blocks(plain: 200, long: 5_000))
  func `a file for others has nine fields that are read back`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      func text() -> String {
        String(
          (0..<Int.random(in: 1...9, using: &random)).compactMap { _ in "aé\"\\\n{}👩‍🚀".randomElement(using: &random) })
      }
      func perhaps() -> String? { Bool.random(using: &random) ? text() : nil }
      var ability = AbilityRecord(label: text(), prompt: text())
      (ability.icon, ability.colorHex, ability.planKeyRaw, ability.preferredTimeSlot) =
        (perhaps(), perhaps(), perhaps(), perhaps())
      if Bool.random(using: &random) { ability.id = AbilityID(using: &random).text }
      if Bool.random(using: &random) { ability.sortOrder = Int.random(in: -9...99, using: &random) }
      ability.isDefault = Bool.random(using: &random)
      let file = LucidabilityFile.write(ability)
      #expect(try LucidabilityFile.read(file) == ability, "seed \(seed)")
      #expect(String(decoding: file, as: UTF8.self).split(separator: "\n").count == 11, "seed \(seed)")
    }
  }

  @Test func `a file as Swift's encoder writes it is read, and another is refused`() throws {
    let file =
      #"{"prompt":"p","label":"l","id":"a0000001-0000-0000-0000-00000000000a","sortOrder":3,"isDefault":false}"#
    let ability = try LucidabilityFile.read(Array(file.utf8))
    #expect(ability.id == "A0000001-0000-0000-0000-00000000000A" && ability.sortOrder == 3)
    for wrong in [
      "", "[]", "{}", #"{"label":"l"}"#, #"{"label":1,"prompt":"p"}"#, #"{"label":"l","prompt":"p","id":"x"}"#,
    ] {
      #expect(throws: VerbError.self, "\(wrong)") { try LucidabilityFile.read(Array(wrong.utf8)) }
    }
  }

  @Test(
    arguments: [
      (0, 0, "Thursday, 1 January 1970", 0), (-1, 0, "Wednesday, 31 December 1969", 23),
      (1_795_737_600, 60, "Friday, 27 November 2026", 1), (951_782_400, 0, "Tuesday, 29 February 2000", 0),
      (1_795_737_600, -60, "Thursday, 26 November 2026", 23),
    ] as [(Int64, Int, String, Int)])
  func `a day is named in local time`(seconds: Int64, offset: Int, date: String, hour: Int) {
    let day = LocalDay(seconds: seconds, offset: offset)
    #expect(day.date == date && day.hour == hour)
  }

  @Test func `each hour has a part of the day`() {
    let slots = (0..<24).map { TimeSlot(hour: $0) }
    #expect(slots.prefix(5).allSatisfy { $0 == .evening } && slots[5..<12].allSatisfy { $0 == .morning })
    #expect(slots[12..<17].allSatisfy { $0 == .afternoon } && slots[17...].allSatisfy { $0 == .evening })
  }
}
