import Documents
import TestSupport
import Testing

@Suite struct ByteSearchTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    arguments: [
      ("aa", "aaaa", [0, 2], [0, 1, 2]), ("aba", "ababab", [0], [0, 2]), ("abcabd", "abcabcabd", [3], [3]),
      ("", "abc", [], []), ("abcd", "abc", [], []), ("b", "abb", [1, 2], [1, 2]),
    ])
  func `the places of a text are found`(part: String, text: String, apart: [Int], all: [Int]) {
    #expect(ByteSearch.places(of: bytes(part), in: bytes(text)) == apart)
    #expect(ByteSearch.places(of: bytes(part), in: bytes(text), overlapping: true) == all)
    #expect(ByteSearch.places(of: bytes(part), in: bytes(text), atMost: 1) == Array(apart.prefix(1)))
  }

  @Test func `the places are those of a comparison at each position`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in UInt8.random(in: 97...98, using: &generator)
      }
      let part = (0..<Int.random(in: 1...5, using: &generator)).map { _ in UInt8.random(in: 97...98, using: &generator)
      }
      let expected = text.indices.filter { text[$0...].starts(with: part) }
      #expect(ByteSearch.places(of: part, in: text, overlapping: true) == expected)
    }
  }

  @Test func `a text that nearly matches everywhere takes no longer than its length`() {
    let clock = ContinuousClock()
    let text = [UInt8](repeating: 97, count: 400_000)
    let part = [UInt8](repeating: 97, count: 200_000) + [98]
    let time = clock.measure { #expect(ByteSearch.places(of: part, in: text).isEmpty) }
    #expect(time < .seconds(20))
  }

  @Test(arguments: [
    ("ab", true), ("abc", true), ("x\nab", true), ("x\nabc\n", true), ("xab", false), ("x\n ab", false), ("a", false),
    ("", false), ("x\r\nab", true),
  ])
  func `a line begins with a part at the text's start or after a line end`(text: String, isFound: Bool) {
    #expect(ByteSearch.hasLine(startingWith: Array("ab".utf8), in: Array(text.utf8)) == isFound)
  }
}
