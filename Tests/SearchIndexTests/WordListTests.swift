import Testing

@testable import SearchIndex

/// The words of texts.
@Suite struct WordListTests {
  @Test(arguments: [
    ("", []), (" \n", []), ("Blue whale!", ["blue", "whale"]), ("Crème brûlée", ["creme", "brulee"]),
    ("cafe\u{301}", ["cafe"]), ("Ёлка Йод", ["елка", "иод"]), ("straße 12,5", ["straße", "12", "5"]),
    ("東京 x", ["東京", "京", "x"]), ("a東b", ["a", "東", "b"]), ("ひらがな", ["ひら", "らが", "がな", "な"]),
    ("ΟΔΟΣ οδός", ["οδοσ", "οδοσ"]), ("👍 ok", ["ok"]),
    // In the decomposed form of names from macOS.
    ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", ["\u{D55C}\u{AE00}", "\u{AE00}"]),
    ("か\u{3099}っこう", ["\u{304C}っ", "っこ", "こう", "う"]), ("ハ\u{309A}ン", ["\u{30D1}ン", "ン"]),
    ("ウ\u{3099}ィ", ["\u{30F4}ィ", "ィ"]), ("う\u{3099}", ["\u{3094}"]), ("ワ\u{3099}", ["\u{30F7}"]),
  ])
  func `a text is split into folded words`(text: String, words: [String]) {
    // Texts that are equal may have different bytes.
    #expect(WordList(text).words.map { Array($0.utf8) } == words.map { Array($0.utf8) })
  }

  @Test func `bytes that are not UTF-8 separate words`() {
    #expect(WordList(Array("ab".utf8) + [0xFF, 0xC3] + Array("cd".utf8)).words == ["ab", "cd"])
  }

  @Test func `a long run of letters is cut`() {
    let list = WordList(String(repeating: "x", count: 500) + " y")
    #expect(list.words == [String(repeating: "x", count: WordList.longestWord), "y"])
  }

  @Test func `each word has its place in the text`() {
    let list = WordList(Array("Der Überfluß 東京".utf8), places: true)
    #expect(list.ranges == [0..<3, 4..<14, 15..<21, 18..<21])
    #expect(list.starts.count == list.count)
  }
}
