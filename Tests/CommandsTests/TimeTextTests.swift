import Commands
import Testing

@Suite struct TimeTextTests {
  @Test(arguments: ["2026-01-31", "", "soon", "2026-13-01T00:00:00Z"])
  func `what is no time stays as it is`(text: String) {
    #expect(TimeText.relative(text, now: 0) == text)
  }

  @Test(arguments: [
    TimeCase(0, "just now"), TimeCase(59, "59 seconds ago"), TimeCase(60, "1 minute ago"),
    TimeCase(7_200, "2 hours ago"), TimeCase(90_000, "yesterday"), TimeCase(3 * 86_400, "3 days ago"),
    TimeCase(400 * 86_400, "1970-01-01"), TimeCase(-3_600, "1970-01-01 00:00"),
  ])
  func `a time is said as people say it`(time: TimeCase) {
    #expect(TimeText.relative("1970-01-01T00:00:00Z", now: time.ago) == time.text)
  }

  @Test(arguments: [
    ("1970-01-01T10:02:00Z", "1970-01-01T10:31:27Z", "10:02–10:31, 33 seconds ago"),
    ("1970-01-01T10:31:02Z", "1970-01-01T10:31:27Z", "10:31, 33 seconds ago"),
    ("1969-12-31T23:50:00Z", "1970-01-01T10:31:27Z", "1969-12-31 23:50–1970-01-01 10:31, 33 seconds ago"),
    ("1970-01-01T09:00:00Z", "soon", "soon"),
  ])
  func `a span has its first and last time, and says how long ago it ended`(first: String, last: String, text: String) {
    #expect(TimeText.span(first, last, now: 37_920) { _ in 0 } == text)
  }

  @Test func `the times of a span are local, and a year is said once`() {
    let (first, last) = ("2026-03-28T22:30:00Z", "2026-03-29T02:10:00Z")
    let now: Int64 = 1_774_750_200
    #expect(
      TimeText.span(first, last, now: now) { $0 < 1_774_746_000 ? 60 : 120 }
        == "2026-03-28 23:30–03-29 04:10, just now")
    #expect(TimeText.span(first, last, now: now) { _ in -300 } == "17:30–21:10, just now")
  }
}

/// A time so many seconds ago, and how it is said.
struct TimeCase: Sendable {
  let ago: Int64
  let text: String

  init(_ ago: Int64, _ text: String) {
    self.ago = ago
    self.text = text
  }
}
