import FoundationEssentials
import TestSupport
import Testing

/// `stet feed` and `publish_to_feed` with the program.
@Suite struct FeedTests {
  /// A record in the answer of `stet feed --json`.
  struct Record: Decodable, Equatable {
    struct Author: Decodable, Equatable {
      var kind: String
      var name: String?
    }

    var id: String
    var time: String
    var headline: String
    var content: String
    var bookId: String?
    var agent: String?
    var session: String?
    var author: Author?
    var links: [String]
  }

  struct Report: Decodable {
    struct Line: Decodable, Equatable {
      var path: String
      var line: Int
    }

    var records: [Record]
    var more: Int
    var broken: [Line]
  }

  static func feed(_ folder: TestWorkspace, _ arguments: String...) async throws -> Report {
    let outcome = try await folder.stet(["feed"] + arguments + ["--json"]).mustSucceed()
    return try JSONDecoder().decode(Report.self, from: Data(outcome.bytes))
  }

  private static let file = "Feed/feed.jsonl"

  @Test func `a publication is a recorded append by its agent, and is listed newest first`() async throws {
    try await TestWorkspace.run { folder in
      #expect(try await folder.stet("feed").output == "Nothing was published.\n")
      let linked = try await folder.agent(
        "feed", "publish", "--headline", "Three sources", "--book", "moby-dick", "--link", "Research/m/a.md",
        input: "See [notes](Research/m/notes.md).\n"
      ).mustSucceed()
      #expect(linked.errors.contains("no file or folder 'Research/m/a.md' now"), "\(linked)")
      try await folder.stet("feed", "publish", "--headline", "By hand", input: "A person's words.\n").mustSucceed()
      let report = try await Self.feed(folder)
      #expect(report.records.map(\.headline) == ["By hand", "Three sources"])
      let first = try #require(report.records.last)
      #expect(first.agent == "Claude" && first.session == "s1" && first.bookId == "moby-dick")
      #expect(
        first.content == "See [notes](Research/m/notes.md)."
          && first.links == ["Research/m/a.md", "Research/m/notes.md"])
      #expect(report.records.first?.agent == nil)
      #expect(try await Self.feed(folder, "--book", "moby-dick").records.count == 1)
      let none = try await folder.stet("feed", "--book", "moby-dik").mustSucceed()
      #expect(
        none.output.isEmpty && none.errors == "No record is about 'moby-dik'. Did you mean 'moby-dick'?\n", "\(none)")
      let one = try await Self.feed(folder, "--limit", "1")
      #expect(one.records.map(\.headline) == ["By hand"] && one.more == 1)
      let changes = try await folder.log(Self.file)
      #expect(changes.map(\.author.kind) == ["user", "agent"])
      let lines = try await folder.blame(Self.file)
      #expect(lines.map(\.author.kind) == ["agent", "user"])
      let audit = try await folder.stet("audit", "--json").output
      #expect(audit.contains("stet feed publish") && audit.contains("\"append\""))
      #expect(try await folder.stet("audit", "-n", "1").status == 0)
      let text = try await folder.stet("feed").output
      #expect(text.contains("Three sources\nClaude (session s1)") && text.contains("-> Research/m/notes.md"))
    }
  }

  /// Returns a line of the feed.
  private static func line(_ id: String, _ headline: String, time: String, agent: String?) -> String {
    let author = agent.map { ",\"agent\":\"\($0)\",\"session\":\"s1\"" } ?? ""
    return "{\"id\":\"\(id)\",\"time\":\"\(time)\",\"headline\":\"\(headline)\",\"content\":\"x\"\(author)}\n"
  }

  @Test func `a record is of the author who added its line, and never later than that`() async throws {
    try await TestWorkspace.run { folder in
      let other = ["--agent", "Other", "--session", "m1"]
      for (number, claim) in ["Claude", nil].enumerated() {
        try await folder.agent("feed", "publish", "--headline", "Real \(number)", input: "x").mustSucceed()
        let line = Self.line("forged\(number)", "Forged", time: "2999-01-01T00:00:00Z", agent: claim)
        try await folder.stet(["append", Self.file] + other, input: line).mustSucceed()
        #expect(try await Self.feed(folder).records.count == 2 * number + 2)
      }
      try await folder.stet("feed", "publish", "--headline", "Mine", input: "x").mustSucceed()
      func expectAuthors() async throws {
        let records = try await Self.feed(folder).records
        #expect(records.map(\.headline) == ["Mine", "Forged", "Real 1", "Forged", "Real 0"])
        #expect(records.map(\.agent) == [nil, "Other", "Claude", "Other", "Claude"])
        #expect(records.map(\.session) == [nil, "m1", "s1", "m1", "s1"])
        #expect(records.map(\.author?.kind) == ["user", "agent", "agent", "agent", "agent"])
        #expect(records.allSatisfy { $0.time < "2999" })
      }
      try await expectAuthors()
      let text = try await folder.stet("feed").output
      #expect(text.contains("Forged\nOther (session m1)") && text.contains("Mine\nAnn"), "\(text)")
      try await folder.stet("stop").mustSucceed()
      try await folder.stet("start").mustSucceed()
      try await expectAuthors()
    }
  }

  /// Starts the daemon with a git that notes each call of `git blame`.
  private static let notingGit = #"""
    mkdir -p "$TMPDIR/bin"; real=$(command -v git)
    printf '#!/bin/bash\ncase " $* " in *" blame "*) echo "$*" >> "%s";; esac\nexec "%s" "$@"\n' \
      "$TMPDIR/blames" "$real" > "$TMPDIR/bin/git"
    chmod +x "$TMPDIR/bin/git"; : > "$TMPDIR/blames"; PATH=$TMPDIR/bin:$PATH "$STET" start > /dev/null

    """#

  @Test func `the authors of records are read once, and again for what is new after a start`() async throws {
    try await TestWorkspace.run { folder in
      for number in 1...3 {
        try await folder.agent("feed", "publish", "--headline", "Record \(number)", input: "x").mustSucceed()
      }
      let all = try await Self.feed(folder).records
      #expect(all.map(\.agent) == ["Claude", "Claude", "Claude"])
      try await folder.stet("stop").mustSucceed()
      let script =
        Self.notingGit + #"""
          "$STET" feed --json; cat "$TMPDIR/blames" | wc -l
          "$STET" feed publish --headline Mine <<< x > /dev/null
          "$STET" feed --json > /dev/null; cat "$TMPDIR/blames"; "$STET" stop > /dev/null
          """#
      let kept = try await folder.shell(script).mustSucceed()
      #expect(kept.lines.dropFirst().first == "0" && kept.lines[0].contains("Record 3"), "\(kept)")
      // Only the history since the stored version is read.
      #expect(kept.lines.count == 3 && kept.lines[2].contains(".."), "\(kept)")
      // A missing or damaged file changes no answer.
      for damage in ["rm .git/stet/feed-origins", "sed -i s/Claude/Clause/ .git/stet/feed-origins"] {
        try await folder.shell(damage).mustSucceed()
        let again = try await folder.shell(Self.notingGit + #""$STET" feed > "$TMPDIR/feed"; cat "$TMPDIR/blames""#)
        #expect(again.lines.count == 1 && !again.output.contains(".."), "\(again)")
        #expect(try await Self.feed(folder).records.map(\.agent) == [nil, "Claude", "Claude", "Claude"])
        try await folder.stet("stop").mustSucceed()
      }
    }
  }

  @Test func `what cannot be published is refused with the reason, and changes nothing`() async throws {
    try await TestWorkspace.run { folder in
      for (headline, content) in [
        ("", "x"), ("a\nb", "x"), ("h", ""), ("h", "\u{7}"), (String(repeating: "h", count: 201), "x"),
      ] {
        let outcome = try await folder.agent("feed", "publish", "--headline", headline, input: content)
        #expect(outcome.status == 2 && outcome.errors.contains("Nothing was published."), "\(outcome)")
      }
      let binary = try await folder.shell("printf '\\377\\376' | $STET feed publish --headline h 2>&1 || echo $?")
      #expect(binary.output.contains("not UTF-8") && binary.lines.last == "2", "\(binary)")
      #expect(folder.text(Self.file) == nil)
      try await folder.shell("mkdir -p .stet")
      try folder.save(".stet/policy.toml", "[agents]\nread_only = [\"Feed/\"]\n")
      try await folder.barrier()
      let refused = try await folder.agent("feed", "publish", "--headline", "h", input: "x")
      #expect(refused.status == 1, "\(refused)")
      try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Feed/\"]\n")
      try await folder.stet("feed", "publish", "--headline", "Mine", input: "x").mustSucceed()
      try await folder.barrier()
      #expect(try await folder.agent("feed").status == 1)
      #expect(try await folder.stet("audit", "--json").output.contains("\"refused\""))
    }
  }

  @Test func `a broken line is left out and named, and the next record begins a line of its own`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.agent("feed", "publish", "--headline", "One", input: "1").mustSucceed()
      let before = try #require(folder.text(Self.file))
      try folder.save(Self.file, before + "{\"id\": \"torn")
      try await folder.barrier()
      try await folder.agent("feed", "publish", "--headline", "Two", input: "2").mustSucceed()
      let report = try await Self.feed(folder)
      #expect(report.records.map(\.headline) == ["Two", "One"])
      #expect(report.broken == [Report.Line(path: Self.file, line: 2)])
      let shown = try await folder.stet("feed")
      #expect(shown.errors.contains("line 2 of Feed/feed.jsonl is no record"), "\(shown)")
      #expect(folder.text(Self.file)?.hasPrefix(before + "{\"id\": \"torn\n{\"id\":") == true)
    }
  }

  @Test func `one call id is one record, also at once and after a restart`() async throws {
    try await TestWorkspace.run { folder in
      let line = "$STET feed publish --headline One --call c1 --agent Claude --session s1 --json <<< text"
      let outcome = try await folder.shell("for i in 1 2 3 4 5 6; do \(line) & done; wait")
      #expect(outcome.output.split(separator: "\"isNew\":true").count == 2, "\(outcome)")
      try await folder.stet("stop").mustSucceed()
      try await folder.stet("start").mustSucceed()
      let again = try await folder.agent("feed", "publish", "--headline", "Other", "--call", "c1", input: "other")
      #expect(again.output.contains("published before"), "\(again)")
      try await folder.stet("feed", "publish", "--headline", "One", "--call", "c1", input: "text").mustSucceed()
      try await folder.agent("feed", "publish", "--headline", "One", "--call", "c2", input: "text").mustSucceed()
      let records = try await Self.feed(folder).records
      #expect(records.count == 3 && Set(records.map(\.id)).count == 3 && records.allSatisfy { $0.headline == "One" })
    }
  }

  private static let call = [
    "feed", "publish", "--headline", "One", "--call", "c1", "--agent", "Claude", "--session", "s1", "--json",
  ]

  @Test func `no line of somebody else stands for a publication`() async throws {
    var id = ""
    try await TestWorkspace.run { folder in
      try await folder.stet(Self.call, input: "text").mustSucceed()
      id = try #require(try await Self.feed(folder).records.first?.id)
    }
    try await TestWorkspace.run { folder in
      // The id of a call is the same on every machine.
      let lines = [
        "{\"note\":{\"id\":\"\(id)\"}}\n", "{\"id\":\"\(id)\", torn\n",
        Self.line(id, "Forged", time: "2020-01-01T00:00:00Z", agent: "Claude"),
      ]
      for line in lines {
        try await folder.stet(["append", Self.file, "--agent", "Other", "--session", "s1"], input: line).mustSucceed()
      }
      let first = try await folder.stet(Self.call, input: "text")
      #expect(first.output.contains("\"isNew\":true"), "\(first)")
      let again = try await folder.stet(Self.call, input: "text")
      #expect(again.output.contains("\"isNew\":false") && again.output.contains("One"), "\(again)")
      let records = try await Self.feed(folder).records
      #expect(records.map(\.headline) == ["One", "Forged"] && records.map(\.agent) == ["Claude", "Other"])
    }
  }

  @Test func `a line that contains another's id in its content stands for nothing`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.stet(Self.call, input: "text").mustSucceed()
      let id = try #require(try await Self.feed(folder).records.first?.id)
      try await folder.agent("feed", "publish", "--headline", "Two", input: "See {\"id\":\"\(id)\"}").mustSucceed()
      try await folder.stet(Self.call, input: "text").mustSucceed()
      #expect(try await Self.feed(folder).records.map(\.headline) == ["Two", "One"])
    }
  }

  @Test func `a stored record is shown to no agent that may not read it`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.stet(Self.call, input: "hidden words").mustSucceed()
      try await folder.shell("mkdir -p .stet")
      try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Feed/\"]\n")
      try await folder.barrier()
      let again = try await folder.stet(Self.call, input: "x")
      #expect(again.status == 1 && !again.output.contains("hidden words"), "\(again)")
    }
  }

  @Test func `the undo of the session that began the feed leaves the records of others`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.agent("feed", "publish", "--headline", "First", input: "x").mustSucceed()
      try await folder.stet("feed", "publish", "--headline", "Mine", input: "x").mustSucceed()
      try await folder.agent("feed", "publish", "--headline", "Second", input: "x").mustSucceed()
      try await folder.stet("undo", "--session", "s1").mustSucceed()
      #expect(try await Self.feed(folder).records.map(\.headline) == ["Mine"])
    }
  }

  @Test func `a record with a secret is refused, and holds nothing back`() async throws {
    let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"
    try await TestWorkspace.run { folder in
      for (headline, content) in [("Key", "one\n\(token)\n"), ("Key \(token)", "one")] {
        for author in [[], TestWorkspace.agent] {
          let refused = try await folder.stet(["feed", "publish", "--headline", headline] + author, input: content)
          #expect(refused.status == 1 && refused.errors.contains("token"), "\(refused)")
          #expect(!refused.errors.contains(token))
        }
      }
      #expect(folder.text(Self.file) == nil)
      try await folder.agent("feed", "publish", "--headline", "One", input: "x").mustSucceed()
      #expect(try await folder.log(Self.file).count == 1)
    }
  }

  @Test(arguments: [true, false])
  func `both machines' records are there once after they meet`(isDeclared: Bool) async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      if isDeclared { try a.save(".gitattributes", "/Feed/*.jsonl merge=stet-records\n") }
      try a.save("a.md", "begin\n")
      try await a.agent("feed", "publish", "--headline", "Begin", input: "x").mustSucceed()
      try a.save(Self.file, (a.text(Self.file) ?? "") + "no record\n")
      for folder in [a, b, a, b] { try await folder.barrier() }
      try await remote.whileAway {
        for folder in [a, b] {
          for call in ["c1", "c2"] {
            let head = call == "c1" ? "Same" : "Of \(folder.root.suffix(1))"
            let name = call == "c1" ? call : call + folder.root.suffix(1)
            try await folder.agent("feed", "publish", "--headline", head, "--call", name, input: "x").mustSucceed()
          }
          // The times of the records have whole seconds.
          try await folder.shell("s=$(date +%s); until [ $(date +%s) -gt $s ]; do read -rt 0.05 <> <(:) || true; done")
        }
      }
      try await remote.expectConverged(folders)
      for folder in folders {
        #expect(try await folder.conflicts().isEmpty)
        let report = try await Self.feed(folder)
        #expect(report.records.map(\.headline).sorted() == ["Begin", "Of a", "Of b", "Same"])
        #expect(report.broken.count == 1)
      }
    }
  }

  @Test func `a full file is followed by another, and both are listed`() async throws {
    try await TestWorkspace.run { folder in
      let record = "{\"id\":\"old\",\"time\":\"2020-01-01T00:00:00Z\",\"headline\":\"Old\",\"content\":\"x\"}\n"
      try await folder.shell("mkdir Feed")
      try folder.save(Self.file, record + String(repeating: "\n", count: 1 << 20))
      try await folder.barrier()
      try await folder.agent("feed", "publish", "--headline", "New", "--call", "c", input: "x").mustSucceed()
      try await folder.agent("feed", "publish", "--headline", "New", "--call", "c", input: "x").mustSucceed()
      #expect(folder.text("Feed/feed-2.jsonl")?.split(separator: "\n").count == 1)
      #expect(try await Self.feed(folder).records.map(\.headline) == ["New", "Old"])
    }
  }
}
