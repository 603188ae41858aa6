import Documents
import TestSupport
import Testing
import WorkspaceAPI

@testable import Abilities

/// `SKILL.md` files, read and written.
@Suite struct SkillDocumentTests {
  private static let whales = """
    ---
    # by hand
    name: whales
    allowed-tools: Read
    description: "Finds whales."
    metadata:
        author: ada   # unknown keys stay
        label: 'Whales'
        planKey: unknownPlan
        sortOrder: "7"

        list: [1, 2]
    license: MIT
    ---

    Find whales for {{name}}.

    """

  @Test func `the fields are read from the metadata, and unknown plans are kept`() {
    let document = SkillDocument(bytes: Array(Self.whales.utf8))
    let ability = document.ability(slug: "whales")
    #expect(ability.label == "Whales" && ability.planKeyRaw == "unknownPlan" && ability.sortOrder == 7)
    #expect(ability.prompt == "Find whales for {{name}}." && ability.id == nil && !ability.isDefault)
    #expect(document.problems(slug: "whales").isEmpty)
  }

  @Test func `a changed field changes its line and nothing else`() throws {
    var document = SkillDocument(bytes: Array(Self.whales.utf8))
    var draft = AbilityDraft()
    (draft.label, draft.planKey, draft.colorHex) = ("It's", "", "#0A84FF")
    try document.apply(draft)
    let changed = Self.whales.replacing("'Whales'", with: "'It''s'")
      .replacing("    planKey: unknownPlan\n", with: "")
      .replacing("    list: [1, 2]\n", with: "    list: [1, 2]\n    colorHex: \"#0A84FF\"\n")
    #expect(String(decoding: document.bytes, as: UTF8.self) == changed)
    (draft, draft.prompt) = (AbilityDraft(), "Two\nlines.\n")
    try document.apply(draft)
    #expect(
      String(decoding: document.bytes, as: UTF8.self)
        == changed.replacing("Find whales for {{name}}.", with: "Two\nlines."))
  }

  @Test(arguments: [
    "---\nname: a\nmetadata: {label: A}\n---\nText\n", "---\nname: a\nmetadata:\n  label: |\n    A\n---\nText\n",
    "---\nname: a\nmetadata:\n  label: [A]\n---\nText\n", "Text\n", "---\nname: [\n---\nText\n",
  ])
  func `metadata in another form is refused, not rewritten`(text: String) {
    var document = SkillDocument(bytes: Array(text.utf8))
    var draft = AbilityDraft()
    draft.label = "New"
    #expect(throws: VerbError.self) { try document.apply(draft) }
    #expect(document.bytes == Array(text.utf8))
    #expect(document.prompt == "Text")
  }

  @Test(arguments: [
    ("label", AbilityDraft(label: "Thirteen ways")), ("colour", AbilityDraft(colorHex: "red")),
    ("part", AbilityDraft(preferredTimeSlot: "noon")), ("prompt", AbilityDraft(prompt: " \n")),
    ("plan", AbilityDraft(planKey: "a\nb")), ("description", AbilityDraft(description: "")),
  ])
  func `a value that is not allowed is refused`(name: String, draft: AbilityDraft) {
    var document = SkillDocument(bytes: Array(Self.whales.utf8))
    #expect(throws: VerbError.self, "\(name)") { try document.apply(draft) }
    #expect(document.bytes == Array(Self.whales.utf8))
  }

  @Test(
    arguments: [
      ("", "is empty"), ("  ", "is empty"), ("a\nb", "one line"), ("Weekly Review!", "14 characters"),
    ])
  func `the reason why a label is refused is its own`(label: String, reason: String) {
    var draft = AbilityDraft()
    draft.label = label
    let fault = #expect(throws: VerbError.self) { try DraftRules.check(draft) }
    #expect(fault?.what.contains(reason) == true && fault?.what.contains("\n") == false)
  }

  @Test func `a description that was made of the prompt follows it, and one that was written stays`() throws {
    let ability = AbilityRecord(label: "Own", prompt: "Read my notes. Then act.")
    for (description, after) in [("Read my notes.", "Read my mail."), ("Mine.", "Mine.")] {
      var document = SkillDocument(name: "own", description: description, ability)
      var draft = AbilityDraft()
      draft.prompt = "Read my mail. Then rest."
      try document.apply(draft)
      #expect(document.description == after && document.prompt == draft.prompt)
      draft.description = "New."
      try document.apply(draft)
      #expect(document.description == "New.")
    }
  }

  @Test func `a file without front matter is told from one whose front matter is damaged`() {
    for (text, what) in [("Show me.\n", "has no front matter"), ("---\na: [\n---\nShow me.\n", "cannot be read")] {
      var document = SkillDocument(bytes: Array(text.utf8))
      var draft = AbilityDraft()
      draft.label = "Mine"
      let fault = #expect(throws: VerbError.self) { try document.apply(draft) }
      #expect(fault?.what.contains(what) == true && document.problems(slug: "x").first?.what.contains(what) == true)
    }
  }

  @Test func `the problems of a file are named`() {
    let text =
      "---\nname: b\nmetadata:\n  id: x\n  label: A label of many letters\n  sortOrder: first\n"
      + "  preferredTimeSlot: noon\n---\n"
    let document = SkillDocument(bytes: Array(text.utf8))
    let problems = document.problems(slug: "A--b").map(\.what).joined(separator: "\n")
    for word in ["folder", "'name'", "'description'", "UUID", "12 characters", "sortOrder", "morning", "no prompt"] {
      #expect(problems.contains(word), "\(word): \(problems)")
    }
    #expect(SkillDocument(bytes: []).problems(slug: "a").count == 1)
  }

  /// A file of random form, with a prompt, fields and unknown keys.
  private static func text(using random: inout SeededGenerator) -> String {
    let newline = ["\n", "\r\n"].randomElement(using: &random) ?? ""
    let margin = String(repeating: " ", count: Int.random(in: 1...6, using: &random))
    let values = ["a", "'a b'", "\"7\"", "true", "\"#FF0000\"", "Ä # note", "\"a\\tb\"", "''"]
    func value() -> String { values.randomElement(using: &random) ?? "" }
    func noise() -> String { ["", "# note", "  # note", margin + "# note"].randomElement(using: &random) ?? "" }
    let keys = [
      "id", "label", "icon", "colorHex", "planKey", "sortOrder", "isDefault", "preferredTimeSlot", "x", "y.z",
    ]
    var inner = keys.filter { _ in Bool.random(using: &random) }.shuffled(using: &random).map {
      margin + "\($0): \(value())"
    }
    if Bool.random(using: &random) { inner.append(margin + "more:\(newline)\(margin)  - \(value())") }
    for _ in 0..<2 { inner.insert(noise(), at: Int.random(in: 0...inner.count, using: &random)) }
    var blocks = [
      "name: a", "description: \(value())", "license: MIT", "tags:\(newline)- b",
      "metadata:" + newline + inner.joined(separator: newline),
    ]
    blocks.shuffle(using: &random)
    blocks.insert(noise(), at: Int.random(in: 0...blocks.count, using: &random))
    let mark = Bool.random(using: &random) ? "\u{FEFF}" : ""
    let body =
      ["", newline + "Text {{a}}", "Text" + newline + newline + "  more  " + newline].randomElement(using: &random)
      ?? ""
    return mark + (["---"] + blocks + ["---", body]).joined(separator: newline)
  }

  @Test(arguments: Seeds.blocks(plain: 100, long: 20_000))
  func `a file that is read and written is the same byte for byte, and a change keeps all other lines`(
    seeds: Range<UInt64>
  ) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let text = Self.text(using: &random)
      var document = SkillDocument(bytes: Array(text.utf8))
      let ability = document.ability(slug: "a")
      try document.apply(AbilityDraft(prompt: ability.prompt.isEmpty ? nil : ability.prompt))
      #expect(document.bytes == Array(text.utf8), "seed \(seed)")
      let (matter, before) = (FrontMatter(document.bytes), Self.lines(document.bytes))
      guard matter != nil else { continue }
      let value = ["morning", "evening"].randomElement(using: &random)
      do throws(VerbError) { try document.apply(AbilityDraft(preferredTimeSlot: value)) } catch {
        #expect(document.bytes == Array(text.utf8), "seed \(seed)")
        continue
      }
      #expect(document.ability(slug: "a").preferredTimeSlot == value, "seed \(seed)")
      let difference = Self.lines(document.bytes).difference(from: before)
      #expect(difference.insertions.count <= 2 && difference.removals.count <= 1, "seed \(seed)\n\(text)")
      try document.apply(AbilityDraft(preferredTimeSlot: ""))
      let rest = Self.lines(document.bytes).difference(from: before)
      #expect(rest.insertions.count <= 1 && rest.removals.count <= 1, "seed \(seed)\n\(text)")
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }
}

extension AbilityDraft {
  fileprivate init(
    label: String? = nil, prompt: String? = nil, colorHex: String? = nil, planKey: String? = nil,
    preferredTimeSlot: String? = nil, description: String? = nil
  ) {
    self.init()
    (self.label, self.prompt, self.colorHex) = (label, prompt, colorHex)
    (self.planKey, self.preferredTimeSlot, self.description) = (planKey, preferredTimeSlot, description)
  }
}
