import WorkspaceAPI
import Commands
import Testing

/// The texts that people read.
@Suite struct TextTests {
  private static let style = TextStyle(usesColour: false, now: 0)

  @Test(arguments: [
    ("a b.md", "a b.md"), ("a\nb", "a\\nb"), ("\u{1b}[2Kx\t", "\\u{1b}[2Kx\\t"), ("é\u{85}", "é\\u{85}"),
    ("\u{7f}\r", "\\u{7f}\\r"),
  ])
  func `a name never steers the terminal`(name: String, shown: String) {
    #expect(TerminalText.name(name) == shown)
  }

  @Test(arguments: [
    ("one\n\ttwo\n", "one\n\ttwo\n"), ("\u{1b}[31mred\u{1b}[0m\n", "\u{1b}[31mred\u{1b}[0m\n"),
    ("\u{1b}[2K\u{1b}[1Ax", "\\u{1b}[2K\\u{1b}[1Ax"), ("\u{1b}]52;c;eA==\u{7}", "\\u{1b}]52;c;eA==\\u{7}"),
    ("a\rb\u{202e}c\u{1b}", "a\\rb\\u{202e}c\\u{1b}"), ("“Größe” 👩‍🚀", "“Größe” 👩‍🚀"),
  ])
  func `text on a terminal sets colours and steers nothing else`(text: String, shown: String) {
    #expect(TerminalText.lines(text) == shown)
    let printed = Printed()
    var console = Console(style: Self.style) { printed.note($0, $1) }
    console.terminals = [.output]
    console.print(text)
    console.printError(text)
    // Elsewhere it is a program's or a file's, byte for byte.
    #expect(printed.bytes(.output) == Array(shown.utf8) && printed.bytes(.error) == Array(text.utf8))
  }

  @Test func `a file's content on a terminal sets not even colours`() {
    let printed = Printed()
    var console = Console(style: Self.style) { printed.note($0, $1) }
    let content = Array("a\tb\n\u{1b}[8mhidden\u{9b}2K".utf8)
    console.print(content)
    #expect(printed.bytes(.output) == content, "elsewhere byte for byte")
    console.terminals = [.output]
    console.print(content)
    #expect(printed.bytes(.output).dropFirst(content.count) == ArraySlice("a\tb\n\\u{1b}[8mhidden\\u{9b}2K".utf8))
  }

  @Test func `JSON has no character that steers a terminal`() {
    let printed = Printed()
    Console(style: Self.style) { printed.note($0, $1) }.print(json: ["é\u{9b}2K\u{202e}\u{7f}\u{2066}“"])
    #expect(printed.bytes(.output) == Array("[\"é\\u009b2K\\u202e\\u007f\\u2066“\"]\n".utf8))
  }

  @Test(arguments: [
    ("a/b.md", true), ("a", true), ("a/b", false), ("c", false), ("a/b.md/x", false),
  ])
  func `a watch of a path shows the events that name it`(path: String, isShown: Bool) {
    let event = WorkspaceEvent(event: .recorded, time: "", paths: ["x", "a/b.md"], message: "")
    #expect(event.concerns(path) == isShown)
  }

  @Test func `a long session does not pad the lines of a log`() {
    let session = String(repeating: "s", count: 5_000)
    #expect(TerminalText.short(session).count == 80 && TerminalText.short("s 1") == "s 1")
  }

  @Test(arguments: [
    (nil, nil, ""), ("s1", "clau", ""), ("run-1", nil, ""),
    ("s2", nil, "stet: There is no session 's2' on record. Did you mean 's1'?\n"),
    (nil, "cluade", "stet: There is no agent 'cluade' on record. Did you mean 'Claude'?\n"),
    ("other", "robot", "stet: There is no session 'other' on record.\nstet: There is no agent 'robot' on record.\n"),
  ])
  func `an unknown session or agent is named with the nearest one`(session: String?, agent: String?, remark: String) {
    let others = [SessionEntry(agent: "Claude Code", session: "s1"), SessionEntry(agent: "Codex", session: nil)]
    #expect(SessionsText.remark(session: session, agent: agent, among: others, besides: ["run-1"]) == remark)
    #expect(SessionsText.remark(session: session, agent: agent, among: [], besides: ["run-1"]).isEmpty)
  }

  @Test func `a diff of nothing says so, and one that leaves something out names that`() {
    var report = DiffReport(from: .emptyTree, to: .emptyTree, paths: [], patch: "")
    #expect(DiffText.remarks(report) == "No changes.\n")
    report.large = ["film.mp4"]
    #expect(DiffText.remarks(report) == "Not in this diff: film.mp4 is a large file: 'stet log' shows its versions.\n")
    report = DiffReport(from: .emptyTree, to: .emptyTree, paths: ["a.md"], patch: "diff\n")
    #expect(DiffText.remarks(report).isEmpty)
  }

  @Test func `a list has one line for each name`() {
    let entries = [ListEntry(path: "a\nb", kind: "file", size: nil, token: nil)]
    #expect(ListText.text(entries, Self.style) == "a\\nb\n")
  }

  @Test func `a table has no blanks at the end of a line`() {
    var rows = Columns()
    rows.add(.init("long word"), .init("x"), .init("y"))
    rows.add(.init("short"), .init("x"), .init(""))
    rows.add(.init("short"), .init(""), .init(""))
    #expect(rows.text == "long word  x  y\nshort      x\nshort\n")
  }

  @Test(arguments: [(1, 1), (20, 20), (5_000, 21)])
  func `a restore names a few paths and counts the rest`(count: Int, lines: Int) {
    let receipt = RestoreReceipt(commit: .emptyTree, paths: (0..<count).map { "f\($0).md" }, kept: [])
    let text = RestoreText.text(receipt, done: "Restored", Self.style)
    #expect(text.split(separator: "\n").count == lines + 1, "\(text)")
    #expect(text.contains("and 4980 more") == (count == 5_000))
  }

  @Test func `a conflict with a deletion says so, also where its author is not known`() {
    let conflict = ConflictReport(
      id: "0123456789abcdef", path: "a.md", reason: "deletion", base: nil,
      kept: ConflictVersion(blob: nil), other: ConflictVersion(blob: .emptyBlob, machine: "lap"),
      commit: .emptyTree, time: "1970-01-01T00:00:00Z")
    let text = ConflictsText.text([conflict], Self.style)
    #expect(text.contains("current: the deletion, by an unknown author\n"), "\(text)")
    #expect(!text.contains("somebody") && !text.contains("nothing"))
  }

  @Test func `a file with two new names is no deletion, and its current name has no author`() {
    let conflict = ConflictReport(
      id: "0123456789abcdef", path: "b.md", reason: "name", base: .emptyBlob,
      kept: ConflictVersion(blob: nil), other: ConflictVersion(blob: .emptyBlob, machine: "lap"),
      commit: .emptyTree, time: "1970-01-01T00:00:00Z")
    let text = ConflictsText.text([conflict], Self.style)
    #expect(text.contains("  current: another name of the file\n"), "\(text)")
    #expect(!text.contains("deletion"))
  }
}
