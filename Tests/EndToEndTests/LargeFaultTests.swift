import Testing

/// Large files and an object server that misbehaves: everything stays as it was, is said, and goes on by itself.
@Suite struct LargeFaultTests {
  /// How an object is not given, and a word of what is said of it; nil where it is tried again for some time first.
  private static let faults: [(fault: String, says: String?)] = [
    ("gone", "404"), ("page", "bytes"), ("wrong", "hash"), ("short", "bytes"), ("long", "bytes"), ("always-cut", nil),
    ("round", "no address"), ("file", "no address"),
  ]

  @Test(.tags(.slow)) func `what does not come leaves its placeholder, is said, and comes when the fault ends`()
    async throws
  {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      for (fault, _) in Self.faults { try await a.shell("head -c 200000 /dev/urandom > \(fault).bin") }
      try await a.barrier()
      // A hotel's page instead of answers, while the other machine begins.
      try server.misbehave("batch", "html")
      let b = try await remote.clone("b")
      let refused = try await b.stet("read", "gone.bin", "--wait", "20")
      #expect(refused.status != 0 && refused.output.isEmpty, "\(refused)")
      let said = try await machine.shell(
        "until $STET -C b status | grep -qE '(does|do) not come: '; do read -rt 0.1 <> <(:) || true; done",
        within: .seconds(90))
      #expect(said.status == 0, "\(said)")
      for (fault, _) in Self.faults { #expect(b.hasPlaceholder("\(fault).bin"), "\(fault)") }
      // Each object is missing in a way of its own.
      for (fault, _) in Self.faults {
        try server.misbehave(try #require(b.object("\(fault).bin")), fault)
      }
      try server.misbehave("batch", nil)
      for (fault, says) in Self.faults {
        let outcome = try await b.stet("read", "\(fault).bin", "--wait", "5")
        #expect(outcome.status != 0 && outcome.output.isEmpty, "\(fault): \(outcome)")
        #expect(b.hasPlaceholder("\(fault).bin"), "\(fault)")
        guard let says else { continue }
        let state = try #require(try await b.large("\(fault).bin"))
        #expect(state.state != "current", "\(fault)")
        #expect(state.problem?.lowercased().contains(says.lowercased()) == true, "\(fault): \(state)")
      }
      #expect(try await machine.shell("find .git/lfs/objects -type f | wc -l", in: b.root).word == "0")
      for name in try await machine.shell("ls *.fault", in: server.folder).lines {
        try server.misbehave(String(name.dropLast(6)), nil)
      }
      let arrived = try await machine.shell(
        "for f in *.bin; do until cmp -s $f ../a/$f; do read -rt 0.1 <> <(:) || true; done; done", in: b.root,
        within: .seconds(120))
      let listing = try await b.stet("list", "-r")
      #expect(arrived.status == 0, "it never came by itself: \(listing)")
      try await b.barrier()
      try await b.shell("test -z \"$(ls .git/lfs/incomplete 2>/dev/null)\"")
      for folder in [a, b] { try await folder.stet("stop") }
    }
  }

  @Test(
    .tags(.slow),
    arguments: [
      ("batch", "html"), ("batch", "locked"), ("object", "full"), ("server", "away"),
    ])
  func `what cannot be sent is held with the reason, notes go out, and it goes when the fault ends`(
    place: String, fault: String
  ) async throws {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      let bytes = String(repeating: "film ", count: 30_000)
      try bytes.write(to: machine.place + "/film.bin")
      let oid = try await machine.shell("sha256sum < film.bin | cut -c 1-64").word
      switch place {
      case "batch": try server.misbehave("batch", fault)
      case "object": try server.misbehave(oid, fault)
      default: try await machine.run(["git", "config", "--global", "lfs.url", "http://127.0.0.1:9/none"]).mustSucceed()
      }
      try a.save("film.bin", bytes)
      try a.save("n.md", "words\n")
      let noted = try await machine.shell(
        "until git show main:n.md > /dev/null 2>&1; do read -rt 0.1 <> <(:) || true; done", in: remote.path,
        within: .seconds(60))
      #expect(noted.status == 0, "the note waits for the film")
      #expect(try await remote.git("show", "main:film.bin").status != 0)
      let held = try await a.status().held
      #expect(held.map(\.path) == ["film.bin"], "\(held)")
      if place == "server" {
        await server.stop()
        let told = try await machine.shell(
          "until $STET -C a status | grep -q 'no connection to 127.0.0.1:9: 1 file waits'; do read -rt 0.1 <> <(:) || true; done",
          within: .seconds(90))
        #expect(told.status == 0, "\(told)")
        try await a.stet("stop")
        return
      }
      let told = try await machine.shell(
        "until $STET -C a status --json | grep -q 'cannot be sent'; do read -rt 0.1 <> <(:) || true; done",
        within: .seconds(90))
      #expect(told.status == 0, "\(told)")
      try server.misbehave("batch", nil)
      try server.misbehave(oid, nil)
      let gone = try await machine.shell(
        "until git show main:film.bin > /dev/null 2>&1; do read -rt 0.1 <> <(:) || true; done", in: remote.path,
        within: .seconds(120))
      let status = try await a.stet("status")
      #expect(gone.status == 0, "it never went by itself: \(status)")
      #expect(String(file: server.folder + "/" + oid) == bytes)
      #expect(try await a.status().held.isEmpty)
      try await a.stet("stop")
    }
  }

  @Test(.tags(.slow)) func `what is sent is published while a film is still on its way`() async throws {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      var oids: [String: String] = [:]
      for (name, size) in [("film", 5_000_000), ("clip", 200_000)] {
        try await machine.shell("head -c \(size) /dev/urandom > \(name).bin")
        let oid = try await machine.shell("sha256sum < \(name).bin | cut -c 1-64").word
        try server.misbehave(oid, "slow")
        oids[name] = oid
      }
      try await machine.shell("cp film.bin clip.bin a/")
      let waits = try await machine.shell(
        "until test $($STET -C a status --json | grep -o 'is being sent' | wc -l) = 2; do read -rt 0.1 <> <(:) || true; done",
        within: .seconds(60))
      #expect(waits.status == 0, "\(waits)")
      // Until the exchange rests: while it still waits for what is small, what comes through goes out with that.
      let rests = try await a.stet("sync", "--wait", "--timeout", "5")
      #expect(rests.status != 0, "\(rests)")
      // The small one comes through; nothing else happens that would have anything published.
      try server.misbehave(try #require(oids["clip"]), nil)
      let published = try await machine.shell(
        "until git show main:clip.bin > /dev/null 2>&1; do read -rt 0.1 <> <(:) || true; done", in: remote.path,
        within: .seconds(60))
      let status = try await a.stet("status")
      #expect(published.status == 0, "the clip waits for the film: \(status)")
      #expect(try await remote.git("show", "main:film.bin").status != 0)
      #expect(try await a.status().held.map(\.path) == ["film.bin"])
      try server.misbehave(try #require(oids["film"]), nil)
      let gone = try await machine.shell(
        "until git show main:film.bin > /dev/null 2>&1; do read -rt 0.1 <> <(:) || true; done", in: remote.path,
        within: .seconds(60))
      #expect(gone.status == 0)
      try await a.stet("stop")
    }
  }
}
