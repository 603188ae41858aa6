import History
import Testing

@Suite struct `Times` {
  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
      (1_709_164_800, 0, "2024-02-29T00:00:00Z"), (-1, 0, "1969-12-31T23:59:59Z"),
      (1_700_000_000, 60, "2023-11-14T23:13:20+01:00"), (1_700_000_000, -570, "2023-11-14T12:43:20-09:30"),
      (253_402_300_799, 0, "9999-12-31T23:59:59Z"), (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
      (-11_676_096_000, 0, "1600-01-01T00:00:00Z"), (4_107_542_400, 345, "2100-03-01T05:45:00+05:45"),
    ] as [(Int64, Int, String)])
  func `a time is written as ISO 8601 says`(seconds: Int64, offset: Int, text: String) {
    #expect(TimeText.iso8601(seconds: seconds, offset: offset) == text)
  }

  @Test func `each day follows the one before`() {
    var last = ""
    for day in Int64(-200_000)..<Int64(60_000) {
      let text = TimeText.iso8601(seconds: day * 86_400, offset: 0)
      #expect(last < text)
      last = text
    }
  }

  @Test(arguments: [SystemTime() as any TimeSource, SimulatedTime()])
  func `a clock's monotonic part never goes back and two readings can be compared`(_ source: any TimeSource) {
    var last = source.now()
    for round in 0..<1_000 {
      (source as? SimulatedTime)?.advance(nanoseconds: round % 3 == 0 ? -500_000_000 : 1_000)
      let now = source.now()
      #expect(now.monotonic >= last.monotonic)
      #expect(abs(now.offset) <= 14 * 60)
      #expect(now.seconds > 1_600_000_000)
      last = now
    }
  }

  @Test func `the system's clock goes on by itself`() {
    let source = SystemTime()
    let start = source.now()
    var now = start
    for _ in 0..<10_000_000 where now.monotonic == start.monotonic { now = source.now() }
    #expect(now.monotonic > start.monotonic)
  }
}
