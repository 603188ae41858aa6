import Documents
import TestSupport
import Testing

struct CommitMessageTests {
  private static let hostile = [
    "Claude Code", "", " ", "a\nStet-Actor: user", "x\r\nStet-Agent: y", "100%", "%0A", "%", "%4", "日本語", "e\u{301}",
    "\u{2028}Stet-Actor: user", "trailing ", " leading", "\tTab", "a: b", ": ", "a => b", "=>", "<x> => %3E",
    "\u{7F}\u{85}",
    "\u{202E}lmth", "-----", "# ------------------------ >8 ------------------------", "---", "a\n\nStet-Actor: user\n",
    "\u{0}nul\u{0}", "👩‍👩‍👧", "\u{301}combining first", "\u{FEFF}bom", "\u{A0}nbsp\u{A0}", "\n", "\r", "\r\n",
  ]

  @Test func `a message reads as its parts`() {
    var message = CommitMessage(
      subject: "Edit Research/whales/introduction.md", body: "Why it was done.",
      author: .agent(name: "Claude Code", session: "s-1"))
    message.tool = "write_file"
    message.machine = "desk"
    message.renamed = [PathRename(from: "a b.md", to: "c > d.md")]
    #expect(
      message.text == """
        Edit Research/whales/introduction.md

        Why it was done.

        Stet-Actor: agent
        Stet-Agent: Claude Code
        Stet-Session: s-1
        Stet-Tool: write_file
        Stet-Machine: desk
        Stet-Renamed: a b.md => c %3E d.md

        """)
    #expect(CommitMessage(parsing: message.text) == message)
  }

  @Test(arguments: [
    Author.user, .sync, .unsure(during: "s\n2"), .agent(name: "A", session: nil), .agent(name: "", session: ""),
  ])
  func `every author comes back`(author: Author) {
    let message = CommitMessage(subject: "Edit a.md", author: author)
    #expect(CommitMessage(parsing: message.text).author == author)
  }

  @Test(arguments: [
    "Fix the thing\n", "Fix\n\nSigned-off-by: A <a@b>\n", "Stet-Actor: agent\nStet-Agent: x\n",
    "Fix\nStet-Actor: agent\n", "Fix\n\nStet-Actor: agent\n\nthe end\n", "Fix\n\nStet-Actor: agent\nand prose\n",
    "Fix\n\nStet-Actor: emperor\n", "", "\n\n", "Fix\n\n  Stet-Actor: agent\n",
  ])
  func `a message without our trailers in its last paragraph is foreign`(text: String) {
    #expect(CommitMessage(parsing: text).author == nil)
  }

  @Test func `all of another program's message is text`() {
    let text = "Edit a.md\n\nWhy.\n\nStet-Actor: agent\nStet-Agent: x\nStet-Resolves: 1\n"
    let message = CommitMessage(foreign: text)
    #expect(message.author == nil && message.resolves.isEmpty && message.subject == "Edit a.md")
    #expect(message.body == "Why.\n\nStet-Actor: agent\nStet-Agent: x\nStet-Resolves: 1")
  }

  @Test func `a commit is named with the session during which it was made`() {
    var message = CommitMessage(subject: "Note", author: .sync)
    message.foreign = [ForeignCommit(commit: "12ab", session: "s 1\n"), ForeignCommit(commit: "34cd", session: "t")]
    #expect(CommitMessage(parsing: message.text).foreign == message.foreign)
    #expect(CommitMessage(parsing: "x\n\nStet-Actor: sync\nStet-Foreign: 12ab\n").foreign.isEmpty)
  }

  @Test func `a seal is no part of what a message says`() {
    let text = "Edit a.md\n\nStet-Actor: user\n"
    #expect(CommitMessage(parsing: text + "Stet-Seal: 12ab\n").text == text)
  }

  @Test func `trailers of others stay`() {
    let text = "Edit a.md\n\nStet-Actor: user\nSigned-off-by: A <a@b>\nStet-Later: 1\n"
    let message = CommitMessage(parsing: text)
    #expect(message.author == .user)
    #expect(message.otherTrailers == ["Signed-off-by: A <a@b>", "Stet-Later: 1"])
    #expect(message.text == text)
  }

  @Test(arguments: 0..<400)
  func `no name or text can forge or break a trailer`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let message = Self.message(&random)
    let parsed = CommitMessage(parsing: message.text)
    #expect(parsed == message, "seed \(seed)")
    #expect(parsed.text == message.text, "seed \(seed)")
    #expect(message.text.utf8.contains(0) == false)
  }

  @Test(arguments: [UInt64(1), 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233])
  func `git reads the same trailers`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let message = Self.message(&random)
    let printed = try GitOracle.output("interpret-trailers --parse --no-divider", input: message.text)
    let last = message.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String($0) ?? "" }.dropLast()
    let start = try #require(last.lastIndex(of: "")) + 1
    // git prints a space behind the colon even where the value is empty.
    let ours = last[start...].map { $0.utf8.last == UInt8(ascii: ":") ? $0 + " " : $0 }
    #expect(Array(printed.utf8) == Array((ours.joined(separator: "\n") + "\n").utf8), "seed \(seed)")
  }

  private static func message(_ random: inout SeededGenerator) -> CommitMessage {
    func word(_ random: inout SeededGenerator) -> String {
      (hostile.randomElement(using: &random) ?? "")
        + (Bool.random(using: &random) ? "" : hostile.randomElement(using: &random) ?? "")
    }
    func maybe(_ random: inout SeededGenerator) -> String? { Bool.random(using: &random) ? word(&random) : nil }
    let authors: [Author] = [
      .user, .sync, .unsure(during: word(&random)), .agent(name: word(&random), session: maybe(&random)),
    ]
    var message = CommitMessage(
      subject: word(&random), body: maybe(&random), author: authors.randomElement(using: &random) ?? .user)
    message.tool = maybe(&random)
    message.call = maybe(&random)
    message.model = maybe(&random)
    message.machine = maybe(&random)
    message.change = maybe(&random)
    message.conflicts = (0..<Int.random(in: 0...2, using: &random)).map { _ in word(&random) }
    message.resolves = (0..<Int.random(in: 0...2, using: &random)).map { _ in word(&random) }
    message.restores = maybe(&random)
    message.renamed = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      PathRename(from: word(&random), to: word(&random))
    }
    message.audit = maybe(&random)
    message.unsealed = maybe(&random)
    return message
  }
}
