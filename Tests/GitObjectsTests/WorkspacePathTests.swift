import GitObjects
import TestSupport
import Testing

struct WorkspacePathTests {
  @Test func `paths are ordered by their bytes`() throws {
    let pieces = ["a", "b", "ab", "-", "/", "\u{E9}", "e\u{301}", "0123456789", "note-000", "\u{10FF00}"]
    for seed in 0..<5_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      func text() -> String {
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
          .joined()
      }
      let (first, second) = (text(), text())
      let expected = first.utf8.lexicographicallyPrecedes(second.utf8)
      #expect(first.precedesBytes(of: second) == expected, "seed \(seed)")
      #expect(first[...].precedesBytes(of: second) == expected, "seed \(seed)")
      if let left = try? WorkspacePath(first), let right = try? WorkspacePath(second) {
        #expect((left < right) == left.string.utf8.lexicographicallyPrecedes(right.string.utf8), "seed \(seed)")
      }
    }
  }

  @Test func `a text is a path if and only if each of its parts may be a name`() throws {
    let pieces = [
      "a", "b", "g", "G", "i", "I", "t", "T", ".", "..", "/", "/", "~1", " ", ":", "\\", "\u{200C}", "\u{E9}",
      "\u{301}", "\u{10FF2F}", "\u{10FFE9}", "\0", ".git", "git~1", String(repeating: "n", count: 254),
    ]
    for seed in 0..<20_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var text = ""
      for _ in 0..<Int.random(in: 0...7, using: &generator) {
        text += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
      var bytes = Array(text.utf8)[...]
      while bytes.starts(with: Array("./".utf8)) { bytes = bytes.dropFirst(2) }
      if bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
      let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let isPath = parts.allSatisfy { part in
        let name = String(decoding: part, as: UTF8.self)
        let encoded = NameText.encode(name)
        return !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8) && !part.contains(0)
          && encoded.count <= 255 && !encoded.contains(UInt8(ascii: "/")) && !GitName.isDotGit(name)
      }
      let path = try? WorkspacePath(text)
      #expect((path != nil) == isPath, "seed \(seed): \(text.debugDescription)")
      if let path { #expect(path.string.utf8.elementsEqual(bytes), "seed \(seed)") }
    }
  }
}
