import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `stet watch` with the program: filters, and replay of what was missed.
@Suite struct WatchTests {
  /// A line of `stet watch --json`.
  struct Event: Decodable, Equatable {
    var event: String
    var commit: String?
    var id: String?
    var kind: String?
    var message: String
    var paths: [String]
    var cursor: String

    /// The identity of an event of history.
    var key: String { [event, commit ?? "", id ?? ""].joined(separator: " ") }
  }

  /// A program that watches, with its events in a file.
  struct Watch {
    let folder: TestWorkspace
    let file: String
    let program: Program

    init(_ folder: TestWorkspace, _ name: String, _ arguments: String...) throws {
      self.folder = folder
      file = folder.machine.place + "/watch-" + name
      let line = arguments.map { "'\($0)'" }.joined(separator: " ")
      program = try folder.machine.start(
        ["bash", "-c", "exec \"$STET\" -C '\(folder.root)' watch --json \(line) > '\(file)' 2> '\(file)-errors'"],
        in: "/")
    }

    /// The events so far.
    var events: [Event] {
      get throws {
        try (String(file: file) ?? "").split(separator: "\n").map {
          try JSONDecoder().decode(Event.self, from: Data($0.utf8))
        }
      }
    }

    /// Waits for an event that contains a text.
    func wait(for text: String) async throws { try await folder.wait("grep -qF '\(text)' '\(file)'") }

    /// Ends the program, and returns its events.
    func end() async throws -> [Event] {
      program.send(SIGTERM)
      _ = await program.end()
      return try events
    }
  }

