import Testing
import Values

@Suite struct ISOTimeTests {
  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
      (1_709_164_800, 0, "2024-02-29T00:00:00Z"), (-1, 0, "1969-12-31T23:59:59Z"),
      (1_767_225_599, 0, "2025-12-31T23:59:59Z"), (4_107_542_400, 0, "2100-03-01T00:00:00Z"),
      (1_700_000_000, 60, "2023-11-14T23:13:20+01:00"), (1_700_000_000, -570, "2023-11-14T12:43:20-09:30"),
      (253_402_300_799, 0, "9999-12-31T23:59:59Z"), (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
      (-11_676_096_000, 0, "1600-01-01T00:00:00Z"), (4_107_542_400, 345, "2100-03-01T05:45:00+05:45"),
    ] as [(Int64, Int, String)])
  func `a time is written as ISO 8601 says, and read again`(seconds: Int64, offset: Int, text: String) {
    #expect(ISOTime.text(seconds, offset: offset) == text)
    #expect(ISOTime.seconds(text) == seconds)
  }

  @Test func `each day follows the one before`() {
    var last = ""
    for day in Int64(-200_000)..<Int64(60_000) {
      let text = ISOTime.text(day * 86_400)
      #expect(last < text)
      last = text
    }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0 as Int64?), ("2026-01-31T10:00:00+01:00", 1_769_850_000),
    ("2026-01-31T10:00:00.123+0100", 1_769_850_000), ("2024-02-29T23:59:59-11:30", 1_709_292_599),
    ("2026-01-31", 1_769_817_600), ("", nil), ("soon", nil), ("2026-13-01T00:00:00Z", nil),
    ("2026-02-29", nil), ("2100-02-29", nil), ("2026-04-31", nil), ("2026-05-00", nil), ("2024-02-29", 1_709_164_800),
  ])
  func `an ISO time is read with its offset`(text: String, seconds: Int64?) {
    #expect(ISOTime.seconds(text) == seconds)
  }
}
