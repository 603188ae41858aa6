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

  @Test func `each example of an error is a time`() {
    let examples = TimePhrase.examples.split(separator: ", ").map { String($0.dropFirst().dropLast()) }
    #expect(examples.contains("5min") && examples.allSatisfy(TimePhrase.isTime))
  }

  @Test(arguments: [
    "", "nonsense", "12", "2026", "weeks", "week 2", "2 mice", "2 m", "5m", "dec2", "1dec", "feb1", "may", "decide 1",
    "ma 1",
    "HEAD~2", "v1.2.3", "1f0c2d7a", "Notes/may.md",
    "banana ago", "ago", "last", "a banana ago", "2 bananas yesterday", "25:00", "12:60", "1-2026-5",
  ])
  func `a text that git takes for the present moment is none`(text: String) {
    #expect(!TimePhrase.isTime(text))
  }

  @Test(arguments: [
    ("2026-13-01", 6, "there is no month 13"), ("2026-02-30", 9, "month 2 of 2026 has no day 30"),
    ("2026/13/1", 6, "there is no month 13"), ("2025-02-29T10:00:00Z", 9, "month 2 of 2025 has no day 29"),
    ("27.13.2026", 4, "there is no month 13"), ("31.11.2026", 1, "month 11 of 2026 has no day 31"),
    ("13/1/2026", 1, "there is no month 13"), ("0.5.2026", 1, "month 5 of 2026 has no day 0"),
    ("2026-05-01 25:00", 12, "there is no hour 25"), ("2026-05-01T12:60:00Z", 15, "there is no minute 60"),
    ("Feb 30", 5, "Feb has no day 30"), ("31st april 2026", 1, "april has no day 31"),
    ("May 45", 5, "May has no day 45"),
    ("yesterday at 24:10", 14, "there is no hour 24"),
  ])
  func `a time that no calendar or clock has is refused with its place`(text: String, position: Int, reason: String) {
    #expect(!TimePhrase.isTime(text))
    #expect(TimePhrase.fault(in: text) == TimeFault(position: position, reason: reason))
  }

  @Test(arguments: [
    ("27.11.2026", "2026-11-27"), ("1.5.2026", "2026-05-01"), ("2026/5/1", "2026-05-01"), ("5/1/2026", "2026-05-01"),
    ("29.2.2024", "2024-02-29"), ("29.2.2000", "2000-02-29"), ("1.5.2026 12:00", "2026-05-01 12:00"),
    ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z"), ("v1.2.3", "v1.2.3"), ("@1777593600", "@1777593600"),
  ])
  func `a date in digits is given to git in the one form that is not mistaken`(text: String, spelled: String) {
    #expect(TimePhrase.spelled(text) == spelled && TimePhrase.fault(in: text) == nil)
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