  @Test func `a path and kinds choose the events, and each has a cursor`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir Research")
      try folder.save("Research/a.md", "one\n")
      try await folder.barrier()
      let (all, path) = (
        try Watch(folder, "all", "--since", "start"), try Watch(folder, "path", "Research", "--since", "start")
      )
      let (feed, question) = (
        try Watch(folder, "feed", "Feed", "--kind", "feed"), try Watch(folder, "question", "--kind", "question")
      )
      for watch in [all, path] { try await watch.wait(for: "Research/a.md") }
      // Only a watcher that has subscribed gets new events.
      try await folder.wait(
        "[ -s '\(feed.file)' ] || { $STET feed publish --headline Begin <<< text > /dev/null; false; }")
      try folder.save("b.md", "one\n")
      try folder.save("Research/a.md", "two\n")
      try await folder.barrier()
      try await folder.agent("feed", "publish", "--headline", "Three sources", input: "x").mustSucceed()
      for watch in [all, feed] { try await watch.wait(for: "Three sources") }
      let told = try await all.end()
      #expect(told.contains { $0.paths.contains("b.md") } && told.allSatisfy { !$0.cursor.isEmpty })
      #expect(Set(told.map(\.event)).isSuperset(of: ["recorded", "feed", "followed"]))
      let inside = try await path.end()
      #expect(inside.count { $0.event == "recorded" } == 2 && inside.allSatisfy { $0.paths == ["Research/a.md"] })
      let news = try await feed.end()
      #expect(
        news.last?.message == "Three sources"
          && news.allSatisfy { $0.event == "feed" && $0.paths == ["Feed/feed.jsonl"] })
      #expect(Set(news.map(\.id)).count == news.count)
      #expect(try await question.end().isEmpty)
      let text = try await folder.shell("timeout 2 $STET watch Feed --since start || true")
      #expect(text.output.contains("feed  Claude (session s1)  Three sources  "), "\(text)")
      let missing = try Watch(folder, "missing", "Reserch")
      try await folder.wait("grep -qF \"There is no file or folder 'Reserch' now.\" '\(missing.file)-errors'")
      try await folder.wait(
        """
        mkdir -p Reserch && date +%N > Reserch/a.md && $STET sync --wait > /dev/null
        grep -qF Reserch/a.md '\(missing.file)'
        """)
      #expect(try await missing.end().allSatisfy { $0.paths.contains { $0.hasPrefix("Reserch") } })
      let wrong = try await folder.stet("watch", "--kind", "nothing")
      #expect(wrong.status == 2, "\(wrong)")
    }
  }

  @Test func `a program that stops anywhere and continues gets each event once, also over a restart`() async throws {
    try await TestWorkspace.run { folder in
      try folder.save("a.md", "0\n")
      try await folder.barrier()
      for number in 1...4 {
        try await folder.agent("feed", "publish", "--headline", "News \(number)", input: "x").mustSucceed()
        try folder.save("a.md", "\(number)\n")
        try await folder.barrier()
      }
      let whole = try Watch(folder, "whole", "--since", "start", "--kind", "recorded", "--kind", "feed")
      try await whole.wait(for: try #require(try await folder.status().tip))
      let events = try await whole.end()
      #expect(events.count { $0.event == "feed" } == 4 && Set(events.map(\.key)).count == events.count)
      try await folder.stet("stop").mustSucceed()
      try await folder.stet("start").mustSucceed()
      for (index, event) in events.enumerated() {
        let rest = try Watch(folder, "rest\(index)", "--since", event.cursor, "--kind", "recorded", "--kind", "feed")
        let marker = "m\(index).md"
        try folder.save(marker, "x\n")
        try await rest.wait(for: marker)
        let told = try await rest.end().filter { event in events.contains { $0.key == event.key } }
        #expect(told.map(\.key) == events.dropFirst(index + 1).map(\.key), "\(event)")
      }
      // While the daemon is away, saves are recorded at the next start.
      let last = try #require(try await folder.status().tip)
      try await folder.stet("stop").mustSucceed()
      try folder.save("away.md", "x\n")
      try await folder.stet("start").mustSucceed()
      let back = try Watch(folder, "back", "--since", String(last.prefix(12)))
      try await back.wait(for: "away.md")
      #expect(try await back.end().count { $0.event == "recorded" } == 1)
    }
  }

  @Test func `two machines that record at once: a program that stops at any event of the other's continues there`()
    async throws
  {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("both.md", "one\n\ntwo\n\nthree\n")
      for folder in [a, b, a] { try await folder.barrier() }
      let begin = try #require(try await a.status().tip)
      let live = try Watch(a, "live", "--since", begin, "--kind", "recorded", "--kind", "feed")
      try await remote.whileAway {
        // Changes of one path on both machines are merged; others are replayed.
        for (folder, old) in [(a, "one"), (b, "three")] {
          try await folder.agent("feed", "publish", "--headline", "Same", "--call", "c", input: "x").mustSucceed()
          try folder.save("both.md", (folder.text("both.md") ?? "").replacing(old, with: "new"))
          try await folder.stet("sync", "--wait", "--timeout", "1")
          for number in 0..<3 {
            let name = "\(folder.root.suffix(1))\(number).md"
            try await folder.agent("write", name, "--if", "absent", input: "x").mustSucceed()
          }
          try await folder.agent("feed", "publish", "--headline", "Of \(folder.root.suffix(1))", input: "x")
            .mustSucceed()
        }
      }
      try await remote.expectConverged(folders)
      try await live.wait(for: try #require(try await a.status().tip))
      let told = try await live.end()
      #expect(Set(told.map(\.key)).count == told.count)
      let news = told.filter { $0.event == "feed" }
      #expect(news.map(\.message).sorted() == ["Of a", "Of b", "Same"])
      let paths = told.flatMap(\.paths)
      for name in ["a0.md", "a2.md", "b0.md", "b2.md"] { #expect(paths.count { $0 == name } >= 1, "\(name)") }
      for (index, event) in told.enumerated() {
        let rest = try Watch(a, "rest\(index)", "--since", event.cursor, "--kind", "recorded", "--kind", "feed")
        let marker = "m\(index).md"
        try a.save(marker, "x\n")
        try await rest.wait(for: marker)
        let before = Set(told.prefix(index + 1).map(\.key))
        let after = try await rest.end()
        #expect(before.isDisjoint(with: after.map(\.key)), "\(event)")
        #expect(
          Set(told.dropFirst(index + 1).filter { $0.event == "feed" }.map(\.message))
            == Set(after.filter { $0.event == "feed" }.map(\.message)), "\(event)")
      }
      // A cursor of one machine is valid on the other.
      try await remote.expectConverged(folders)
      let tip = try #require(try await a.status().tip)
      let there = try Watch(b, "there", "--since", tip)
      try b.save("there.md", "x\n")
      try await there.wait(for: "there.md")
      #expect(try await there.end().count { $0.event == "recorded" } == 1)
    }
  }

  @Test func `a cursor that is none, is unknown or was rewritten ends with a clear message`() async throws {
    try await TestWorkspace.run { folder in
      try folder.save("a.md", "one\n")
      try await folder.barrier()
      for (cursor, status, words) in [
        ("yesterday", 2, "no place in the events"), ("aaaaaaaaaaaa", 1, "is not known here"),
        (String(repeating: "a", count: 40) + ".1", 1, "is not known here"),
      ] {
        let outcome = try await folder.stet("watch", "--since", cursor)
        #expect(outcome.status == Int32(status) && outcome.errors.contains(words), "\(outcome)")
      }
      // A commit that is in no history of this folder.
      let lost = try await folder.shell("git commit-tree -m Lost HEAD^{tree}").word
      let outcome = try await folder.stet("watch", "--since", lost)
      #expect(outcome.status == 1 && outcome.errors.contains("was rewritten"), "\(outcome)")
      #expect(outcome.errors.contains("without --since"), "\(outcome)")
    }
  }
}
