import Testing

/// Machines that come to one remote for the first time, as git makes it: its `HEAD` is at `master`.
@Suite struct FirstMeetingTests {
  /// A plain `git init --bare` on a machine whose git knows no other name for the first branch.
  private static func bare(on machine: Machine) async throws -> Remote {
    let remote = Remote(at: machine.place + "/plain.git", on: machine)
    try await machine.run(["git", "init", "-q", "--bare", "-b", "master", remote.path]).mustSucceed()
    return remote
  }

  private static func run(_ body: (Remote, Machine) async throws -> Void) async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in try await body(bare(on: machine), machine) }
    }
  }

  private static func clone(_ remote: Remote, _ name: String, _ more: String...) async throws -> TestWorkspace {
    let folder = TestWorkspace(root: remote.machine.place + "/" + name, on: remote.machine)
    try await folder.machine.run([Machine.binary, "clone", remote.path, folder.root] + more).mustSucceed()
    try await folder.stet("start").mustSucceed()
    return folder
  }

  private static func exchange(_ a: TestWorkspace, _ b: TestWorkspace, over remote: Remote) async throws {
    try a.save("from-a.md", "a\n")
    try await a.barrier()
    try b.save("from-b.md", "b\n")
    try await b.barrier()
    try await remote.expectConverged([a, b])
    #expect(a.text("from-b.md") == "b\n" && b.text("from-a.md") == "a\n")
    #expect(try await remote.git("for-each-ref", "--format=%(refname)", "refs/heads").output == "refs/heads/main\n")
  }

  @Test func `a clone meets the folder that was published before it`() async throws {
    try await Self.run { remote, machine in
      let a = try await remote.workspace("a")
      try a.save("note.md", "one\n")
      try await a.barrier()
      let b = try await Self.clone(remote, "b")
      #expect(b.text("note.md") == "one\n")
      #expect(try await b.shell("git branch --show-current").word == "main")
      try await Self.exchange(a, b, over: remote)
    }
  }

  @Test func `a clone is made wherever the person stands, also beside a broken repository`() async throws {
    try await Self.run { remote, machine in
      let a = try await remote.workspace("a")
      try a.save("note.md", "one\n")
      try await a.barrier()
      let place = machine.place + "/beside"
      try await machine.shell("mkdir -p '\(place)'; echo 'gitdir: /nowhere/.git' > '\(place)/.git'").mustSucceed()
      for (name, variables) in [("b", [:]), ("c", ["GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/index"])] {
        let clone = try await machine.shell(
          "\"$STET\" clone ../plain.git '../\(name)'", in: place, with: variables)
        #expect(clone.status == 0, "\(clone)")
        #expect(TestWorkspace(root: machine.place + "/" + name, on: machine).text("note.md") == "one\n")
      }
    }
  }

  @Test func `a clone of a remote without anything meets the folder that is published after it`() async throws {
    try await Self.run { remote, machine in
      let b = try await Self.clone(remote, "b")
      let a = try await remote.workspace("a")
      try await Self.exchange(a, b, over: remote)
    }
  }

  @Test func `two clones of a remote without anything meet`() async throws {
    try await Self.run { remote, machine in
      let a = try await Self.clone(remote, "a")
      let b = try await Self.clone(remote, "b")
      try await Self.exchange(a, b, over: remote)
    }
  }

  @Test func `a new folder begins with the branch that its remote has`() async throws {
    try await Self.run { remote, machine in
      try await machine.shell(
        "git clone -q \(remote.path) p && cd p && git switch -qc notes && echo p > p.md && git add . "
          + "&& git commit -qm p && git push -q origin notes", in: machine.place
      ).mustSucceed()
      let a = try await remote.workspace("a")
      try await a.barrier()
      #expect(a.text("p.md") == "p\n")
      try a.save("a.md", "a\n")
      try await a.barrier()
      #expect(try await remote.git("show", "notes:a.md").output == "a\n")
      #expect(try await remote.git("for-each-ref", "--format=%(refname)", "refs/heads").output == "refs/heads/notes\n")
    }
  }

  @Test func `of several branches a clone takes the one that is named, or asks`() async throws {
    try await Self.run { remote, machine in
      try await machine.shell(
        "git clone -q \(remote.path) p && cd p && for b in one two; do git checkout -q --orphan $b && echo $b > $b.md "
          + "&& git add . && git commit -qm $b && git push -q origin $b && git rm -qrf .; done", in: machine.place
      ).mustSucceed()
      let refused = try await machine.run([Machine.binary, "clone", remote.path, machine.place + "/b"])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("one, two") && refused.errors.contains("--branch"))
      #expect(try await machine.shell("ls b", in: machine.place).status != 0)
      let b = try await Self.clone(remote, "b", "--branch", "two")
      #expect(b.text("two.md") == "two\n" && b.text("one.md") == nil)
    }
  }

  @Test func `folders on branches of two names are told, and meet by the command that is shown`() async throws {
    try await Self.run { remote, machine in
      let a = try await remote.workspace("a")
      try a.save("a.md", "a\n")
      try await a.barrier()
      try await machine.shell("git init -q -b master b && echo b > b/b.md", in: machine.place).mustSucceed()
      let b = try await remote.workspace("b")
      #expect(try await b.stet("sync", "--wait", "--timeout", "60").status == 3)
      let question = try #require(try await b.questions().first)
      #expect(question.kind == "unmet-branch")
      #expect(try await remote.git("rev-parse", "-q", "--verify", "refs/heads/master").status != 0)
      let shown = try await b.stet("questions").output
      #expect(shown.contains("'stet stop', 'git branch -m master main' and 'stet start' meet the others there"))
      try await b.shell("$STET stop && git branch -m master main && $STET start")
      // Two folders that were written in apart from each other: whether they belong together is the next question.
      #expect(try await b.stet("sync", "--wait", "--timeout", "60").status == 3)
      try await b.stet("questions", "answer", "unrelated-history", "join").mustSucceed()
      try await Self.exchange(a, b, over: remote)
      #expect(b.text("a.md") == "a\n" && a.text("b.md") == "b\n")
    }
  }

  /// A checkout of the remote with work that git does not know yet.
  private static func checkout(_ remote: Remote) async throws -> TestWorkspace {
    let machine = remote.machine
    try await machine.shell(
      "git clone -q \(remote.path) w && cd w && git switch -qc main && echo 1 > a.md && git add . "
        + "&& git commit -qm a && git push -q origin main && echo 2 >> a.md && echo x > draft.md", in: machine.place
    ).mustSucceed()
    return TestWorkspace(root: machine.place + "/w", on: machine)
  }

  @Test func `a checkout that becomes a workspace publishes nothing before its person answers`() async throws {
    try await Self.run { remote, machine in
      let w = try await Self.checkout(remote)
      let made = try await machine.run([Machine.binary, "init", w.root]).mustSucceed().output
      #expect(made.contains("Nothing is published to \(remote.path), branch 'main' until you agree:"), "\(made)")
      let place = "\(remote.path), branch 'main'"
      let started = try await w.stet("start").mustSucceed().output
      #expect(started.contains("Nothing is published to \(place) until you agree: `stet questions`.\n"), "\(started)")
      #expect(try await w.stet("sync", "--wait").status == 3)
      try await w.stet("stop").mustSucceed()
      try await w.stet("start").mustSucceed()
      #expect(try await w.stet("status").mustSucceed().output.contains("`stet questions`"))
      #expect(try await remote.git("log", "--format=%s", "main").output == "a\n")
      try await w.stet("questions", "answer", "first-publication", "publish").mustSucceed()
      try await w.barrier()
      #expect(try await remote.git("show", "main:draft.md").output == "x\n")
    }
  }

  @Test func `a checkout whose person agrees with the first command is published without a question`() async throws {
    try await Self.run { remote, machine in
      let w = try await Self.checkout(remote)
      let made = try await machine.run([Machine.binary, "init", w.root, "--yes"]).mustSucceed().output
      let started = try await w.stet("start").mustSucceed().output
      for text in [made, started] {
        #expect(text.contains("Changes are published to \(remote.path), branch 'main'.\n"), "\(text)")
      }
      #expect(try await w.questions().isEmpty)
      try await w.barrier()
      #expect(try await remote.git("show", "main:draft.md").output == "x\n")
    }
  }

  @Test func `agreement from a subfolder is for the workspace, and makes no other one there`() async throws {
    try await Self.run { remote, machine in
      let w = try await Self.checkout(remote)
      try await machine.run([Machine.binary, "init", w.root]).mustSucceed()
      try await w.stet("start").mustSucceed()
      #expect(try await w.stet("sync", "--wait").status == 3)
      try await w.stet("questions", "answer", "first-publication", "keep").mustSucceed()
      try await w.stet("stop").mustSucceed()
      try await w.shell("mkdir Sub; echo in > Sub/in.md")
      let agreed = try await machine.run([Machine.binary, "init", "--yes"], in: w.root + "/Sub").mustSucceed().output
      #expect(agreed.contains("\(w.root) is a workspace already"), "\(agreed)")
      #expect(!Machine.isFolder(w.root + "/Sub/.git"))
      try await w.stet("start").mustSucceed()
      try await w.barrier()
      #expect(try await remote.git("show", "main:Sub/in.md").output == "in\n")
    }
  }

  @Test func `a remote whose path is relative is told with what to do`() async throws {
    try await Self.run { remote, machine in
      let a = TestWorkspace(root: machine.place + "/a", on: machine)
      try await a.initialize()
      try await a.shell("git remote add origin ../plain.git")
      try await a.stet("start").mustSucceed()
      for verb in [["status"], ["sync", "--wait"]] {
        let outcome = try await a.stet(verb)
        #expect((outcome.output + outcome.errors).contains("relative path"), "\(outcome)")
        #expect((outcome.output + outcome.errors).contains("git remote set-url origin"), "\(outcome)")
      }
      try await a.shell("git remote set-url origin \(remote.path)")
      try a.save("a.md", "a\n")
      try await a.barrier()
      #expect(try await remote.git("show", "main:a.md").output == "a\n")
    }
  }
}
