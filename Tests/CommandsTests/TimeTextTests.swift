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
