import Testing
import Values

@Suite struct FNV1aTests {
  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325 as UInt64), ("a", 0xaf63_dc4c_8601_ec8c), ("b", 0xaf63_df4c_8601_f1a5),
      ("c", 0xaf63_de4c_8601_eff2), ("foo", 0xdcb2_7518_fed9_d577), ("foob", 0xdd12_0e79_0c25_12af),
      ("foobar", 0x8594_4171_f739_67e8), ("chongo was here!\n", 0x4681_0940_eff5_f915),
    ])
  func `a text has the hash of the published test vectors`(text: String, hash: UInt64) {
    #expect(FNV1a(text.utf8).value == hash)
    var added = FNV1a()
    for byte in text.utf8 { added.add(byte) }
    #expect(added.value == hash)
  }
}
