import Payloads
import Testing
import WorkspaceAPI

@testable import Abilities

/// The abilities that the program brings.
@Suite struct GalleryTests {
  /// The plans of the seed document.
  private static let plans: Set<String> = [
    "morningBriefing", "calendarToday", "meetingsThisWeek", "freeSlotsToday", "scheduleForFocus", "healthToday",
    "sleepLastNight", "gmailUrgent", "gmailSummarize", "draftReply", "habitsCheck", "logHabits", "weatherNow",
    "planDay", "planAfternoon", "whatToFocusOn", "trafficToOffice", "notesSearch", "reminderCreate",
  ]

  @Test(arguments: AbilityGallery.templates) func `each template keeps the rules`(template: AbilityTemplate) throws {
    #expect(PromptRules.findings(in: template.prompt).isEmpty)
    #expect(AbilityName.problem(template.name) == nil && template.label.count <= 12)
    let ability = template.ability(id: AbilityID(default: 1), sortOrder: 10)
    let document = SkillDocument(name: template.name, description: template.description, ability)
    #expect(document.problems(slug: template.name).isEmpty)
    #expect(document.ability(slug: template.name) == ability)
    var draft = AbilityDraft()
    (draft.label, draft.prompt, draft.colorHex, draft.icon) =
      (template.label, template.prompt, template.colorHex, template.icon)
    try DraftRules.check(draft)
  }

  /// The words of prompts that request facts of a source; nil for facts that no plan gathers.
  private static let requests: [(words: [String], source: FactSource?)] = [
    (["calendar", "event", "events", "meeting", "meetings"], .calendar), (["habit", "habits"], .habits),
    (["health", "sleep", "hrv", "steps"], .health), (["mail", "inbox", "message", "messages"], .mail),
    (["weather", "rain", "wind"], .weather), (["route", "travel"], .route), (["notes", "note"], .notes),
    (["reminder", "reminders"], .reminders),
    (["profile", "context", "activity", "history", "documents", "file", "files", "yesterday", "times"], nil),
  ]

  @Test(arguments: AbilityGallery.templates.filter { $0.planKey != nil })
  func `a template requests no facts that its plan does not gather`(template: AbilityTemplate) throws {
    let plan = try #require(template.planKey.flatMap { AbilityPlan.named($0) })
    let prompt = PromptVariables.resolve(template.prompt, ["next_event": "", "location": "", "today": "", "name": ""])
    let words = Set(prompt.lowercased().split { !$0.isLetter }.map(String.init))
    for request in Self.requests where !words.isDisjoint(with: request.words) {
      let isGathered = request.source.map { source in plan.steps.contains { $0.source == source } } ?? false
      #expect(isGathered, "\(template.name): \(request.words)")
    }
    if template.prompt.contains("{{next_event}}") { #expect(plan.steps.contains { $0.source == .calendar }) }
  }

  @Test func `the templates have different names, and every plan has one`() {
    let templates = AbilityGallery.templates
    #expect(Set(templates.map(\.name)).count == templates.count && Set(templates.map(\.label)).count == templates.count)
    let plans = templates.compactMap(\.planKey)
    #expect(Set(plans) == Self.plans && plans.count == 19)
  }

  @Test func `the defaults have fixed identities`() {
    let digits = "123456789ABCDEF"
    for (item, digit) in zip(DefaultAbilities.items, digits) {
      #expect(item.id == "A0000001-0000-0000-0000-00000000000\(digit)" && item.ability.isDefault)
    }
    #expect(DefaultAbilities.items.count <= 15)
    #expect(DefaultAbilities.items.map(\.template.name).prefix(3) == ["morning-briefing", "today", "free-slots"])
  }

  @Test func `a random identity is a UUID of version 4`() {
    var generator = SystemRandomNumberGenerator()
    let ids = (0..<50).map { _ in AbilityID(using: &generator).text }
    #expect(Set(ids).count == 50)
    for id in ids {
      #expect(AbilityID(id)?.text == id)
      let parts = id.split(separator: "-")
      #expect(parts[2].first == "4" && "89AB".contains(parts[3].first ?? "0"))
    }
    for wrong in [
      "", "A0000001-0000-0000-0000-00000000000", "A0000001-0000-0000-0000-00000000000G", "A000000100000000",
    ] {
      #expect(AbilityID(wrong) == nil)
    }
  }

  @Test(arguments: [
    ("Weekly Review", "weekly-review"), ("It's", "its"), ("--", "ability"), ("Überblick", "uberblick"), ("a", "a-2"),
    ("U\u{308}ber Straße", "uber-strasse"), ("Ærø Łódź", "aero-lodz"), ("L’été", "lete"), ("日報", "ability"),
    ("日報 2", "2"),
    (String(repeating: "x", count: 80), String(repeating: "x", count: 60)),
  ])
  func `a name is made of a label`(label: String, name: String) {
    #expect(AbilityName.make(of: label, unlike: ["a"]) == name)
    #expect(AbilityName.problem(name) == nil)
  }
}
