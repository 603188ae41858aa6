import Testing

@testable import WorkspaceEngine

/// Tests which texts are read as a time.
@Suite struct TimePhraseTests {
  @Test(arguments: [
    "now", "yesterday", "2 hours ago", "last week", "monday", "2026-05-01", "2026-05-01 12:00", "2026-05-01T12:00:00Z",
    "1.5.2026", "@1777593600", "2 weeks", "2.weeks", "2weeks", "2_WEEKS", "1 second", "30 seconds", "1 minute",
    "90 minutes", "1 hour", "3 days", "3 days ago", "1 month", "6 months", "1 year", "10 years", "two weeks", "May 1",
    "may 1st", "1 May", "1 May 2026", "May 1, 2026", "Sept 3", "3 december", "March 2026", "Fri May 1 12:00:00 2026",
    "15:40", "3pm", "3 pm", "1h", "30min", "2d", "1h ago", "yesterday at 15:40", "last friday",
    "a week ago", "an hour ago",
  ])
  func `a time that git reads is one`(text: String) {
    #expect(TimePhrase.isTime(text))
  }

  @Test(arguments: [
    "", "nonsense", "12", "2026", "weeks", "week 2", "2 mice", "2 m", "dec2", "1dec", "feb1", "may", "decide 1", "ma 1",
    "HEAD~2", "v1.2.3", "1f0c2d7a", "Notes/may.md",
    "banana ago", "ago", "last", "a banana ago", "2 bananas yesterday", "25:00", "12:60",
  ])
  func `a text that git takes for the present moment is none`(text: String) {
    #expect(!TimePhrase.isTime(text))
  }

  @Test(arguments: [
    ("yesterday", "00:00:00 yesterday"), ("2026-05-01", "00:00:00 2026-05-01"), ("May 1", "00:00:00 May 1"),
    ("monday", "00:00:00 last monday"), ("last friday", "00:00:00 last friday"), ("1st may", "00:00:00 1st may"),
    ("2 hours ago", "2 hours ago"), ("7d", "7 days"), ("a week ago", "1 week ago"), ("now", "now"), ("3pm", "3pm"),
    ("15:40", "15:40"), ("yesterday at 15:40", "yesterday at 15:40"), ("@1777593600", "@1777593600"),
    ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z"), ("yesterday noon", "yesterday noon"), ("2weeks", "2weeks"),
  ])
  func `a span begins with a day that is named alone, and at any other time as it is`(text: String, spelled: String) {
    #expect(TimePhrase.isTime(text))
    #expect(TimePhrase.spelled(text, .start) == spelled)
    #expect(TimePhrase.spelled(text, .end) == spelled.replacing("00:00:00", with: "23:59:59"))
  }
}
