import Documents
import Testing

struct ChangeRangeTests {
  @Test(
    arguments: [
      ("a", ChangeRange("a")), ("a..b", ChangeRange("a", to: "b")), ("a..a", ChangeRange("a")), ("", nil), ("..", nil),
      ("a..", nil), ("..b", nil), ("a.b", ChangeRange("a.b")), ("a..b..c", ChangeRange("a", to: "b..c")),
    ] as [(String, ChangeRange?)])
  func `a range reads as its ends`(text: String, range: ChangeRange?) {
    #expect(ChangeRange(trailer: text) == range)
  }

  @Test func `a message says what it takes back, and reads so again`() {
    var message = CommitMessage(subject: "Undo session 7", author: .user)
    message.undoes = [ChangeRange("1f"), ChangeRange("2a", to: "3b")]
    #expect(message.text.contains("\nStet-Undoes: 1f\nStet-Undoes: 2a..3b\n"))
    #expect(CommitMessage(parsing: message.text) == message)
  }
}
