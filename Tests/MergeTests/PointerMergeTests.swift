import Merge
import Testing

/// Large files, of which only the pointers are merged, and the attributes that name them.
@Suite struct PointerMergeTests {
  private static func pointer(_ digit: Character, size: Int) -> [UInt8] {
    let id = String(repeating: digit, count: 64)
    return Array("version https://git-lfs.github.com/spec/v1\noid sha256:\(id)\nsize \(size)\n".utf8)
  }

  @Test(arguments: [MergeDriver.text, .union, .binary])
  func `pointers are taken whole, whatever the driver`(_ driver: MergeDriver) {
    let (base, ours, theirs) = (
      Self.pointer("a", size: 1), Self.pointer("b", size: 1), Self.pointer("a", size: 2)
    )
    for (first, second, side) in [(ours, theirs, MergeSide.ours), (theirs, ours, .theirs)] {
      let merged = DocumentMerge.merge(
        base: base, ours: first, theirs: second, path: "a.md", driver: driver, judge: MergeJudge(side))
      #expect(merged.text == .overlapping(kept: ours, regions: []))
    }
  }

  @Test func `a text that became large on one side is not mixed with its pointer`() {
    let merged = DocumentMerge.merge(
      base: Array("one\ntwo\n".utf8), ours: Array("one\ntwo\nthree\n".utf8), theirs: Self.pointer("a", size: 9),
      path: "a.md", driver: .text, judge: MergeJudge(.theirs))
    #expect(merged.text == .overlapping(kept: Self.pointer("a", size: 9), regions: []))
    #expect(merged.fallbacks == [.notText])
  }

  @Test(arguments: [".gitattributes", "folder/.gitattributes"])
  func `both machines' lines stay in attributes`(_ path: String) {
    let merged = DocumentMerge.merge(
      base: Array("*.md text\n".utf8), ours: Array("*.md text\n/a.bin filter=lfs\n".utf8),
      theirs: Array("*.md text\n/b.bin filter=lfs\n".utf8), path: path, driver: .text, judge: MergeJudge(.ours))
    #expect(merged.text.isClean)
    let lines = Set(merged.text.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
    #expect(lines == ["*.md text", "/a.bin filter=lfs", "/b.bin filter=lfs"])
  }
}
