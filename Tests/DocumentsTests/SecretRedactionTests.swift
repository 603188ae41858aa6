import Documents
import Testing

@Suite struct SecretRedactionTests {
  private static let token = "ghp_" + "R4tQ7wZx9bKc2LmN5vJh8sDf1GyTpU3eXaWo"

  private func line(_ text: String) -> String {
    String(decoding: SecretRedaction.line(Array(text.utf8)), as: UTF8.self)
  }

  @Test func `a secret in any text of a line is replaced, and all else stays`() {
    let before = #"{"n":3,"k":"ended","id":"1.1","text":"use \#(Self.token) or\n\#(Self.token), é","failed":true}"#
    #expect(
      line(before) == #"{"n":3,"k":"ended","id":"1.1","text":"use [redacted] or\n[redacted], é","failed":true}"#)
    let plain = #"{"n":3,"t":5,"k":"ended","id":"1.1","text":"nothing\tto hide"}"#
    #expect(line(plain) == plain)
  }

  @Test func `a secret in JSON within a text, and an encoded one, are replaced`() {
    let nested = #"{"k":"message","blocks":[{"input":"{\"content\":\"key \#(Self.token)\"}"}]}"#
    #expect(line(nested) == #"{"k":"message","blocks":[{"input":"{\"content\":\"key [redacted]\"}"}]}"#)
    let escaped = Self.token.replacing("_", with: "\\u005f")
    #expect(!line(#"{"k":"message","text":"{\"content\":\"\#(escaped)\"}"}"#).contains("R4tQ7wZx"))
  }

  @Test func `more secrets than one search finds are all replaced`() {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let tokens = (0..<70).map { "\(Self.token.dropLast(2))\(letters[$0 / 26])\(letters[$0 % 26])" }
    let text = SecretRedaction.text(tokens.joined(separator: " "))
    #expect(tokens.allSatisfy { !text.contains($0) })
    #expect(SecretScanner.secrets(in: Array(text.utf8)).isEmpty)
  }

  @Test func `a secret between the texts of a line is replaced, and the line stays a step`() {
    let before = #"{"k":"asked","id":"1.1-abcd1234","name":"password","value":"Xk7#mQ2$vL9w"}"#
    #expect(line(before) == #"{"k":"asked","id":"1.1-abcd1234","name":"password","value":"[redacted]"}"#)
  }

  @Test func `a zero does not hide a password`() {
    #expect(SecretRedaction.text("\0a\npassword = Xk7#mQ2$vL9w\nb") == "\0a\npassword = [redacted]\nb")
  }

  @Test func `the pieces of an arriving answer are emptied: a secret may be divided between them`() {
    #expect(line(#"{"n":3,"t":5,"k":"partial","text":"ghp_R4tQ7wZx"}"#) == #"{"n":3,"t":5,"k":"partial","text":""}"#)
  }
}
