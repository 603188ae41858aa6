import GitObjects
import Testing

@testable import WorkspaceEngine

/// Places in the events of history, and cursors.
@Suite struct EventPlaceTests {
  private static func id(_ digit: Character) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: digit, count: 40)))
  }

  @Test func `a place has the known commits without a known child, the last one first`() throws {
    let (a, b, c, d) = (try Self.id("a"), try Self.id("b"), try Self.id("c"), try Self.id("d"))
    var place = EventPlace([])
    #expect(place.text == "start")
    place.add(a, parents: [])
    #expect(place.heads == [a])
    place.add(b, parents: [a])
    #expect(place.text == b.hex && place.behind(1).text == b.hex + ".1")
    // The other side of a merge, and the merge.
    place.add(c, parents: [a])
    #expect(place.text == c.hex + "+" + b.hex)
    place.add(d, parents: [b, c])
    #expect(place == EventPlace([d]))
    place.add(d, parents: [b, c])
    #expect(place == EventPlace([d]))
  }

  @Test(
    arguments: [
      ("start", [], nil), ("aaaaaaa", ["aaaaaaa"], nil), ("AAAAAAA.2", ["aaaaaaa"], 2),
      ("aaaaaaa+1234567890.1", ["aaaaaaa", "1234567890"], 1),
      (String(repeating: "f", count: 40), [String(repeating: "f", count: 40)], nil),
    ] as [(String, [String], Int?)])
  func `a cursor names commits and the part of the first one`(text: String, names: [String], part: Int?) {
    let cursor = EventCursor(text)
    #expect(cursor?.names == names && cursor?.part == part)
  }

  @Test(arguments: [
    "", "+", "aaaaaa", "aaaaaaag", "HEAD", "aaaaaaa.", "aaaaaaa.0", "aaaaaaa.-1", "aaaaaaa.1.2", "aaaaaaa.99999999999",
    "aaaaaaa+", "+aaaaaaa", "--help", "yesterday", String(repeating: "f", count: 41),
    [String](repeating: "aaaaaaa", count: 65).joined(separator: "+"),
  ])
  func `another text is no cursor`(text: String) { #expect(EventCursor(text) == nil) }
}
