import Testing
import WorkspaceAPI

@testable import Commands

/// The sentence about a search that found nothing.
@Suite struct NoHitTextTests {
  private static func sentence(
    _ text: String = "whale", isLines: Bool = false, place: String? = nil, _ conditions: WordConditions = .init()
  ) -> String {
    NoHitText(text: text, isLines: isLines, place: place, conditions: conditions).sentence
  }

  @Test func `without conditions the words are the reason`() {
    #expect(
      Self.sentence() == "No document matches. Whole words are searched; 'whale*' finds all that begin so.")
    #expect(Self.sentence("blue whale") == "No document matches.")
    #expect(Self.sentence(isLines: true) == "No line matches.")
  }

  @Test(
    arguments: [
      (WordConditions(author: "agent"), nil, "--by agent"),
      (WordConditions(since: "2 days ago", until: "today"), nil, "--since '2 days ago' --until today"),
      (WordConditions(fields: ["status=draft", "rating>=4"]), nil, "--field status=draft --field 'rating>=4'"),
      (WordConditions(), "Notes/My trip", "--in 'Notes/My trip'"),
      (WordConditions(author: "Ada"), "Notes", "--in Notes --by Ada"),
    ] as [(WordConditions, String?, String)])
  func `conditions are named instead of the word`(conditions: WordConditions, place: String?, options: String) {
    #expect(
      Self.sentence(place: place, conditions)
        == "No document matches with \(options). Fewer conditions may find more.")
  }

  @Test func `a search for lines names its place`() {
    #expect(
      Self.sentence("a(b", isLines: true, place: "Notes")
        == "No line matches with --in Notes. Fewer conditions may find more.")
  }
}
