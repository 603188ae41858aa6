import Testing

/// `stet search` with the program.
@Suite struct SearchTests {
  @Test func `documents are found by words, lines by texts and expressions`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir Research")
      try folder.save("Research/whales.md", "---\nstatus: draft\n---\n# Blue whales\n\nThey sing (loudly) at night.\n")
      try folder.save("krill.md", "Whales eat krill.\nWhales sing.\n")
      try await folder.barrier()
      try await folder.agent("write", "agent.md", "--if", "absent", input: "An agent heard whales sing.\n")
        .mustSucceed()
      let found = try await folder.stet("search", "whales sing")
      #expect(found.lines.first == "Research/whales.md:4  Blue whales", "\(found)")
      #expect(found.lines.count == 6, "\(found)")
      #expect(try await folder.stet("search", "whales -krill", "--in", "Research").lines.count == 2)
      let agents = try await folder.stet("search", "WHÄLES", "--by", "agent", "--since", "1h", "--limit", "5")
      #expect(agents.lines.first == "agent.md:1  agent", "\(agents)")
      #expect(try await folder.stet("search", "sing", "--field", "status=draft").lines.count == 2)
      #expect(try await folder.stet("search", "sing (loudly)", "--exact").lines.count == 1)
      #expect(try await folder.stet("search", "^whales", "--regex").lines.count == 2)
      #expect(try await folder.stet("search", "^whales", "--regex", "--case").output.isEmpty)
      let json = try await folder.stet("search", "loudly", "--json")
      #expect(json.output.contains(#""title":"Blue whales""#) || json.output.contains(#""title" : "Blue whales""#))
      let fault = try await folder.stet("search", "whales OR")
      #expect(fault.status == 2 && fault.errors.contains("character 8"), "\(fault)")
    }
  }

  @Test func `a letter outside ASCII is one character of an expression, and has two cases`() async throws {
    try await TestWorkspace.run { folder in
      try folder.save("colour.md", "Gräulich.\nÜBER uns\n")
      try await folder.barrier()
      for words in [["gr[aä]u", "--regex"], ["^.ber", "--regex"], ["über", "--regex"], ["über", "--exact"]] {
        let found = try await folder.stet(["search"] + words).mustSucceed()
        #expect(found.lines.count == 1 && found.output.hasPrefix("colour.md:"), "\(words): \(found)")
      }
      #expect(try await folder.stet("search", "über", "--exact", "--case").output.isEmpty)
    }
  }

  @Test func `a condition on the front matter finds the same documents as in a query`() async throws {
    try await TestWorkspace.run { folder in
      try folder.save(
        "a.md", "---\nauthor:\n  name: Melville\ndone: true\nrating: 7\ntags: [sea, Whales]\n---\n# A whale\n")
      try folder.save("b.md", "---\nauthor:\n  name: Ada\ndone: false\nrating: 3\n---\n# A whale\n")
      try await folder.barrier()
      for condition in [
        "author.name=Melville", "done=true", "done = true", "rating>=4", "tags = whales", "tags exists", "name=a.md",
      ] {
        let found = try await folder.stet("search", "whale", "--field", condition)
        let asked = try await folder.stet("query", "--where", condition, "--show", "path")
        #expect(found.lines.first?.hasPrefix("a.md:") == true, "\(condition): \(found)")
        #expect(!found.output.contains("b.md"), "\(condition): \(found)")
        #expect(asked.lines == ["path", "a.md"], "\(condition): \(asked)")
      }
      let recent = try await folder.stet("search", "whale", "--field", "createdAt>1h")
      #expect(recent.lines.count == 4, "\(recent)")
      #expect(try await folder.stet("search", "whale", "--field", "createdAt<1h").output.isEmpty)
      let noTime = try await folder.stet("search", "whale", "--field", "createdAt>banana")
      #expect(noTime.status == 0 && noTime.errors.contains("'banana' is no time"), "\(noTime)")
      let fault = try await folder.stet("search", "whale", "--field", "rating => 5")
      #expect(fault.status == 2 && fault.errors.contains("'=>' is no operator"), "\(fault)")
      #expect(fault.errors.contains("(character 8)"), "\(fault)")
    }
  }

  @Test func `an odd operator is named, in an expression with its position`() async throws {
    try await TestWorkspace.run { folder in
      try folder.save("a.md", "The blue whale eats krill.\n")
      try await folder.barrier()
      for (query, name) in [
        ("blue AND whale", "AND is"), ("whale NOT shark", "NOT is"), ("NEAR(blue whale)", "NEAR is"),
        ("title:whale", "'title:whale' is"),
      ] {
        let none = try await folder.stet("search", query)
        #expect(none.status == 0 && none.output.isEmpty, "\(query): \(none)")
        #expect(none.errors.contains("\(name) searched as") && none.errors.contains("OR and -word are"), "\(none)")
      }
      let found = try await folder.stet("search", "blue whale")
      #expect(found.lines.count == 2 && found.errors.isEmpty, "\(found)")
      for (expression, fault) in [
        ("(wh", "missing closing parenthesis (character 1)"),
        ("a[b", "missing terminating ] for character class (character 2)"),
      ] {
        let refused = try await folder.stet("search", "--regex", expression)
        #expect(refused.status == 2 && refused.errors.contains(fault), "\(refused)")
        #expect(!refused.errors.contains("option"), "\(refused)")
      }
    }
  }

  @Test func `a large text is found by its name only, and an empty answer names it`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir -p .stet; printf '[placeholders]\\nlarge_over = \"2 kB\"\\n' > .stet/policy.toml")
      try await folder.barrier()
      try folder.save("Voyage.txt", String(repeating: "whale song\n", count: 300))
      try folder.save("film.mp4", String(repeating: "whale film\n", count: 300))
      try folder.save("a.md", "krill\n")
      try await folder.barrier()
      let words = try await folder.stet("search", "whale")
      #expect(
        words.output.isEmpty && words.errors.contains("names of large files are searched: Voyage.txt."), "\(words)")
      #expect(try await folder.stet("search", "voyage").errors.contains("files are searched: Voyage.txt."))
      #expect(try await folder.stet("search", "krill").errors.isEmpty)
      for option in ["--exact", "--regex"] {
        let lines = try await folder.stet("search", "whale", option)
        #expect(lines.status == 0 && lines.output.isEmpty, "\(lines)")
        #expect(lines.errors.contains("Large files are not searched: Voyage.txt."), "\(lines)")
        let found = try await folder.stet("search", "krill", option)
        #expect(found.lines.count == 1 && found.errors.isEmpty, "\(found)")
      }
    }
  }

  @Test func `an empty answer names its conditions, and a full one says that there are more`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir Notes")
      for name in ["a", "b", "c"] { try folder.save("\(name).md", "---\nstatus: done\n---\nA whale.\n") }
      try folder.save("Notes/d.md", "krill\n")
      try await folder.barrier()
      for (options, named) in [
        (["--by", "agent"], "--by agent"), (["--until", "2020-01-01"], "--until 2020-01-01"),
        (["--field", "status=draft"], "--field status=draft"), (["--in", "Notes"], "--in Notes"),
      ] {
        let none = try await folder.stet(["search", "whale"] + options)
        #expect(none.status == 0 && none.output.isEmpty, "\(none)")
        #expect(none.errors.contains("No document matches with \(named)."), "\(none)")
        #expect(!none.errors.contains("whale*"), "\(none)")
      }
      for option in ["--exact", "--regex"] {
        let none = try await folder.stet("search", "shark", option)
        #expect(none.status == 0 && none.output.isEmpty && none.errors == "No line matches.\n", "\(none)")
        let more = try await folder.stet("search", "whale", option, "--limit", "2")
        #expect(more.lines.count == 2 && more.errors.contains("There are more than 2 lines"), "\(more)")
        let all = try await folder.stet("search", "whale", option, "--limit", "3")
        #expect(all.lines.count == 3 && all.errors.isEmpty, "\(all)")
      }
      let more = try await folder.stet("search", "whale", "--limit", "1")
      #expect(more.lines.count == 2 && more.errors.contains("There are more than 1 documents; --limit"), "\(more)")
      let all = try await folder.stet("search", "whale", "--limit", "3")
      #expect(all.lines.count == 6 && all.errors.isEmpty, "\(all)")
      let none = try await folder.stet("search", "shark", "--exact", "--json")
      #expect(none.status == 0 && none.errors.isEmpty, "\(none)")
    }
  }

  @Test func `an index that is deleted or overwritten while the daemon rests is built again`() async throws {
    try await TestWorkspace.run { folder in
      try folder.save("a.md", "word\n")
      try await folder.barrier()
      let first = try await folder.stet("search", "word")
      for damage in ["rm .git/stet/index.sqlite", "printf broken > .git/stet/index.sqlite"] {
        try await folder.stet("stop").mustSucceed()
        try await folder.shell(damage).mustSucceed()
        try await folder.stet("start").mustSucceed()
        #expect(try await folder.stet("search", "word").output == first.output)
      }
    }
  }
}
