import Merge
import Testing

/// Texts that are odd, broken or very long.
struct DocumentMergeBoundsTests {
  private func merge(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], path: String = "a.md", driver: MergeDriver = .text,
    prefer: MergeSide = .ours
  ) -> MergedDocument {
    DocumentMerge.merge(
      base: base, ours: ours, theirs: theirs, path: path, driver: driver, judge: MergeJudge(prefer))
  }

  private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
      return bigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: [true, false])
  func `UTF-16 merges as text and stays UTF-16`(bigEndian: Bool) {
    func text(_ text: String) -> [UInt8] { utf16(text, bigEndian: bigEndian) }
    let result = merge(
      text("One is. Two 🐋 is.\r\n"), text("One was. Two 🐋 is.\r\n"), text("One is. Two 🐋 was.\r\n"))
    #expect(result.text == .clean(text("One was. Two 🐋 was.\r\n")))
    let overlap = merge(text("One.\n"), text("Uno.\n"), text("Eins.\n"))
    #expect(overlap.text.bytes == text("Uno.\n") && !overlap.text.isClean)
    let created = merge([], text("Two.\r\n"), text("One.\r\n"))
    #expect(created.text == .clean(text("One.\r\n\r\nTwo.\r\n")))
  }

  @Test func `texts in different encodings, and broken UTF-16, are whole versions`() {
    let little = utf16("One. Two.\n", bigEndian: false)
    for other in [
      Array("One. Uno.\n".utf8), utf16("One. Uno.\n", bigEndian: true), little + [0x41], [0xFF, 0xFE, 0, 0xD8],
    ] {
      let result = merge(little, utf16("Uno. Two.\n", bigEndian: false), other, prefer: .theirs)
      #expect(result.text == .overlapping(kept: other, regions: []))
      #expect(result.fallbacks == [.notText])
    }
  }

  @Test func `bytes that are no UTF-8 merge as they are`() {
    func text(_ one: String, _ two: String) -> [UInt8] {
      Array("\(one) is ".utf8) + [0xFF, 0xC3, 0xFE] + Array(". ".utf8) + Array("\(two) is here.\n".utf8)
    }
    #expect(merge(text("A", "B"), text("C", "B"), text("A", "D")).text == .clean(text("C", "D")))
  }

  @Test func `bytes with a zero, and git-lfs pointers, are never mixed`() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:"
    for lead in ["\u{0}", pointer] {
      let result = merge(
        Array("\(lead)a\nb\nc\n".utf8), Array("\(lead)A\nb\nc\n".utf8), Array("\(lead)a\nb\nC\n".utf8))
      #expect(result.text == .overlapping(kept: Array("\(lead)A\nb\nc\n".utf8), regions: []))
      #expect(result.fallbacks == [.notText])
    }
  }

  @Test func `a very long log merges where it differs`() {
    func text(_ byte: Character) -> [UInt8] {
      Array("first\n".utf8) + Array(repeating: byte.asciiValue ?? 0, count: 16 << 20) + Array("\n".utf8)
    }
    let base = text("x")
    let (one, two) = (Array("one\n".utf8), Array("two\n".utf8))
    #expect(merge(base, base + one, base + two, path: "a.log", driver: .union).text == .clean(base + one + two))
    let (other, third) = (text("y"), text("z"))
    let result = merge(base, other, third, path: "a.log")
    #expect(result.text == .overlapping(kept: other, regions: []))
    #expect(result.fallbacks == [.tooLarge])
  }

  @Test func `a long place that both sides rewrote is merged by lines`() {
    func text(_ word: String) -> [UInt8] {
      Array((0..<40_000).map { "\(word) number \($0) is here.\n" }.joined().utf8)
    }
    let result = merge(text("Whale"), text("Fish"), text("Bird"))
    #expect(result.text.bytes == text("Fish") && !result.text.isClean)
    #expect(result.fallbacks == [.sentencesByLines])
  }

  @Test(arguments: [
    "a: &a [x,x]\n" + (0..<30).map { "k\($0): &k\($0) {? *a : [*a,*a]}\n" }.joined(),
    "a: " + String(repeating: "[", count: 30_000) + "\n",
    String(repeating: "- ", count: 30_000) + "\n",
    "a: " + String(repeating: "? ", count: 30_000) + "\n",
    "a: |\n" + String(repeating: "  text\n", count: 20_000),
    String(repeating: " \t#", count: 20_000) + "\n",
  ])
  func `a front matter of any shape takes no time`(block: String) {
    func document(_ text: String) -> [UInt8] { Array("---\n\(block)---\n\(text)\n".utf8) }
    let result = merge(document("One is. Two is."), document("One was. Two is."), document("One is. Two was."))
    #expect(result.text == .clean(document("One was. Two was.")))
  }
}
