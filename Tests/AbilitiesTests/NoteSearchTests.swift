import Testing

@testable import Abilities

/// The search of notes for the subjects of a plan.
@Suite struct NoteSearchTests {
  @Test(
    arguments: [
      ("Whale day", "\"Whale\" OR \"day\""), ("Q3: plan w/ Ada-Lou", "\"plan\" OR \"Ada\" OR \"Lou\""),
      ("会議", "\"会議\""),
      ("a b -- \"", nil), ("", nil), ("say \"no\" OR *", "\"say\""),
    ] as [(String, String?)])
  func `a query has the words of the subject as alternatives`(subject: String, query: String?) {
    #expect(NoteSearch.query(for: subject) == query)
  }

  @Test(arguments: [
    ("Research/whales.md", true), ("README.md", false), ("Research/README.md", false), ("AGENTS.md", false),
    ("Abilities/own/SKILL.md", false), (".stet/policy.toml", false), ("Abilities.md", true),
  ])
  func `abilities and instructions are no notes`(path: String, isNote: Bool) {
    #expect(NoteSearch.isNote(path) == isNote)
  }
}
