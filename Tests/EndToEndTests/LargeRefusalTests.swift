import TestSupport
import Testing

/// An object server that says no to everything it is asked, for as long as it likes: nothing is lost, it is said, it is
/// asked no more often than it wants, everything else goes on, and all heals by itself.
@Suite struct LargeRefusalTests {
  /// The server's faults, and a word of the messages about them: for transfers, and for questions.
  private static let answers: [(fault: String, ofObjects: String, ofQuestions: String)] = [
    ("401", "sign-in", "sign-in"), ("404", "404", "404"), ("429-2", "fewer requests", "fewer requests"),
    ("500", "answered 500", "answered 500"), ("page", "", "batch API"),
  ]

  /// The words of a list about a file whose object is a page for people.
  private static let page = (down: "bytes", up: "did not take the object")

  /// Expects pauses as the server wants them, or as they grow by themselves.
  private func expectPauses(_ times: [Double], of fault: String) {
    let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
    switch fault {
    case "429-2": #expect(pauses.allSatisfy { $0 >= 1.99 }, "\(fault): \(pauses)")
    case "500":
      for (index, pause) in pauses.prefix(5).enumerated() {
        #expect(pause >= 0.12 * Double(1 << index), "\(fault): \(pauses)")
      }
    default: break
    }
  }

  /// Expects that a note goes to the remote.
  private func expectPublished(_ path: String, from folder: TestWorkspace, to remote: Remote) async throws {
    try folder.save(path, "words\n")
    let noted = try await folder.until("git -C \(remote.path) show main:\(path) > /dev/null 2>&1")
    #expect(noted.status == 0, "\(path) waits for what cannot be sent or come")
  }

  /// Expects that a list reports a file in these words.
  private func expectTold(_ words: String, of path: String, in folder: TestWorkspace) async throws {
    let told = try await folder.until(
      "$STET list -r --json | tr '}' '\\n' | grep '\"path\":\"\(path)\"' | grep -q '\(words)'", within: .seconds(60))
    let shown = try await folder.stet("list", "-r")
    #expect(told.status == 0, "\(path): \(shown)")
  }

