import Testing

/// A tool that waits for the content of a large file: its client hears how far it is, and may give it up.
@Suite(.enabled("PyPI's mcp cannot be had here") { await AgentClients.shared.value != nil })
struct LargeProgressTests {
  private static let size = 60_000_000

  /// Returns the frames of a log, in order: `progress COUNT TOTAL` under a token, and `answer` under its id.
  private static func told(_ log: String, under token: String) -> [String] {
    (String(file: log) ?? "").split(separator: "\n").compactMap { line in
      guard line.hasPrefix("< ") else { return nil }
      if line.contains("notifications/progress") {
        return line.contains(#""progressToken":\#(token)"#) || line.contains(#""progressToken":"\#(token)""#)
          ? "progress" : nil
      }
      return line.contains(#""id":\#(token),"#) || line.contains(#""id":\#(token)}"#) ? "answer" : nil
    }
  }

  @Test(.tags(.slow), arguments: AgentClients.Mode.allCases, [false, true])
  func `a real client hears how far a content is, and gives up its wait alone`(
    mode: AgentClients.Mode, overHTTP: Bool
  ) async throws {
    let clients = try #require(await AgentClients.shared.value)
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      try a.save(".gitattributes", "*.txt filter=lfs diff=lfs merge=lfs -text\n")
      try a.save("n.md", "words\n")
      var oids: [String: String] = [:]
      for name in ["first", "second"] {
        let oid = try await a.shell(
          "yes \(name) | awk '{ print $1, NR }' | head -c \(Self.size) > \(name).txt || true; sha256sum < \(name).txt | cut -c 1-64"
        ).word
        oids[name] = oid
      }
      try await a.barrier()
      for oid in oids.values { try server.misbehave(oid, "drip") }
      let b = try await remote.clone("b")
      let second = try #require(oids["second"])
      let release = server.folder + "/" + (try #require(oids["first"])) + ".fault"
      let ends = ["env", "RELEASE=" + release, "SIZE=\(Self.size)"]
      let log = machine.place + "/frames"
      let outcome =
        if overHTTP {
          try await AgentWebTests.beside(
            b, ends + clients.command(mode, "download.py", address: "ADDRESS", tokenFile: "TOKEN", log: log))
        } else {
          try await machine.run(
            ends + clients.command(mode, "download.py", log: log) + [Machine.binary, "-C", b.root, "mcp"],
            within: .seconds(120))
        }
      #expect(outcome.status == 0 && outcome.word == "done \(mode.rawValue)", "\(outcome)")
      let frames = try await machine.run(clients.validation(log: log))
      #expect(frames.status == 0 && Int(frames.word) ?? 0 > 4, "\(frames)")
      for token in 0...9 {
        let told = Self.told(log, under: String(token))
        #expect(told.lastIndex(of: "progress") ?? -1 < told.firstIndex(of: "answer") ?? .max, "\(token): \(told)")
      }
      // Only the wait was given up: the file is downloaded, once.
      let large = try #require(try await b.large("second.txt"))
      #expect(large.state == "downloading" && large.moved ?? 0 > 0, "\(large)")
      #expect(server.ranges(second) == [0])
      // Nobody waits any more, and so it can be given up.
      try await b.stet("download", "second.txt", "--cancel").mustSucceed()
      let ended = try await b.until(
        "! $STET list -r --json | tr '}' '\\n' | grep second.txt | grep -q downloading", within: .seconds(30))
      let shown = try await b.stet("list", "-r")
      #expect(ended.status == 0, "somebody is still taken to wait: \(shown)")
      #expect(try await b.large("second.txt")?.problem == "the download was cancelled")
      try server.misbehave(second, nil)
      try await b.stet("download", "second.txt").mustSucceed()
      try await b.shell("cmp second.txt ../a/second.txt; cmp first.txt ../a/first.txt")
      for folder in [a, b] { try await folder.stet("stop") }
    }
  }
}
