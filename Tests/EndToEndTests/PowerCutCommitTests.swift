import Testing

/// Commits of the person's git that a power cut emptied: Stet starts all the same.
@Suite struct PowerCutCommitTests {
  /// Commits with git, has an agent write on top, then kills the daemon and empties the commit's objects.
  private func cutPower(_ a: TestWorkspace, sharing: Bool) async throws {
    try await a.shell("mkdir -p Research")
    var isDurable = true
    for number in 1...10 where isDurable {
      try await a.stet("start").mustSucceed()
      // The trees of each attempt are its own.
      try await a.shell("rm -f agent.md; echo \(number) > Research/n.md; echo base > Research/x.md")
      try await a.barrier()
      try a.save("Research/x.md", "by the person's git\n")
      // On a loaded machine Stet may record the save before git does.
      guard try await a.git("commit", "-qam", "by git").status == 0 else { continue }
      try await a.barrier()
      try await a.agent("write", "agent.md", input: "the agent's\n").mustSucceed()
      if sharing { try await a.barrier() }
      try await a.shell("kill -9 $(cat .git/stet/lock)")
      // A checkpoint begins a new journal. It made the commit durable, and no power cut empties it.
      let journal = try await a.machine.run(["grep", "-qar", "Research/n.md", ".git/stet/journal"], in: a.root)
      isDurable = journal.status != 0
    }
    #expect(!isDurable)
    try await a.shell(
      """
      c=$(git log --format=%H --grep='^by git' -1)
      mkdir ../packs; mv .git/objects/pack/* ../packs/ || true
      for p in ../packs/*.pack; do if [ -e "$p" ]; then git unpack-objects -q < "$p"; fi; done; rm -rf ../packs
      chmod -R u+w .git/objects
      for o in $c $(git rev-parse $c^{tree} $c:Research); do : > .git/objects/${o:0:2}/${o:2}; done
      sed -i '2s/.*/another boot/' .git/stet/identity
      """)
  }

  @Test func `without another copy it goes on with what is whole, says what is lost, and asks`() async throws {
    try await TestWorkspace.run { a in
      try await cutPower(a, sharing: false)
      try await a.stet("start").mustSucceed()
      #expect(try await a.git("show", "HEAD:Research/x.md").output == "by the person's git\n")
      #expect(a.text("agent.md") == "the agent's\n")
      #expect(try await a.blame("agent.md").map(\.author.name) == ["Claude"])
      #expect(try await a.questions().map(\.id) == ["history-lost"])
      #expect(try await a.stet("doctor").output.contains("history-lost"))
      #expect(try await a.git("rev-list", "--objects", "--all").status == 0)
      try await a.stet("stop").mustSucceed()
      try await a.stet("start").mustSucceed()
      try await a.stet("questions", "answer", "history-lost", "accept").mustSucceed()
      #expect(try await a.questions().isEmpty)
    }
  }

  @Test func `with a remote the commit comes back, and nothing is asked`() async throws {
    try await Remote.run(["a", "b"]) { remote, folders in
      let a = folders[0]
      try await cutPower(a, sharing: true)
      let commits = try await remote.git("rev-list", "main").lines
      try await a.stet("start").mustSucceed()
      try await a.agent("append", "agent.md", input: "more\n").mustSucceed()
      try await remote.expectConverged(folders)
      #expect(try await remote.git("rev-list", "main").lines.suffix(commits.count) == commits[...])
      #expect(try await a.questions().isEmpty)
      #expect(try await a.git("fsck", "--full").status == 0)
    }
  }

  @Test func `doctor says what it finds where the daemon cannot start`() async throws {
    try await TestWorkspace.run { a in
      try a.save("n.md", "one\n")
      try await a.barrier()
      try await a.stet("stop").mustSucceed()
      try await a.shell("rm -rf .git/stet/journal; echo > .git/stet/journal; echo x > .git/objects/pack/pack-x.pack")
      #expect(try await a.stet("start").status != 0)
      let doctor = try await a.stet("doctor")
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("start") && doctor.output.contains("repository"), "\(doctor.output)")
    }
  }

  @Test func `a branch that a power cut left behind the tip was moved back by nobody`() async throws {
    try await TestWorkspace.run { a in
      for text in ["one\n", "two\n", "three\n"] {
        try a.save("n.md", text)
        try await a.barrier()
      }
      try await a.shell(
        """
        kill -9 $(cat .git/stet/lock); id=$(git rev-parse HEAD~1); echo $id > .git/refs/heads/main
        sed -i '2s/.*/another boot/' .git/stet/identity
        """)
      try await a.stet("start").mustSucceed()
      try await a.barrier()
      #expect(try await a.questions().isEmpty)
      #expect(a.text("n.md") == "three\n")
      #expect(try await a.git("show", "HEAD:n.md").output == "three\n")
    }
  }

  @Test func `a file that git committed and a power cut emptied is as git committed it`() async throws {
    try await TestWorkspace.run { a in
      try a.save("n.md", "one\n")
      try await a.barrier()
      try await a.shell(
        """
        kill -9 $(cat .git/stet/lock)
        echo new > new.md; git add -A; git commit -qm "by git"; : > new.md
        sed -i '2s/.*/another boot/' .git/stet/identity
        """)
      try await a.stet("start").mustSucceed()
      try await a.barrier()
      #expect(a.text("new.md") == "new\n")
      #expect(try await a.log().first?.subject == "by git")
    }
  }

  @Test func `empty objects that nothing needs are gone after the start`() async throws {
    try await TestWorkspace.run { a in
      try a.save("n.md", "one\n")
      try await a.barrier()
      try await a.shell(
        """
        kill -9 $(cat .git/stet/lock)
        o=$(printf x | git hash-object -w --stdin); f=.git/objects/${o:0:2}/${o:2}; chmod u+w $f; : > $f
        sed -i '2s/.*/another boot/' .git/stet/identity
        """)
      #expect(try await a.git("fsck", "--full").status != 0)
      try await a.stet("start").mustSucceed()
      #expect(try await a.git("fsck", "--full").status == 0)
    }
  }

  @Test(arguments: ["HEAD^{tree}", "HEAD:Research", "HEAD:Research/x.md", "HEAD"])
  func `a commit that the power cut before Stet saw it is had again from index and folder, or left out`(
    _ part: String
  ) async throws {
    try await TestWorkspace.run { a in
      try await a.shell("mkdir -p Research")
      try a.save("Research/x.md", "base\n")
      try await a.barrier()
      try await a.stet("stop").mustSucceed()
      try a.save("Research/x.md", "by the person's git\n")
      try await a.git("commit", "-qam", "by git").mustSucceed()
      try await a.shell(
        """
        o=$(git rev-parse '\(part)'); f=.git/objects/${o:0:2}/${o:2}; chmod u+w $f; : > $f
        sed -i '2s/.*/another boot/' .git/stet/identity
        """)
      try await a.stet("start").mustSucceed()
      try await a.barrier()
      #expect(try await a.git("show", "HEAD:Research/x.md").output == "by the person's git\n")
      #expect(try await a.git("status", "--porcelain").output.isEmpty)
      #expect(try await a.git("rev-list", "--objects", "--all").status == 0)
      #expect(try await a.log().contains { $0.subject == "by git" } == (part != "HEAD"))
    }
  }
}
