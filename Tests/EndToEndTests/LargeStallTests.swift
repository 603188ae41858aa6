import Testing

/// An object server that stops in the middle: git-lfs's `lfs.activitytimeout` says for how long it may.
@Suite struct LargeStallTests {
  private static func shortenTimeout(on machine: Machine) async throws {
    try await machine.run(["git", "config", "--global", "lfs.activitytimeout", "2"]).mustSucceed()
  }

  @Test(.tags(.slow)) func `a download that stands still is given up, said, and goes on where it stopped`()
    async throws
  {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      try await Self.shortenTimeout(on: machine)
      try await a.shell("head -c 8000000 /dev/urandom > film.bin")
      try await a.barrier()
      let oid = try await a.shell("sha256sum < film.bin | cut -c 1-64").word
      try server.misbehave(oid, "stall")
      let b = try await remote.clone("b")
      let told = try await b.until("$STET list -r --json | grep -q stalled")
      #expect(told.status == 0, "\(told)")
      let large = try #require(try await b.large("film.bin"))
      #expect(large.state == "downloading" && large.moved ?? 0 > 3_000_000, "\(large)")
      let status = try await b.stet("status")
      #expect(status.output.contains("film.bin does not come: the transfer stalled"), "\(status)")
      // Each try has half of what was left; nothing of it is to be seen.
      while server.ranges(oid).count < 3 { try await machine.run(["true"]) }
      #expect(b.hasPlaceholder("film.bin"))
      #expect(try await b.shell("ls -A").lines.sorted() == [".git", ".gitattributes", "film.bin"])
      #expect(try await b.shell("find .git/lfs/objects -type f | wc -l").word == "0")
      let ranges = server.ranges(oid)
      #expect(Array(ranges.prefix(3)) == [0, 4_000_000, 6_000_000], "\(ranges)")
      try server.misbehave(oid, nil)
      let arrived = try await b.until("cmp -s film.bin ../a/film.bin")
      #expect(arrived.status == 0, "\(arrived)")
      #expect(server.ranges(oid).last ?? 0 >= 6_000_000)
      try await b.barrier()
      let after = try #require(try await b.large("film.bin"))
      #expect(after.state == "current" && after.problem == nil, "\(after)")
      try await b.shell("test -z \"$(ls .git/lfs/incomplete 2>/dev/null)\"")
      for folder in [a, b] { try await folder.stet("stop") }
    }
  }

  @Test(.tags(.slow)) func `an upload that stands still is given up, said, and goes when the server reads again`()
    async throws
  {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      try await Self.shortenTimeout(on: machine)
      // More than two sockets keep for a server that does not read.
      try await machine.shell("head -c 40000000 /dev/urandom > film.bin")
      let oid = try await machine.shell("sha256sum < film.bin | cut -c 1-64").word
      try server.misbehave(oid, "deaf")
      try await machine.shell("cp film.bin a/")
      let told = try await a.until("$STET status --json | grep -q stalled")
      #expect(told.status == 0, "\(told)")
      #expect(try await a.status().held.map(\.path) == ["film.bin"])
      try a.save("n.md", "words\n")
      let noted = try await a.until("git -C \(remote.path) show main:n.md > /dev/null 2>&1")
      #expect(noted.status == 0, "the note waits for the film")
      while server.requests("PUT", oid).count < 2 { try await machine.run(["true"]) }
      #expect(String(file: server.folder + "/" + oid) == nil)
      #expect(try await remote.git("show", "main:film.bin").status != 0)
      try server.misbehave(oid, nil)
      let gone = try await a.until("git -C \(remote.path) show main:film.bin > /dev/null 2>&1", within: .seconds(120))
      #expect(gone.status == 0, "\(gone)")
      try await machine.shell("cmp film.bin '\(server.folder)/\(oid)'").mustSucceed()
      #expect(try await a.status().held.isEmpty)
      try await a.stet("stop")
    }
  }
}
