import Journal
import Testing

/// The checksum of the journal and of the stat cache.
@Suite struct ChecksumTests {
  @Test(arguments: [
    ("", 0), ("123456789", 0xE306_9283), ("The quick brown fox jumps over the lazy dog", 0x2262_0404),
  ])
  func `the checksum is CRC-32C`(text: String, checksum: UInt32) {
    #expect(Checksum.of(Array(text.utf8)[...]) == checksum)
  }

  @Test func `eight bytes at once give what single bytes give, at every length and place`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 7) }
    for start in [0, 1, 5] {
      for end in start...120 {
        var value: UInt32 = ~0
        for byte in bytes[start..<end] {
          value ^= UInt32(byte)
          for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
        }
        #expect(Checksum.of(bytes[start..<end]) == ~value, "\(start)..<\(end)")
      }
    }
  }
}
