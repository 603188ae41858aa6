internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct DocumentEditTests {
  private static let text = """
    ---
    title: "Whales" # a comment
    tags: [a, b]
    ---
    # Whales

    Intro.

    ## Blue

    Big.

    ### Food

    Krill.

    ## Orca
    ```
    ## no heading
    ```

    ## Empty

    """

  private func edited(_ edits: [DocumentEdit], of text: String = text) throws -> String {
    String(decoding: try DocumentEdit.apply(edits, to: Array(text.utf8)), as: UTF8.self)
  }

  private static func section(_ heading: String, _ new: String) -> DocumentEdit {
    .section(heading: heading, new: Array(new.utf8))
  }

  @Test(
    arguments: [
      ("Blue", "Bigger.\n", "## Blue\n\nBigger.\n\n## Orca\n"), ("### Food", "Fish.", "### Food\n\nFish.\n\n## Orca\n"),
      ("Orca", "Black.", "## Orca\nBlack.\n\n## Empty\n"), ("Empty", "Full.\n", "## Empty\n\nFull.\n"),
    ])
  func `a section is replaced, and the rest stays`(heading: String, new: String, place: String) throws {
    let result = try edited([Self.section(heading, new)])
    #expect(result.contains(place), "\(result)")
    let (before, _) = (Self.text.split(separator: "## ")[0], 0)
    #expect(result.hasPrefix(before))
  }

  @Test func `line ends of the file are kept in a section`() throws {
    #expect(try edited([Self.section("A", "x\ny")], of: "# A\r\n\r\nold\r\n") == "# A\r\n\r\nx\r\ny\r\n")
  }

  @Test func `a front matter key is set, and its quotes and comment stay`() throws {
    let result = try edited([.key("title", value: "Orcas"), .key("status", value: "draft: 2")])
    #expect(result.hasPrefix("---\ntitle: \"Orcas\" # a comment\ntags: [a, b]\nstatus: "), "\(result)")
    #expect(result.hasSuffix(String(Self.text.dropFirst(Self.text.prefix { $0 != "#" }.count + 60))))
  }

  @Test func `a list and a text of several lines are set as YAML`() throws {
    let result = try edited([
      .key("tags", value: "- c\n- d"), .key("title", value: "|\n  Two\n  lines"), .key("more", value: "[x, y]"),
    ])
    let head = "---\ntitle: | # a comment\n  Two\n  lines\ntags:\n  - c\n  - d\nmore: [x, y]\n---\n# Whales"
    #expect(result.hasPrefix(head), "\(result)")
    #expect(try edited([.key("tags", value: "[c]")]).hasPrefix("---\ntitle: \"Whales\" # a comment\ntags: [c]\n---\n"))
  }

  @Test(arguments: [
    section("no heading", "x"), section("Fish", "x"), .key("tags", value: "x"), .key("title", value: "a\nb"),
  ])
  func `a place that is not there is refused`(edit: DocumentEdit) {
    #expect(throws: ToolFailure.self) { try edited([edit]) }
  }

  @Test(arguments: [
    "a: b\ncreated_by", "a\nb", "a: b", "a:\tb", " a", "\"a\"", "'a", "#a", "-a", "- a", "a\u{1b}b", "a\u{85}b", "",
    "a #b", "[a]",
  ])
  func `a text that is no key is refused with the reason`(key: String) {
    #expect { try edited([.key(key, value: "user")]) } throws: { error in
      (error as? ToolFailure)?.text.contains("cannot be a front matter key") == true
    }
    #expect { try edited([.key(key, value: "- user")]) } throws: { error in
      (error as? ToolFailure)?.text.contains("cannot be a front matter key") == true
    }
  }

  @Test func `a key in quotes that stands there is set`() throws {
    #expect(try edited([.key("a: b", value: "2")], of: "---\n\"a: b\": x\n---\n").hasPrefix("---\n\"a: b\": "))
  }

  private static let toml =
    "+++\r\ntitle = 'Whales' # a comment\r\ndraft = true\r\ntags = [\"a\", \"#b\"] # two\r\nweight = 3\r\n"
    + "long = \"\"\"\r\n# one\r\n\"\"\"\r\n\r\n[extra]\r\ntitle = \"x\"\r\n+++\r\n# One\r\n\r\nold\r\n"

  @Test(
    arguments: [
      ("title", "Orcas: \"big\"", "title = \"Orcas: \\\"big\\\"\" # a comment\r\ndraft"),
      ("title", "[a, b]", "title = \"[a, b]\" # a comment\r\ndraft"),
      ("draft", "false", "\r\ndraft = false\r\ntags"),
      ("tags", "[\"c\"]", "\r\ntags = [\"c\"] # two\r\nweight"), ("weight", "-7", "\r\nweight = -7\r\nlong"),
      ("date", "2026-01-02", "\"\"\"\r\ndate = 2026-01-02\r\n\r\n[extra]"),
      ("a b", "two\nlines", "\"\"\"\r\n\"a b\" = \"two\\nlines\"\r\n\r\n[extra]"),
    ])
  func `a key of front matter in TOML is set, and all else stays`(key: String, value: String, part: String) throws {
    let result = try edited([.key(key, value: value)], of: Self.toml)
    #expect(result.contains(part), "\(result)")
    #expect(result.hasSuffix("[extra]\r\ntitle = \"x\"\r\n+++\r\n# One\r\n\r\nold\r\n"))
  }

  @Test(
    arguments: [
      ("draft", "maybe", "draft = true"), ("weight", "\"3\"", "weight = 3"), ("tags", "- a", "tags = [\"a\", \"#b\"]"),
      ("long", "short", "oldText."), ("extra", "x", "oldText."),
    ])
  func `a key of front matter in TOML that cannot be set is refused with its line`(
    key: String, value: String, end: String
  ) {
    #expect { try edited([.key(key, value: value)], of: Self.toml) } throws: { error in
      let text = (error as? ToolFailure)?.text ?? ""
      return text.contains("The front matter is TOML") && text.contains("oldText") && text.contains(end)
    }
  }

  @Test func `what is no TOML between the lines is said, and a comment there is no heading`() throws {
    #expect { try edited([.key("a", value: "x")], of: "+++\na: b\n+++\n") } throws: { error in
      (error as? ToolFailure)?.text.contains("cannot be read as TOML; edit it by oldText") == true
    }
    let text = "+++\n# One\na = 1\n+++\n# One\n\nold\n"
    #expect(try edited([Self.section("One", "new")], of: text) == "+++\n# One\na = 1\n+++\n# One\n\nnew\n")
  }

  private static let underlined =
    "---\ntitle: x\n---\nBig\n===\n\nintro\n\nSmall  one\n---\n\nold\n\n- item\n---\n\n# Last\n"

  @Test(
    arguments: [
      ("Small one", "new", "Small  one\n---\n\nnew\n\n# Last\n"),
      ("## Small one", "new", "Small  one\n---\n\nnew\n\n# Last\n"), ("# Big", "new", "Big\n===\n\nnew\n\n# Last\n"),
    ])
  func `a heading may be underlined`(heading: String, new: String, end: String) throws {
    let result = try edited([Self.section(heading, new)], of: Self.underlined)
    #expect(result.hasSuffix(end), "\(result)")
  }

  @Test func `a file without headings is called that`() {
    for text in [
      "text\n", "text\n\n---\n", "- item\n---\n", "> quote\n---\n", "- item\nmore\n---\n", "---\n---\n", "***\n---\n",
    ] {
      #expect { try edited([Self.section("A", "x")], of: text) } throws: { error in
        (error as? ToolFailure)?.text.hasSuffix("The file has no headings.") == true
      }
    }
  }

  @Test func `a heading that stands twice, and a key without front matter, are refused`() {
    #expect(throws: ToolFailure.self) { try edited([Self.section("A", "x")], of: "# A\n\n# A\n") }
    #expect(throws: ToolFailure.self) { try edited([.key("a", value: "x")], of: "text\n") }
  }

  @Test func `an agent edits by heading and key, with others' changes kept`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "---\nstatus: draft\n---\n# A\n\none\n\n# B\n\ntwo\n")
      let edits: JSONValue = [["heading": "B", "newText": "three"], ["key": "status", "newText": "done"]]
      _ = await folder.call("read_text_file", ["path": "a.md"])
      let result = await folder.call("edit_file", ["path": "a.md", "edits": edits])
      #expect(!result.isError && result.text?.contains("-two\n+three\n") == true, "\(result)")
      #expect(folder.text("a.md")?.contains("status: done\n") == true)
      #expect(folder.text("a.md")?.hasSuffix("# A\n\none\n\n# B\n\nthree\n") == true)
      let both: JSONValue = [["heading": "B", "oldText": "three", "newText": "x"]]
      #expect(await folder.call("edit_file", ["path": "a.md", "edits": both]).isError)
      let missing = await folder.call("edit_file", ["path": "a.md", "edits": [["heading": "C", "newText": "x"]]])
      #expect(missing.isError && missing.words.contains("# A\n# B"), "\(missing)")
    }
  }
}
