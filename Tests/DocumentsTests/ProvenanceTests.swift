import Documents
import Testing

struct ProvenanceTests {
  private struct Case: CustomTestStringConvertible {
    var rule: String
    var path = "a.md"
    var before: String
    var scope = Provenance.Scope.present
    var after: String
    var testDescription: String { rule }
  }

  private static let mark = Provenance.Mark(name: "Claude Code", time: "2026-05-02T10:00:00Z")
  private static let created = Provenance.Mark(name: "Ada", time: "2026-05-01T09:00:00Z")
  private static let four = """
    created_by: Ada
    created_at: 2026-05-01T09:00:00Z
    last_modified_by: Claude Code
    last_modified_at: 2026-05-02T10:00:00Z
    """

  private static let cases = [
    Case(rule: "no block, not named", before: "# T\n", after: "# T\n"),
    Case(rule: "no key, not named", before: "---\na: 1\n---\n", after: "---\na: 1\n---\n"),
    Case(rule: "no block, named", before: "# T\n", scope: .always, after: "---\n\(four)\n---\n\n# T\n"),
    Case(rule: "empty, named", before: "", scope: .always, after: "---\n\(four)\n---\n"),
    Case(rule: "no block, named, no Markdown", path: "a.txt", before: "T\n", scope: .always, after: "T\n"),
    Case(
      rule: "TOML, named", before: "+++\ntitle = \"t\"\n+++\nT\n", scope: .always,
      after: "+++\ntitle = \"t\"\n+++\nT\n"),
    Case(
      rule: "JSON, named", before: "{\n  \"title\": \"t\"\n}\nT\n", scope: .always,
      after: "{\n  \"title\": \"t\"\n}\nT\n"),
    Case(
      rule: "JSON in one line, named", before: "\u{FEFF}{\"a\": 1}\nT\n", scope: .always,
      after: "\u{FEFF}{\"a\": 1}\nT\n"),
    Case(
      rule: "a template's text, named", before: "{{< note >}}\nT\n", scope: .always,
      after: "---\n\(four)\n---\n\n{{< note >}}\nT\n"),
    Case(rule: "CRLF", before: "T\r\n", scope: .always, after: crlf("---\n\(four)\n---\n\nT\n")),
    Case(rule: "BOM", before: "\u{FEFF}T\n", scope: .always, after: "\u{FEFF}---\n\(four)\n---\n\nT\n"),
    Case(rule: "keys missing", before: "---\na: 1\n---\nT", scope: .always, after: "---\na: 1\n\(four)\n---\nT"),
    Case(
      rule: "both keys, the rest byte for byte",
      before:
        "---\n# c\nlast_modified_at:   2020-01-01T00:00:00Z   # when\nz: [1,  2]\n\nlast_modified_by: \"X\"\n---\nT",
      after:
        "---\n# c\nlast_modified_at:   2026-05-02T10:00:00Z   # when\nz: [1,  2]\n\nlast_modified_by: \"Claude Code\"\n---\nT"
    ),
    Case(
      rule: "quotes are kept", before: "---\nlast_modified_by: 'X'\nlast_modified_at: \"1\"\n---\n",
      after: "---\nlast_modified_by: 'Claude Code'\nlast_modified_at: \"2026-05-02T10:00:00Z\"\n---\n"),
    Case(
      rule: "name and time go together", before: "---\nlast_modified_by: X\nz: 1\n---\n",
      after: "---\nlast_modified_by: Claude Code\nlast_modified_at: 2026-05-02T10:00:00Z\nz: 1\n---\n"),
    Case(
      rule: "empty value", before: "---\nlast_modified_by:\nlast_modified_at: # none\n---\n",
      after: "---\nlast_modified_by: Claude Code\nlast_modified_at: 2026-05-02T10:00:00Z # none\n---\n"),
    Case(
      rule: "created keys never change", before: "---\ncreated_by: Bob\ncreated_at: 1999\n---\n", scope: .always,
      after:
        "---\ncreated_by: Bob\ncreated_at: 1999\nlast_modified_by: Claude Code\nlast_modified_at: 2026-05-02T10:00:00Z\n---\n"
    ),
    Case(
      rule: "only created keys, not named", before: "---\ncreated_by: Bob\n---\n", after: "---\ncreated_by: Bob\n---\n"),
    Case(
      rule: "a value that is no scalar", before: "---\nlast_modified_by: [X]\n---\n",
      after: "---\nlast_modified_by: [X]\n---\n"),
    Case(
      rule: "an anchor", before: "---\nlast_modified_by: &a X\nb: *a\n---\n",
      after: "---\nlast_modified_by: &a X\nb: *a\n---\n"),
    Case(rule: "no closing line", before: "---\nT\n", scope: .always, after: "---\nT\n"),
    Case(
      rule: "broken YAML", before: "---\nlast_modified_by: X\n: [\n---\n", scope: .always,
      after: "---\nlast_modified_by: X\n: [\n---\n"),
    Case(
      rule: "CRLF block", before: "---\r\nlast_modified_by: X\r\n---\r\nT",
      after: "---\r\nlast_modified_by: Claude Code\r\nlast_modified_at: 2026-05-02T10:00:00Z\r\n---\r\nT"),
  ]

  @Test(arguments: cases)
  private func `a stamp changes its keys and nothing else`(_ item: Case) {
    let once = Provenance.stamp(
      Array(item.before.utf8), path: item.path, by: Self.mark, created: Self.created, scope: item.scope)
    #expect(String(decoding: once, as: UTF8.self).unicodeScalars.elementsEqual(item.after.unicodeScalars))
    let twice = Provenance.stamp(once, path: item.path, by: Self.mark, created: Self.created, scope: item.scope)
    #expect(twice == once)
  }

  @Test func `who made a document is left out where nobody knows`() {
    let stamped = Provenance.stamp(Array("T\n".utf8), path: "a.md", by: Self.mark, created: nil, scope: .always)
    let keys = "last_modified_by: Claude Code\nlast_modified_at: 2026-05-02T10:00:00Z\n"
    #expect(String(decoding: stamped, as: UTF8.self) == "---\n\(keys)---\n\nT\n")
  }

  @Test(arguments: [
    "yes", "null", "12", "a: b", "# x", "x # y", "\"", "'", "- x", "[x", "{", "*a", "&a", "!t", "| x", "", " x ",
    "a\nb", "\t",
    "é\u{301}", "\u{85}", "%", "@x", "`x`", "a,b", "---", "x:", "\\n", "2026-05-02",
  ])
  func `any name reads back as it is`(name: String) {
    for before in [
      "---\nlast_modified_by: X\n---\n", "---\nlast_modified_by: 'X'\n---\n", "---\nlast_modified_by: \"X\"\n---\n",
    ] {
      let mark = Provenance.Mark(name: name, time: "2026-05-02T10:00:00Z")
      let after = Provenance.stamp(Array(before.utf8), path: "a.md", by: mark, created: nil, scope: .present)
      #expect(FrontMatter(after)?["last_modified_by"] == name)
      #expect(FrontMatter(after)?["last_modified_at"] == mark.time)
    }
  }

  private static func crlf(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}
