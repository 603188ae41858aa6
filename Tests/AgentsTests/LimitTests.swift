internal import WorkspaceAPI
internal import FoundationEssentials
internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// No result costs a model more than 25,000 characters, and none ends without saying where it goes on.
@Suite struct LimitTests {
  @Test(
    arguments: [
      (nil, 100, "1\n22\n333\n", nil), (nil, 4, "1\n22", LineExcerpt(first: 1, last: 2, total: 3, next: 3)),
      (nil, 3, "1", LineExcerpt(first: 1, last: 1, total: 3, next: 2)),
      (.between(2, nil), 3, "22", LineExcerpt(first: 2, last: 2, total: 3, next: 3)),
      (.between(1, 2), 100, "1\n22", LineExcerpt(first: 1, last: 2, total: 3)),
      (.last(3), 6, "22\n333", LineExcerpt(first: 2, last: 3, total: 3)),
      (.between(3, nil), 2, "33", inside(LineExcerpt(first: 3, last: 3, total: 3, isInsideLine: true), 3)),
      (.between(2, nil), 1, "2", inside(LineExcerpt(first: 2, last: 2, total: 3, next: 3, isInsideLine: true), 2)),
      (.between(9, nil), 100, "", LineExcerpt(first: 4, last: 3, total: 3)),
      (.last(1), 2, "33", inside(LineExcerpt(first: 3, last: 3, total: 3, isInsideLine: true), 3)),
      (.last(2), 2, "33", inside(LineExcerpt(first: 3, last: 3, total: 3, isInsideLine: true), 3)),
    ] as [(LineRange?, Int, String, LineExcerpt?)])
  func `an excerpt has whole lines, as many as fit`(
    range: LineRange?, longest: Int, text: String, excerpt: LineExcerpt?
  ) {
    let taken = LineExcerpt.take(range, of: "1\n22\n333\n", longest: longest)
    #expect(taken.text == text && taken.excerpt == excerpt)
  }

  private static func inside(_ excerpt: LineExcerpt, _ column: Int) -> LineExcerpt {
    var excerpt = excerpt
    excerpt.nextColumn = column
    return excerpt
  }

  @Test(arguments: [1, 3, 7, 100])
  func `a line is continued where it was cut, until all of the text is taken`(longest: Int) {
    let text = "12345678\nab\n\nABCDEFGHIJ"
    var (taken, line, column): (String, Int?, Int?) = ("", 1, nil)
    while let first = line {
      let (part, excerpt) = LineExcerpt.take(.between(first, nil), of: text, longest: longest, column: column ?? 1)
      let isNewLine = column == nil && !taken.isEmpty
      taken += (isNewLine ? "\n" : "") + part
      line = excerpt?.nextColumn == nil ? excerpt?.next : excerpt?.last
      column = excerpt?.nextColumn
    }
    #expect(taken == text)
  }

  private static let long = (1...3_000).map { "line \($0) of a long text\n" }.joined()

