import Testing

/// Choices between versions that are refused, or taken as a person types them.
@Suite struct ResolveChoiceTests {
  private static func meet(_ a: TestWorkspace, _ b: TestWorkspace) async throws {
    for folder in [a, b, a, b] { try await folder.barrier() }
  }

  @Test func `one of several other versions is named by the id that is shown`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("q.md", "one\n\ntwo\n")
      try await Self.meet(a, b)
      for word in ["one", "two"] {
        let text = try #require(a.text("q.md"))
        try await remote.whileAway {
          try a.save("q.md", text.replacing(word, with: word + " by a"))
          try await a.stet("sync", "--wait", "--timeout", "5")
          try await b.agent("edit", "q.md", "--old", word, "--new", word + " by b").mustSucceed()
        }
        try await Self.meet(a, b)
      }
      let ids = try await a.conflicts().map(\.id)
      #expect(ids.count == 2)
      let refused = try await a.stet("resolve", "q.md", "--keep", "other")
      #expect(refused.status == 2 && ids.allSatisfy(refused.errors.contains), "\(refused.errors)")
      #expect(try await a.conflicts().count == 2)
      let shown = try await a.stet("conflicts").lines.filter { !$0.hasPrefix(" ") && $0.contains("q.md") }
      #expect(shown.count == 2)
      for line in shown {
        let id = String(line.prefix { $0 != " " })
        try await a.stet("resolve", id, "--keep", "other").mustSucceed()
      }
      #expect(try await a.conflicts().isEmpty)
      #expect(a.text("q.md") == "one by b\n\ntwo by b\n")
    }
  }

  /// Makes a conflict about `q.md` in the root of the first folder.
  private static func disagree(_ a: TestWorkspace, _ b: TestWorkspace, over remote: Remote) async throws {
    try a.save("q.md", "one\n")
    try await meet(a, b)
    try await remote.whileAway {
      try a.save("q.md", "one by a\n")
      try await a.stet("sync", "--wait", "--timeout", "5")
      try await b.agent("edit", "q.md", "--old", "one", "--new", "one by b").mustSucceed()
    }
    try await meet(a, b)
    #expect(try await a.conflicts().map(\.path) == ["q.md"])
  }

  @Test func `a version that cannot be read settles nothing`() async throws {
    try await Remote.run { remote, folders in
      let a = folders[0]
      try await Self.disagree(a, folders[1], over: remote)
      let text = a.text("q.md")
      let refused = try await a.stet("resolve", "q.md", "--keep", a.root)
      #expect(refused.status == 1 && refused.errors.contains("Cannot read"), "\(refused)")
      #expect(try await a.conflicts().count == 1)
      #expect(a.text("q.md") == text)
    }
  }

  @Test func `a name in a subfolder settles no conflict of the file of that name above it`() async throws {
    try await Remote.run { remote, folders in
      let a = folders[0]
      try await a.shell("mkdir Sub; echo clean > Sub/q.md")
      try await Self.disagree(a, folders[1], over: remote)
      let text = a.text("q.md")
      for choice in [["--keep", "other"], ["--done"]] {
        let refused = try await a.machine.run([Machine.binary, "-C", a.root + "/Sub", "resolve", "q.md"] + choice)
        #expect(refused.status == 1 && refused.errors.contains("Sub/q.md"), "\(refused)")
        #expect(try await a.conflicts().count == 1)
        #expect(a.text("q.md") == text)
      }
    }
  }

  @Test func `the file of a choice is named from the folder of the command`() async throws {
    try await Remote.run { remote, folders in
      let a = folders[0]
      try await Self.disagree(a, folders[1], over: remote)
      try await a.shell("echo wrong > ../merged.md; mkdir Sub; echo merged > Sub/merged.md")
      try await a.machine.run([Machine.binary, "-C", a.root + "/Sub", "resolve", "../q.md", "--keep", "merged.md"])
        .mustSucceed()
      #expect(a.text("q.md") == "merged\n")
    }
  }

  @Test func `both versions of JSON are JSON, or are refused with the reason`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("field.json", "{\n  \"a\": 1\n}\n")
      try a.save("list.json", "[\n  1\n]\n")
      try await Self.meet(a, b)
      try await remote.whileAway {
        try a.save("field.json", "{\n  \"a\": 2\n}\n")
        try a.save("list.json", "[\n  1,\n  2\n]\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        // A person who edits a file has read it.
        try await b.shell("cat field.json list.json")
        try b.save("field.json", "{\n  \"a\": 3\n}\n")
        try b.save("list.json", "[\n  1,\n  3\n]\n")
        try await b.stet("sync", "--wait", "--timeout", "5")
      }
      try await Self.meet(a, b)
      let open = try await a.conflicts()
      #expect(open.map(\.path) == ["field.json", "list.json"], "\(open)")
      let refused = try await a.stet("resolve", "field.json", "--keep", "both")
      #expect(refused.status == 1 && refused.errors.contains("one value"), "\(refused.errors)")
      try await a.stet("resolve", "list.json", "--keep", "both").mustSucceed()
      #expect(a.text("list.json") == "[\n  1,\n  2,\n  3\n]\n" || a.text("list.json") == "[\n  1,\n  3,\n  2\n]\n")
      try await a.stet("resolve", "field.json", "--keep", "other").mustSucceed()
      #expect(try await a.conflicts().isEmpty)
    }
  }
}
