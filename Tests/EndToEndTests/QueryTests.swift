import Testing

/// `stet query` with the program.
@Suite struct QueryTests {
  @Test func `the seed's research index is answered from the files`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.agent(
        "write", "Research/book_123/introduction.md", "--if", "absent", input: "# Introduction to Moby Dick\n"
      ).mustSucceed()
      try await folder.agent("write", "Research/book_9/notes.md", "--if", "absent", input: "x\n").mustSucceed()
      let json = try await folder.stet("query", "research", "--where", "bookId=book_123", "--json")
      for part in [
        #""bookId":"book_123""#, #""path":"Research/book_123/introduction.md""#,
        #""title":"Introduction to Moby Dick""#, #""createdAt":"20"#,
      ] {
        #expect(json.output.contains(part), "\(json)")
      }
      #expect(json.lines.count == 1 && !json.output.contains("book_9"))
      let table = try await folder.stet("query", "research")
      #expect(table.lines.count == 3 && table.lines[0].hasPrefix("bookId    path"), "\(table)")
    }
  }

  @Test func `conditions, order, columns and named queries`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir Notes .stet")
      for (name, rating) in [("a", 3), ("b", 10), ("c", 7)] {
        try folder.save("Notes/\(name).md", "---\nrating: \(rating)\ntags: [x, \(name)]\n---\n# Note \(name)\n")
      }
      try folder.save(".stet/queries.toml", "[best]\nin = \"Notes\"\nwhere = \"rating>=5\"\nsort = \"-rating\"\n")
      try await folder.barrier()
      let best = try await folder.stet("query", "best", "--show", "title,rating")
      #expect(best.lines == ["title   rating", "Note b  10", "Note c  7"], "\(best)")
      let sorted = try await folder.stet("query", "--in", "Notes", "--sort", "-rating", "--show", "name", "-n", "2")
      #expect(sorted.lines == ["name", "b.md", "c.md"], "\(sorted)")
      #expect(sorted.errors.contains("more than 2 documents"))
      let both = try await folder.stet("query", "--where", "tags=x", "--where", "rating<5", "--show", "path")
      #expect(both.lines == ["path", "Notes/a.md"], "\(both)")
      #expect(try await folder.stet("query", "--names").output.contains("research  Documents below Research"))
      let none = try await folder.stet("query", "--where", "rating>50")
      #expect(none.status == 0 && none.errors.contains("No document matches."), "\(none)")
      let empty = try await folder.stet("query", "--in", "Notes", "--show", "path,titel").mustSucceed()
      #expect(empty.errors.contains("None of these documents has 'titel'. Did you mean 'title'?"), "\(empty)")
      let word = try await folder.stet("search", "Not").mustSucceed()
      #expect(word.output.isEmpty && word.errors.contains("'Not*' finds all that begin so"), "\(word)")
      let noTime = try await folder.stet("query", "--where", "createdAt>banana")
      #expect(noTime.status == 0 && noTime.errors.contains("'banana' is no time"), "\(noTime)")
      for command in [
        ["query"], ["search", "x"], ["search", "x", "--exact"], ["log", "--since", "1h"], ["activity"],
      ] {
        let nowhere = try await folder.stet(command + ["--in", "Ntoes"])
        #expect(nowhere.errors.contains("'Ntoes' now. Did you mean 'Notes'?"), "\(command): \(nowhere)")
      }
      let unknown = try await folder.stet("query", "worst")
      #expect(unknown.status == 1 && unknown.errors.contains("Known queries: best, research."), "\(unknown)")
      let fault = try await folder.stet("query", "--where", "rating => 5")
      #expect(fault.status == 2 && fault.errors.contains("'=>' is no operator") && fault.errors.contains("character 8"))
      try folder.save(".stet/queries.toml", "[best]\nwhere = 5\n")
      try await folder.barrier()
      let broken = try await folder.stet("query", "best")
      #expect(broken.status == 2 && broken.errors.contains(".stet/queries.toml, line 2 cannot be used"), "\(broken)")
    }
  }

  @Test func `a day that does not exist is refused with its place`() async throws {
    try await TestWorkspace.run { folder in
      try folder.save("a.md", "words\n")
      try await folder.barrier()
      for (arguments, place) in [
        (["log", "--since", "2026-13-01"], 6), (["activity", "2026-02-30"], 9),
        (["query", "--where", "createdAt>2026-13-01"], 6), (["search", "words", "--until", "31.11.2026"], 1),
      ] {
        let refused = try await folder.stet(arguments)
        #expect(refused.status == 2 && refused.errors.contains("(character \(place))"), "\(arguments): \(refused)")
        #expect(refused.errors.contains("2026-05-01 12:00"), "\(refused)")
      }
      for (condition, count) in [("createdAt>31.12.2020", 1), ("createdAt<=31.12.2020", 0)] {
        let found = try await folder.stet("query", "--where", condition, "--json")
        #expect(found.output.contains("a.md") == (count == 1), "\(condition): \(found)")
      }
    }
  }

  @Test func `an agent finds no protected document`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir secrets")
      try folder.save("secrets/a.md", "---\nstatus: draft\n---\n")
      try folder.save("b.md", "---\nstatus: draft\n---\n")
      try await folder.barrier()
      let found = try await folder.agent("query", "--where", "status=draft", "--show", "path")
      #expect(found.lines == ["path", "b.md"], "\(found)")
    }
  }
}
