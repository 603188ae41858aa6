import WorkspaceAPI
import FoundationEssentials
import Testing

@Suite struct WriteActionTests {
  static let actions: [WriteAction] = [
    .put([]), .put(Array(0...255)), .append(Array("é\n".utf8)), .edit(old: "a\"\n", new: "", everywhere: true),
    .delete, .move(to: "Research/b c.md"),
    .copy(from: "a é.md", revision: nil), .copy(from: "a.md", revision: "HEAD~1"),
  ]

  @Test(arguments: actions) func `an action survives its JSON form`(action: WriteAction) throws {
    let data = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(WriteAction.self, from: data) == action)
  }

  @Test func `bytes are base64, not a list of numbers`() throws {
    let text = String(decoding: try JSONEncoder().encode(WriteAction.put(Array("whale".utf8))), as: UTF8.self)
    #expect(text.contains("d2hhbGU="))
  }
}
