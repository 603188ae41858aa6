import Testing
import Values

/// HTML in pieces.
@Suite struct MarkupScannerTests {
  /// Returns the pieces of a text, each with a mark of its kind before it.
  private static func pieces(_ text: String) -> [String] {
    let content = Array(text.utf8)
    var scanner = MarkupScanner(content, hiding: ["script"])
    var pieces: [String] = []
    while let piece = scanner.next() {
      switch piece {
      case .text(let range): pieces.append("t:" + String(decoding: content[range], as: UTF8.self))
      case .comment(let range): pieces.append("c:" + String(decoding: content[range], as: UTF8.self))
      case .tag(let name, let isEnd, let range):
        pieces.append((isEnd ? "/" : "") + name + ":" + String(decoding: content[range], as: UTF8.self))
      }
    }
    return pieces
  }

  @Test(
    arguments: [
      ("", []), ("a < b & c", ["t:a < b & c"]), ("<P class=x>a</p>", ["p:<P class=x>", "t:a", "/p:</p>"]),
      ("a<!-- <b> -->c", ["t:a", "c:<!-- <b> -->", "t:c"]), ("a<!-- b", ["t:a", "c:<!-- b"]), ("a<b", ["t:a", "b:<b"]),
      ("<script>x < '</p>'</SCRIPT >y", ["script:<script>x < '</p>'</SCRIPT >", "t:y"]),
      ("<script/>y", ["script:<script/>", "t:y"]), ("<script>a</scripts>b", ["script:<script>a</scripts>b"]),
      ("<h1>é</h1><", ["h1:<h1>", "t:é", "/h1:</h1>", "t:<"]), ("<!DOCTYPE html>", [":<!DOCTYPE html>"]),
    ] as [(String, [String])])
  func `a text is split at its tags`(text: String, pieces: [String]) {
    #expect(Self.pieces(text) == pieces)
  }

  @Test(arguments: [
    ("a &amp; b &lt;&#228;&#xE4;&rsquo;", "a & b <ää’"), ("&bogus; &amp &", "&bogus; &amp &"), ("&#7;&#0;", "&#7;&#0;"),
    ("&#99999999999;", "&#99999999999;"), ("", ""),
  ])
  func `character references are replaced, and unknown ones stay`(text: String, decoded: String) {
    #expect(String(decoding: CharacterReference.decoded(Array(text.utf8)[...]), as: UTF8.self) == decoded)
  }
}
