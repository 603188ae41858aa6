import Documents
import FoundationEssentials
import Testing

struct AuthorRecordTests {
  @Test(
    arguments: [
      (.user, #"{"kind":"user","name":"Ada","session":null}"#),
      (.agent(name: "Claude Code", session: nil), #"{"kind":"agent","name":"Claude Code","session":null}"#),
      (.unsure(during: "s1"), #"{"kind":"unsure","name":"Ada","session":"s1"}"#),
      (.sync, #"{"kind":"sync","name":"Stet","session":null}"#),
    ] as [(Author, String)])
  func `an author's record has all three keys`(author: Author, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let record = AuthorRecord(author, personName: "Ada")
    #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(AuthorRecord.self, from: Data(json.utf8)) == record)
  }

  @Test(
    arguments: [
      (.agent(name: "Claude Code", session: nil), "Claude Code", "claude-code@agents.invalid"),
      (.agent(name: "  GPT-5 / X  ", session: nil), "  GPT-5 / X  ", "gpt-5-x@agents.invalid"),
      (.agent(name: "日本", session: nil), "日本", "agent@agents.invalid"),
      (.sync, "Stet", "stet@agents.invalid"),
      (.user, "Ada", "ada@example.org"),
      (.unsure(during: "s"), "Ada", "ada@example.org"),
    ] as [(Author, String, String)])
  func `each author signs with a name and an address`(author: Author, name: String, email: String) {
    #expect(author.signatureName(person: "Ada") == name)
    #expect(author.signatureEmail(person: "ada@example.org") == email)
  }
}
