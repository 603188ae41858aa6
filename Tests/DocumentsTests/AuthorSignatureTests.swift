import Documents
import Testing

struct AuthorSignatureTests {
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
