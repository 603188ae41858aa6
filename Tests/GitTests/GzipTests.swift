import FoundationEssentials
import Git
import Testing

@Suite struct GzipTests {
  /// "a line of text\n" 3 times, as `gzip -n` writes it.
  private static let file = [UInt8](
    Data(base64Encoded: "H4sIAAAAAAAAA0tUyMnMS1XIT1MoSa0o4UrEywUA7s5CJS0AAAA=") ?? Data())

  @Test func `a gzip file is read up to its limit, and what is damaged or none is nil`() throws {
    let text = String(repeating: "a line of text\n", count: 3)
    #expect(Gzip.content(of: Self.file, limit: 1_000).map { String(decoding: $0, as: UTF8.self) } == text)
    #expect(Gzip.content(of: Self.file, limit: 6).map { String(decoding: $0, as: UTF8.self) } == "a line")
    #expect(Gzip.content(of: Array(Self.file.prefix(20)), limit: 1_000) == nil)
    #expect(Gzip.content(of: Array("text".utf8), limit: 1_000) == nil)
    #expect(Gzip.content(of: [], limit: 1_000) == nil)
  }
}
