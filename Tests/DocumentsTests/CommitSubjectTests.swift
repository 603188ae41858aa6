import Documents
import Testing

struct CommitSubjectTests {
  @Test(
    arguments: [
      ([.edited("Research/whales/introduction.md")], "Edit Research/whales/introduction.md"),
      ([.created("a.md")], "Create a.md"),
      ([.deleted("a.md")], "Delete a.md"),
      ([.renamed(from: "a.md", to: "b.md")], "Rename a.md → b.md"),
      ([.edited("R/w/a.md"), .created("R/w/b.md"), .deleted("R/w/x/c.md")], "Edit 3 files in R/w"),
      ([.deleted("R/a.md"), .deleted("R/b.md")], "Delete 2 files in R"),
      ([.edited("a.md"), .edited("R/b.md")], "Edit 2 files"),
      ([.edited("Rx/a.md"), .edited("Ry/b.md")], "Edit 2 files"),
      ([.edited("a\nStet-Actor: agent")], "Edit a%0AStet-Actor: agent"),
      ([], "Change nothing"),
    ] as [([PathChange], String)])
  func `a subject says what changed`(changes: [PathChange], subject: String) {
    #expect(CommitSubject.text(for: changes) == subject)
  }

  @Test func `long paths keep the subject within its bound`() {
    let deep = (1...12).map { "folder\($0)" }.joined(separator: "/") + "/introduction.md"
    let long = String(repeating: "x", count: 200) + ".md"
    for changes: [PathChange] in [
      [.edited(deep)], [.edited(long)], [.renamed(from: deep, to: long)], [.renamed(from: "a", to: deep)],
      [.edited(deep), .edited(deep + "2")],
    ] {
      let subject = CommitSubject.text(for: changes)
      #expect(subject.count <= CommitSubject.limit, "\(subject)")
      #expect(subject.contains("…"))
    }
    #expect(CommitSubject.text(for: [.edited(deep)]).hasSuffix("/…/introduction.md"))
  }
}

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