  @Test func `a long text is read in parts, which together are the whole`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.long)
      var (text, next): (String, Int?) = ("", 1)
      while let first = next {
        let part = await folder.call("read_text_file", ["path": "a.md", "first_line": .number(String(first))])
        let shown = try #require(part.text)
        #expect(shown.unicodeScalars.count <= LineExcerpt.usual && !part.isError)
        if first == 1 {
          let whole: JSONValue = ["path": "a.md", "content": "all\n", "token": try #require(part.token)]
          let refused = await folder.call("write_file", whole)
          #expect(refused.isError && refused.text?.contains("Only a part") == true, "\(refused)")
        }
        text += shown + "\n"
        next = part.next
      }
      #expect(text == Self.long)
      let written = await folder.call("write_file", ["path": "a.md", "content": "all read\n"])
      #expect(!written.isError && folder.text("a.md") == "all read\n", "\(written)")
    }
  }

  @Test func `a whole read of a long text is a part of it`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.long)
      let read = await folder.call("read_text_file", ["path": "a.md"])
      #expect(read.next ?? 0 > 500)
      #expect(await folder.call("write_file", ["path": "a.md", "content": "x\n"]).isError)
      let end = await folder.call("read_text_file", ["path": "a.md", "tail": 2_999])
      #expect(end.text?.hasSuffix("line 3000 of a long text") == true && end.next == nil)
    }
  }

  @Test func `a client chooses how long results are, and a call chooses for itself`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.long)
      let small = ModelBudget(longest: 1_000)
      for (tool, arguments) in [
        ("read_text_file", ["path": "a.md"]), ("read_multiple_files", ["paths": ["a.md"]]), ("blame", ["path": "a.md"]),
        ("search_text", ["text": "line"]), ("diff_versions", ["path": "a.md"]), ("more_tools", [:]),
      ] as [(String, JSONValue)] {
        let text = try #require(await folder.call(tool, arguments, budget: small).text)
        #expect((500...1_200).contains(text.unicodeScalars.count), "\(tool): \(text.count)")
        var chosen = arguments.members ?? []
        chosen.append(JSONMember(name: "budget", value: 100))
        let short = try #require(await folder.call(tool, .object(chosen), budget: small).text)
        #expect((1...300).contains(short.unicodeScalars.count), "\(tool): \(short.count)")
      }
      let all = await folder.call("read_text_file", ["path": "a.md", "budget": 900_000])
      #expect(all.text == Self.long && all.next == nil)
    }
  }

  @Test func `of a line that is too long the beginning is shown`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.json", String(repeating: "é", count: 60_000) + "\nlast\n")
      let read = await folder.call("read_text_file", ["path": "a.json"])
      #expect(read.text?.unicodeScalars.count == LineExcerpt.usual)
      #expect(read.words.contains("of line 1 only the beginning; continue at line 2"))
      #expect(await folder.call("read_text_file", ["path": "a.json", "first_line": 2]).text == "last")
      #expect(await folder.call("write_file", ["path": "a.json", "content": "x\n"]).isError)
    }
  }

  @Test func `a line that is too long is read in parts, and then all of the file was`() async throws {
    try await DoorFolder.use { folder in
      let line = (0..<12_000).map { String($0) + "é" }.joined()
      try await folder.save("a.json", line + "\nlast\n")
      var (text, column, parts) = ("", 1, 0)
      while parts == 0 || column > 1 {
        let part = await folder.call(
          "read_text_file", ["path": "a.json", "first_line": 1, "column": .number(String(column))])
        #expect(!part.isError)
        if parts == 0 { #expect(await folder.call("write_file", ["path": "a.json", "content": "x\n"]).isError) }
        text += try #require(part.text)
        column = part.nextColumn ?? 0
        parts += 1
      }
      #expect(parts == 3 && text == line + "\nlast")
      let beyond = await folder.call("read_text_file", ["path": "a.json", "first_line": 2, "column": 9])
      #expect(beyond.isError && beyond.text?.contains("ends before character 9") == true)
      #expect(await folder.call("read_text_file", ["path": "a.json", "column": 9]).isError)
      let written = await folder.call("write_file", ["path": "a.json", "content": "x\n"])
      #expect(!written.isError && folder.text("a.json") == "x\n", "\(written)")
    }
  }

  @Test func `lists end at a line and go on at the next`() async throws {
    try await DoorFolder.use { folder in
      let names = (1_000..<1_600).map { "\($0) " + String(repeating: "name ", count: 12) + ".md" }
      try FileManager.default.createDirectory(atPath: folder.root + "/F", withIntermediateDirectories: true)
      for name in names { try Data("one\n".utf8).write(to: URL(filePath: folder.root + "/F/" + name)) }
      try await folder.save("last.md", "one\n")
      for (tool, more) in [
        ("list_directory", [:]), ("list_directory_with_sizes", [:]), ("directory_tree", [:]),
        ("search_files", ["pattern": "*.md"]), ("list_files", ["recursive": true]),
        ("search_text", ["text": "one", "limit": 500]),
      ] as [(String, JSONValue)] {
        var (lines, next, pages): ([String], Int?, Int) = ([], 1, 0)
        while let first = next {
          let page = await folder.call(
            tool,
            .object(
              [JSONMember(name: "path", value: "F"), JSONMember(name: "first_line", value: .number(String(first)))]
                + (more.members ?? [])))
          let text = try #require(page.text)
          #expect(!page.isError && text.unicodeScalars.count <= LineExcerpt.usual, "\(tool)")
          lines += text.components(separatedBy: "\n")
          (next, pages) = (page.next, pages + 1)
        }
        #expect(pages == 2, "\(tool)")
        let found = names.filter { name in lines.contains { $0.contains(name) } }
        #expect(found.count == (tool == "search_text" ? 500 : names.count), "\(tool): \(found.count)")
        #expect(Set(lines).count == lines.count, "\(tool)")
      }
      #expect(await folder.call("list_directory", ["path": "F", "first_line": 999]).isError)
    }
  }

  @Test func `several files are read within a budget, and what is left out is named`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "a 1\n")
      try await folder.save("b.md", Self.long)
      try await folder.save("c.md", "c 1\n")
      let read = await folder.call("read_multiple_files", ["paths": ["a.md", "b.md", "c.md"], "budget": 2_000])
      #expect(read.text?.contains("a 1\n") == true && read.text?.contains("line 9 of a long") == true, "\(read)")
      #expect(read.words.contains("[Stet: of b.md lines 1 to ") && read.words.contains(" to read_text_file]"))
      #expect(read.words.contains("[Stet: 1 more file: call again with the rest, from c.md on]"), "\(read)")
      #expect(!read.words.contains("c 1") && read.words.unicodeScalars.count < 2_200)
      #expect(await folder.call("write_file", ["path": "b.md", "content": "x\n"]).isError)
    }
  }

  @Test func `the versions, names and errors of several files count as their texts do`() async throws {
    try await DoorFolder.use { folder in
      let names = (100..<400).map { "F/\($0).md" }
      try FileManager.default.createDirectory(atPath: folder.root + "/F", withIntermediateDirectories: true)
      for name in names { try Data("text \(name)\n".utf8).write(to: URL(filePath: folder.root + "/" + name)) }
      try await folder.save("last.md", "one\n")
      var (rest, calls): ([String], Int) = (names, 0)
      while !rest.isEmpty, calls < 100 {
        let read = await folder.call(
          "read_multiple_files", ["paths": .array(rest.map { .string($0) }), "budget": 6_000])
        #expect(!read.isError && read.words.unicodeScalars.count < 6_200, "\(read.words.unicodeScalars.count)")
        let shown = rest.prefix { read.text?.contains("\($0):\ntext \($0)\n") == true }
        #expect(!shown.isEmpty)
        rest.removeFirst(shown.count)
        if let next = rest.first {
          #expect(read.words.contains("[Stet: \(rest.count) more file"))
          #expect(read.words.contains("call again with the rest, from \(next) on]"))
        }
        calls += 1
      }
      #expect(rest.isEmpty && calls > 2)
      let missing = (0..<500).map { JSONValue.string("missing \($0).md") }
      let errors = await folder.call("read_multiple_files", ["paths": .array(missing)])
      #expect(errors.words.unicodeScalars.count < 25_200, "\(errors.words.unicodeScalars.count)")
      #expect(errors.words.contains("call again with the rest"))
      let moves = names.prefix(140).map {
        JSONValue.object([
          JSONMember(name: "source", value: .string($0)), JSONMember(name: "destination", value: .string("G/" + $0)),
        ])
      }
      let moved = await folder.call("move_file", ["moves": .array(moves), "budget": 3_000])
      #expect(!moved.isError && moved.words.unicodeScalars.count < 3_300, "\(moved.words.unicodeScalars.count)")
      #expect(moved.words.contains("more files are not listed here"))
      #expect(moved.words.contains("more files are left out; read_text_file gives them"))
      #expect(folder.text("G/F/239.md") != nil && folder.text("F/239.md") == nil)
    }
  }

  @Test func `a refusal shows the difference and the present text within the limit`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.long)
      let read = await folder.call("read_text_file", ["path": "a.md", "budget": 900_000])
      let token = try #require(read.token)
      try await folder.save("a.md", Self.long.replacing("of a long", with: "of another long"))
      let refused = await folder.call("write_file", ["path": "a.md", "content": "x\n", "token": token])
      #expect(refused.isError && refused.words.contains("What changed since the version you were given"), "\(refused)")
      #expect(refused.words.contains("the rest of the difference is left out"))
      #expect(refused.words.unicodeScalars.count < 26_000, "\(refused.words.unicodeScalars.count)")
      #expect(refused.words.contains("of another long") && refused.next ?? 0 > 300)
    }
  }

  @Test func `the last line of a text that is too long is shown from its beginning, and goes on`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.json", String(repeating: "a", count: 30_000) + "end")
      let read = await folder.call("read_text_file", ["path": "a.json", "tail": 1])
      #expect(read.words.contains("[Stet: lines 1 to 1 of 1, of line 1 only the beginning]"), "\(read.notes)")
      #expect(read.nextColumn == 25_001 && read.words.contains("pass first_line 1 and column 25001"))
      let rest = await folder.call("read_text_file", ["path": "a.json", "first_line": 1, "column": 25_001])
      #expect(!rest.isError && rest.text?.hasSuffix("aend") == true)
      let several = await folder.call("read_multiple_files", ["paths": ["a.json"]])
      #expect(several.words.contains("[Stet: of a.json lines 1 to 1 of 1, of line 1 only the beginning]"))
    }
  }

  @Test func `lines that end before they begin are refused`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n2\n3\n4\n5\n6\n")
      let read = await folder.call("read_text_file", ["path": "a.md", "first_line": 5, "last_line": 2])
      #expect(read.isError && read.words.contains("\"last_line\" 2 is before \"first_line\" 5"), "\(read)")
    }
  }

  @Test func `a refusal shows the beginning of a long text, and gives no leave to replace the rest`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.long)
      let refused = await folder.call("write_file", ["path": "a.md", "content": "x\n"])
      #expect(refused.isError && refused.words.unicodeScalars.count < 27_000)
      #expect(refused.next ?? 0 > 500)
      let again: JSONValue = ["path": "a.md", "content": "x\n", "token": try #require(refused.token)]
      #expect(await folder.call("write_file", again).isError)
      #expect(folder.text("a.md") == Self.long)
    }
  }
}

extension ToolResult {
  /// The line that it says to continue at.
  fileprivate var next: Int? {
    guard let place = words.firstRange(of: "; continue at line ") else { return nil }
    return Int(words[place.upperBound...].prefix { $0.isNumber })
  }

  /// The character of a line that it says to continue at.
  fileprivate var nextColumn: Int? {
    guard let place = words.firstRange(of: " and column ") else { return nil }
    return Int(words[place.upperBound...].prefix { $0.isNumber })
  }
}
