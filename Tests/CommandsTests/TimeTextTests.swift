import Commands
import Testing

@Suite struct TimeTextTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0 as Int64?), ("2026-01-31T10:00:00+01:00", 1_769_850_000),
    ("2026-01-31T10:00:00.123+0100", 1_769_850_000), ("2024-02-29T23:59:59-11:30", 1_709_292_599),
    ("2026-01-31", nil), ("", nil), ("soon", nil), ("2026-13-01T00:00:00Z", nil),
  ])
  func `an ISO time is read with its offset`(text: String, seconds: Int64?) {
    #expect(TimeText.seconds(text) == seconds)
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