  @Test(.tags(.slow)) func `objects that are refused do not come, are said, and come by themselves afterwards`()
    async throws
  {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      var oids: [String: String] = [:]
      for (fault, _, _) in Self.answers {
        let oid = try await a.shell(
          "head -c 100000 /dev/urandom > \(fault).bin; sha256sum < \(fault).bin | cut -c 1-64")
        oids[fault] = oid.word
      }
      try await a.barrier()
      for (fault, oid) in oids { try server.misbehave(oid, fault) }
      let b = try await remote.clone("b")
      for (fault, words, _) in Self.answers {
        try await expectTold(fault == "page" ? Self.page.down : words, of: "\(fault).bin", in: b)
        #expect(b.hasPlaceholder("\(fault).bin"), "\(fault)")
      }
      let clock = ContinuousClock()
      for fault in ["429-2", "500"] {
        var read: Outcome?
        let time = try await clock.measure { read = try await b.stet("read", "\(fault).bin", "--wait", "3") }
        let outcome = try #require(read)
        #expect(outcome.status != 0 && outcome.output.isEmpty && time < .seconds(20), "\(fault), \(time): \(outcome)")
        let words = fault == "500" ? "answered 500" : "fewer requests"
        #expect(outcome.errors.contains("is not on this machine") && outcome.errors.contains(words), "\(outcome)")
      }
      try await expectPublished("n.md", from: b, to: remote)
      for (fault, oid) in oids { expectPauses(server.requests("GET", oid), of: fault) }
      for oid in oids.values { try server.misbehave(oid, nil) }
      let arrived = try await machine.shell(
        "for f in *.bin; do until cmp -s $f ../a/$f; do read -rt 0.1 <> <(:) || true; done; done", in: b.root,
        within: .seconds(120))
      let shown = try await b.stet("list", "-r")
      #expect(arrived.status == 0, "it never came by itself: \(shown)")
      for folder in [a, b] { try await folder.stet("stop") }
    }
  }

  @Test(.tags(.slow)) func `objects that are refused are not sent, are said, and go by themselves afterwards`()
    async throws
  {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      var oids: [String: String] = [:]
      for (fault, _, _) in Self.answers {
        let oid = try await machine.shell(
          "head -c 100000 /dev/urandom > \(fault).bin; sha256sum < \(fault).bin | cut -c 1-64"
        ).word
        oids[fault] = oid
        try server.misbehave(oid, fault)
      }
      try await machine.shell("cp *.bin a/").mustSucceed()
      for (fault, words, _) in Self.answers {
        try await expectTold(fault == "page" ? Self.page.up : words, of: "\(fault).bin", in: a)
      }
      try await expectPublished("n.md", from: a, to: remote)
      #expect(Set(try await a.status().held.map(\.path)) == Set(oids.keys.map { $0 + ".bin" }))
      #expect(try await remote.git("ls-tree", "--name-only", "main").lines == [".gitattributes", "n.md"])
      for (fault, oid) in oids { expectPauses(server.requests("PUT", oid), of: fault) }
      for oid in oids.values { try server.misbehave(oid, nil) }
      for (fault, oid) in oids {
        let gone = try await a.until(
          "git -C \(remote.path) show main:\(fault).bin > /dev/null 2>&1", within: .seconds(120))
        let shown = try await a.stet("status")
        #expect(gone.status == 0, "\(fault) never went by itself: \(shown)")
        try await a.shell("cmp \(fault).bin '\(server.folder)/\(oid)'")
      }
      #expect(try await a.status().held.isEmpty)
      try await a.stet("stop")
    }
  }

  @Test(.tags(.slow)) func `a server that refuses questions is asked as it wants, by whoever sends`() async throws {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      for (fault, _, words) in Self.answers {
        let before = server.requests("POST", "/batch").count
        try server.misbehave("batch", fault == "page" ? "html" : fault)
        try await a.shell("head -c 100000 /dev/urandom > \(fault).bin")
        try await expectTold(words, of: "\(fault).bin", in: a)
        if fault == "429-2" {
          // Each that is saved has to be asked for.
          for number in 1...5 {
            try await a.shell("head -c 1000 /dev/urandom > more\(number).bin")
            try await expectTold(words, of: "more\(number).bin", in: a)
          }
        }
        try await expectPublished("\(fault).md", from: a, to: remote)
        expectPauses(Array(server.requests("POST", "/batch").dropFirst(before)), of: fault)
        try server.misbehave("batch", nil)
        let gone = try await a.until(
          "git -C \(remote.path) show main:\(fault).bin > /dev/null 2>&1", within: .seconds(120))
        let shown = try await a.stet("status")
        #expect(gone.status == 0, "\(fault) never went by itself: \(shown)")
        // Nobody else asks when the next one is saved.
        try await a.barrier()
      }
      #expect(try await a.status().held.isEmpty)
      try await a.stet("stop")
    }
  }

  @Test(.tags(.slow)) func `a server that refuses questions is asked as it wants, by whoever reads`() async throws {
    try await Remote.withMisbehavingServer { server, machine, remote, a in
      for (fault, _, _) in Self.answers { try await a.shell("head -c 100000 /dev/urandom > \(fault).bin") }
      try await a.barrier()
      let b = try await remote.clone("b")
      for (fault, _, words) in Self.answers {
        let name = "\(fault).bin"
        let arrived = try await b.until("cmp -s \(name) ../a/\(name)")
        #expect(arrived.status == 0, "\(fault): \(arrived)")
        try await b.barrier()
        try await b.stet("evict", name).mustSucceed()
        let before = server.requests("POST", "/batch").count
        try server.misbehave("batch", fault == "page" ? "html" : fault)
        for _ in 1...3 {
          let outcome = try await b.stet("read", name, "--wait", "1")
          #expect(outcome.status != 0 && outcome.output.isEmpty && outcome.errors.contains(words), "\(outcome)")
        }
        try await expectTold(words, of: name, in: b)
        #expect(b.hasPlaceholder(name))
        try await expectPublished("\(fault).md", from: b, to: remote)
        let times = server.requests("POST", "/batch").dropFirst(before)
        if fault == "429-2" { expectPauses(Array(times), of: fault) }
        try server.misbehave("batch", nil)
        let again = try await b.until("cmp -s \(name) ../a/\(name)", within: .seconds(120))
        let shown = try await b.stet("list", "-r")
        #expect(again.status == 0, "\(fault) never came by itself: \(shown)")
      }
      for folder in [a, b] { try await folder.stet("stop") }
    }
  }
}
