import Testing

/// Lines that two machines add apart: all of them are in the file on both, and there is no conflict.
@Suite struct BothAppendTests {
  private static func meet(_ a: TestWorkspace, _ b: TestWorkspace) async throws {
    for folder in [a, b, a, b] { try await folder.barrier() }
  }

  private static let note = "# Day\n\nMorning.\n"
  private static let skeleton = "# Day\n\n## Tasks\n\n## Notes\n"

  @Test func `two machines add to the same files and new files, and both texts stand`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save(".gitattributes", "/Chats/**/*.json merge=stet-records\n")
      for path in ["person.md", "agent.md", "robots.md", "reply.md"] { try a.save(path, Self.note) }
      try await a.shell("mkdir Chats; echo '{\"messages\": [{\"text\": \"Hi\"}]}' > Chats/c.json")
      try await Self.meet(a, b)
      try await remote.whileAway {
        try a.save("person.md", Self.note + "\nFrom a.\n")
        try a.save("agent.md", Self.note + "\nFrom a.\n")
        try await a.agent("append", "robots.md", input: "\nFrom a.\n").mustSucceed()
        try await a.agent("append", "reply.md", input: "\nFrom a.\n").mustSucceed()
        try a.save("day.md", Self.skeleton.replacing("## Notes", with: "- From a\n\n## Notes"))
        try a.save("new.md", "From a.\n")
        try a.save("Chats/c.json", "{\"messages\": [{\"text\": \"Hi\"}, {\"text\": \"From a\"}]}\n")
        try await a.stet("sync", "--wait", "--timeout", "5")
        // The commits' times have whole seconds.
        let second = "s=$(date +%s); until [ $(date +%s) -gt $s ]; do read -rt 0.05 <> <(:) || true; done"
        try await b.shell(second)
        try b.save("person.md", Self.note + "\nBy b.\n")
        try await b.agent("append", "agent.md", input: "\nBy b.\n").mustSucceed()
        try await b.agent("append", "robots.md", input: "\nBy b.\n").mustSucceed()
        try b.save("reply.md", Self.note + "\nBy b.\n")
        try b.save("day.md", Self.skeleton + "\nBy b.\n")
        try b.save("new.md", "By b.\n")
        try b.save("Chats/c.json", "{\"messages\": [{\"text\": \"Hi\"}, {\"text\": \"By b\"}]}\n")
        try await b.stet("sync", "--wait", "--timeout", "5")
      }
      try await Self.meet(a, b)
      for folder in [a, b] {
        #expect(try await folder.conflicts().isEmpty)
        for path in ["person.md", "agent.md", "robots.md", "reply.md"] {
          #expect(folder.text(path) == Self.note + "\nFrom a.\n\nBy b.\n", "\(path)")
        }
        #expect(folder.text("day.md") == "# Day\n\n## Tasks\n\n- From a\n\n## Notes\n\nBy b.\n")
        #expect(folder.text("new.md") == "From a.\n\nBy b.\n")
        #expect(
          folder.text("Chats/c.json")
            == "{\"messages\": [{\"text\": \"Hi\"}, {\"text\": \"From a\"}, {\"text\": \"By b\"}]}\n")
      }
    }
  }
}
