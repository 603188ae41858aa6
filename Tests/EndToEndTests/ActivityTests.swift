import FoundationEssentials
import TestSupport
import Testing

/// Questions to history: `stet log` with conditions, `stet sessions`, `stet activity`.
@Suite struct ActivityTests {
  private struct Session: Decodable {
    let agent: String
    let session: String?
    let models: [String]
    let paths: [String]
    let commits: Int
    let reads: Int
    let writes: Int
    let refusals: Int
    let isUndone: Bool
    let undo: String?
  }

  private struct Report: Decodable {
    struct Entry: Decodable {
      struct Place: Decodable {
        let path: String
        let files: Int
        let changes: Int
      }

      let author: RecordedAuthor
      let commits: Int
      let files: Int
      let places: [Place]
    }

    let authors: [Entry]
  }

  private static func sessions(_ folder: TestWorkspace, _ arguments: String...) async throws -> [Session] {
    let outcome = try await folder.stet(["sessions", "--json"] + arguments)
    try outcome.mustSucceed()
    return try JSONDecoder().decode([Session].self, from: Data(outcome.bytes))
  }

  private static func activity(_ folder: TestWorkspace, _ arguments: String...) async throws -> [Report.Entry] {
    let outcome = try await folder.stet(["activity", "--json"] + arguments)
    try outcome.mustSucceed()
    return try JSONDecoder().decode(Report.self, from: Data(outcome.bytes)).authors
  }

  @Test func `what agents did is listed by session, and a day by author`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell(
        "mkdir Research && echo one > Research/a.md && echo two > Research/b.md && echo three > c.md")
      try await folder.barrier()
      try await folder.agent("read", "c.md").mustSucceed()
      try await folder.agent("edit", "c.md", "--old", "three", "--new", "drei", "--model", "m-1").mustSucceed()
      try await folder.agent("write", "new.md", "--if", "absent", input: "new\n").mustSucceed()
      #expect(try await folder.agent("write", "new.md", "--if", "absent", input: "again\n").status == 3)
      let other = ["--agent", "Codex", "--session", "s 2"]
      try await folder.stet(["edit", "Research/a.md", "--old", "one", "--new", "eins"] + other).mustSucceed()

      let sessions = try await Self.sessions(folder)
      // Sessions of the same second are in the order of their names.
      #expect(Set(sessions.map(\.agent)) == ["Codex", "Claude"] && sessions.count == 2)
      let claude = try #require(sessions.first { $0.agent == "Claude" })
      #expect(claude.session == "s1" && claude.models == ["m-1"] && claude.paths == ["c.md", "new.md"])
      #expect(claude.commits == 2 && claude.writes == 2 && claude.reads == 1 && claude.refusals == 1)
      #expect(claude.undo == "stet undo --session s1" && sessions.contains { $0.undo == "stet undo --session 's 2'" })
      #expect(try await Self.sessions(folder, "--in", "Research").map(\.agent) == ["Codex"])
      #expect(try await Self.sessions(folder, "--agent", "clau", "--since", "1h").map(\.agent) == ["Claude"])
      #expect(try await Self.sessions(folder, "--until", "2 days ago").isEmpty)
      let undo = try #require(claude.undo)
      try await folder.shell("$STET \(undo.dropFirst("stet ".count))").mustSucceed()
      #expect(try await Self.sessions(folder, "--session", "s1").first?.isUndone == true)

      let day = try await Self.activity(folder)
      let person = try #require(day.first { $0.author.kind == "user" })
      #expect(person.places.contains { $0.path == "Research/" && $0.files == 2 })
      #expect(person.places.contains { $0.path == "c.md" && $0.changes == 2 })
      #expect(try await Self.activity(folder, "--in", "Research/b.md", "--since", "1h").count == 1)
      #expect(try await Self.activity(folder, "2020-01-01").isEmpty)
      #expect(try await folder.stet("activity", "nonsense").status == 2)
      let shown = try await folder.stet("activity")
      #expect(shown.output.contains("Codex") && shown.output.contains("Research/a.md"), "\(shown)")
      let listed = try await folder.stet("sessions")
      #expect(listed.output.contains("(taken back)") && listed.output.contains("1 read, 1 refused"), "\(listed)")
      // Each line begins with the times of day.
      #expect(listed.output.split(separator: "\n").allSatisfy { $0.prefix { $0 != "," }.contains(":") }, "\(listed)")
    }
  }

  @Test func `changes and operations are chosen by agent, session, time and place`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir Research && echo one > Research/a.md && echo two > b.md")
      try await folder.barrier()
      try await folder.agent("edit", "Research/a.md", "--old", "one", "--new", "eins").mustSucceed()
      let other = ["--agent", "Codex", "--session", "s2"]
      try await folder.stet(["edit", "b.md", "--old", "two", "--new", "zwei"] + other).mustSucceed()
      #expect(try await folder.log("--agent", "codex").map(\.paths) == [["b.md"]])
      #expect(try await folder.log("--agent", "codex", "--in", "Research").isEmpty)
      #expect(try await folder.log("--session", "s1", "--since", "today").map(\.paths) == [["Research/a.md"]])
      #expect(try await folder.log("--until", "yesterday").isEmpty)
      #expect(try await folder.log("--in", "b.md", "--until", "today").count == 2)
      #expect(try await folder.operations("--agent", "Codex").map(\.paths) == [["b.md"]])
      #expect(try await folder.operations("--in", "Research").map(\.paths) == [["Research/a.md"]])
      #expect(try await folder.operations("--session", "s1", "--since", "1h", "-n", "1").count == 1)
      #expect(try await folder.operations("--until", "yesterday").isEmpty)
      #expect(try await folder.stet("log", "--since", "nonsense").status == 2)
      try await folder.stet(["read", "b.md", "--agent", "Codex", "--session", "read-1"]).mustSucceed()
      try await folder.stet("log", "--session", "read-1").mustSucceed()
      for words in [[], ["--operations"]] {
        let unknown = try await folder.stet(["log", "--session", "raed-1"] + words)
        #expect(unknown.status == 1 && unknown.output.isEmpty, "\(unknown)")
        #expect(unknown.errors.contains("no session 'raed-1'. Did you mean 'read-1'?"), "\(unknown)")
      }
      for (arguments, remark) in [
        (["--session", "raed-1"], "no session 'raed-1' on record. Did you mean 'read-1'?"),
        (["--agent", "cluade"], "no agent 'cluade' on record. Did you mean 'Claude'?"),
        (["--in", "Reserch"], "no file or folder 'Reserch' now. Did you mean 'Research'?"),
        (["--until", "yesterday"], ""),
      ] {
        let none = try await folder.stet(["sessions"] + arguments)
        #expect(none.status == 0 && none.output == "No session matches.\n", "\(none)")
        #expect(remark.isEmpty ? none.errors.isEmpty : none.errors.contains(remark), "\(none)")
      }
      for arguments in [["--agent", "nosuch"], ["--since", "2090-01-01"], ["--agent", "codex", "Research"]] {
        let none = try await folder.stet(["diff"] + arguments)
        #expect(none.status == 0 && none.output.isEmpty && none.errors == "No changes.\n", "\(none)")
      }
      // A commit with an older time on top of newer ones, as a replay leaves it, ends no list.
      try await folder.stet("stop").mustSucceed()
      try await folder.shell(
        "echo old > old.md && git add old.md && GIT_COMMITTER_DATE='2020-01-01T00:00:00Z' git commit -qm old")
      try await folder.stet("start").mustSucceed()
      try await folder.barrier()
      #expect(try await folder.log("--agent", "codex", "--since", "1h").count == 1)
    }
  }
}
