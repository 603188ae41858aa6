import Testing

/// The person's own git in the folder, while an agent writes.
@Suite struct PersonalGitTests {
  @Test(arguments: ["--local", "--global"])
  func `a name that git is told while the daemon runs is on the next commit`(scope: String) async throws {
    try await TestWorkspace.run { workspace in
      for name in ["New", "Newer"] {
        try await workspace.shell("git config \(scope) user.name \(name); echo \(name) > a.md")
        try await workspace.barrier()
        #expect(try await workspace.git("log", "-1", "--format=%an").word == name)
      }
    }
  }

  @Test(arguments: [
    "a line that is none": "echo '[' >> ~/.gitconfig",
    "an include that does not answer": """
    mkfifo ~/slow; printf '[include]\\n\\tpath = slow\\n' >> ~/.gitconfig
    """,
  ])
  func `a configuration that git cannot read changes no author, and recording goes on`(
    cause: (name: String, script: String)
  ) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("b.md", "before\n")
      try await workspace.barrier()
      // No barrier: git cannot say whether there is a remote.
      try await workspace.shell(
        """
        cp ~/.gitconfig ~/good; before=$(cat .git/refs/stet/tip); \(cause.script); echo one > a.md
        while [ "$(cat .git/refs/stet/tip)" = $before ]; do read -rt 0.1 <> <(:) || true; done
        """)
      try await workspace.shell("mv ~/good ~/.gitconfig")
      let name = try await workspace.git("config", "user.name").word
      #expect(try await workspace.git("log", "-1", "--format=%an", "refs/stet/tip", "--", "a.md").word == name)
      try await workspace.shell("git config --global user.name New; echo two > a.md")
      try await workspace.barrier()
      #expect(try await workspace.git("log", "-1", "--format=%an").word == "New")
    }
  }

  @Test func `an ssh command that git is told while the daemon runs is used`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("git remote add origin ssh://nowhere.invalid/notes.git")
      try await workspace.stet("sync", "--wait", "--timeout", "20")
      try await workspace.shell("git config --global core.sshCommand 'touch ~/called; false'")
      // No command is needed for it: the exchange that failed is tried again by itself.
      let called = try await workspace.shell("until [ -e ~/called ]; do read -rt 0.1 <> <(:) || true; done")
      #expect(called.status == 0)
    }
  }

  @Test func `whom git does not know is told under which name changes are recorded`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let workspace = TestWorkspace(root: machine.place + "/Notes", on: machine)
        try await machine.shell("rm home/.gitconfig").mustSucceed()
        let made = try await machine.run([Machine.binary, "init", workspace.root]).mustSucceed().output
        #expect(made.contains("git config --global user.name"), "\(made)")
        #expect(try await workspace.stet("doctor").output.contains("does not name you"))
      }
    }
  }

  /// A person's work, in lines of shell.
  struct Work: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    /// Whether a question is open afterwards.
    var asks = false

    static let all: [Work] = [
      Work(
        testDescription: "add and commit",
        script: "echo 'person line 1.' >> person.md; git add person.md; git commit -qm mine"),
      Work(
        testDescription: "commit -a with a slow editor",
        script: """
          echo 'person line 1.' >> person.md; git add -N person.md
          GIT_EDITOR='bash -c "read -rt 1 <> <(:) || true; echo mine > \\"\\$0\\""' git commit -qa
          """),
      Work(
        testDescription: "commit --amend",
        script:
          "echo 'person line 1.' >> person.md; git add person.md; git commit -qm mine; git commit -q --amend -m 'mine, better'"
      ),
      Work(
        testDescription: "stash and pop",
        script: "echo 'person line 1.' >> notes.md; git stash -q || true; git stash pop -q || true"),
      Work(
        testDescription: "a branch and back, and merge",
        script: """
          git checkout -qb side; echo 'person line 1.' >> person.md; git add person.md; git commit -qm side
          git checkout -q main; git merge -q --no-edit side
          """),
      Work(testDescription: "reset", script: "echo 'person line 1.' >> person.md; git add person.md; git reset -q"),
      Work(testDescription: "restore", script: "git restore notes.md; echo 'person line 1.' >> person.md"),
      Work(
        testDescription: "mv",
        script: "git mv notes.md moved.md; git commit -qm moved; echo 'person line 1.' >> moved.md"),
      Work(testDescription: "rm", script: "git rm -q old.md; git commit -qm gone; echo 'person line 1.' >> person.md"),
      Work(testDescription: "gc", script: "echo 'person line 1.' >> person.md; git gc -q --prune=now"),
      Work(
        testDescription: "reset --hard to an earlier commit",
        script:
          "echo 'person line 1.' >> person.md; git add person.md; git commit -qm mine; $STET sync --wait > /dev/null; git reset -q --hard HEAD~2",
        asks: true),
    ]
  }

  /// Git gives up at once where the index is locked, be it for the moment in which branch and index follow: a person
  /// repeats the command.
  private static let patientGit = """
    git() {
      until command git "$@" 2> $TMPDIR/words; do
        grep -q 'index.lock' $TMPDIR/words || { cat $TMPDIR/words >&2; return 1; }
      done
    }

    """

  @Test(arguments: Work.all)
  func `the person's git and the agent's writes both stand, each by its author`(_ work: Work) async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell(
        "cp /usr/share/common-licenses/BSD notes.md; echo old > old.md; for n in 0 1 2; do echo log > agent-$n.md; done"
      )
      try await workspace.barrier()
      let agent = try AgentAtWork(in: workspace)
      try await agent.work(3)
      let outcome = try await workspace.machine.shell(Self.patientGit + work.script, in: workspace.root)
      #expect(outcome.status == 0, "\(outcome)")
      let written = try await agent.finish()

      try await workspace.stet("sync", "--wait", "--timeout", "20")
      if !work.asks { #expect(try await workspace.questions().isEmpty) }
      try await workspace.answerQuestions()
      try await workspace.barrier()
      try await workspace.expectKept(written + ["person line 1."])
      if !work.asks {
        let present = try await workspace.shell("cat *.md").lines
        #expect(Set(written).subtracting(present).isEmpty, "the agent's lines went from the files")
        #expect(present.contains("person line 1."))
        var ledger = LineLedger()
        ledger.wrote(written + ["person line 1."])
        try await ledger.expectKept(in: workspace)
      }
      try await workspace.expectTrueAuthors()
      try await workspace.expectQuiet()
    }
  }

  @Test func `what is written after git prune began is there when it has ended`() async throws {
    try await TestWorkspace.run { workspace in
      for text in ["old\n", "new\n"] {
        try workspace.save("person.md", text)
        try await workspace.barrier()
      }
      try await workspace.agent("write", "agent.md", input: "agent line 1.\n").mustSucceed()
      try await workspace.barrier()
      // Two thousand files that it names fill the pipe: it waits in the first directory, and knows what is in use.
      try await workspace.shell(
        """
        mkdir -p .git/objects/00; mkfifo $TMPDIR/named
        for n in {1..2000}; do printf x > .git/objects/00/$(printf %038x $n); done
        git prune -v --expire=now > $TMPDIR/named 2> /dev/null &
        exec 3< $TMPDIR/named; read -r _ <&3
        echo 'agent line 2.' | $STET append agent.md --agent Claude --session s1
        echo 'agent line 1.' | $STET write again.md --agent Claude --session s1
        echo old > person.md; $STET sync --wait --timeout 20
        cat <&3 > /dev/null; wait
        """)
      try await workspace.barrier()
      try await workspace.expectQuiet()
      #expect(try await workspace.git("show", "HEAD:agent.md").output == "agent line 1.\nagent line 2.\n")
      #expect(try await workspace.git("show", "HEAD:again.md", "HEAD:person.md").output == "agent line 1.\nold\n")
      try workspace.save("person.md", "later\n")
      try await workspace.barrier()
      try await workspace.expectQuiet()
      try await workspace.expectTrueAuthors()
    }
  }

  @Test func `a commit of one file takes back nothing that the agent wrote to another`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.agent("write", "agent.md", input: "agent line 1.\n").mustSucceed()
      try await workspace.shell(
        """
        echo 'person line 1.' > person.md; git add person.md
        echo 'agent line 2.' | $STET append agent.md --agent Claude --session s1; git commit -qm mine || true
        """)
      try await workspace.barrier()
      #expect(workspace.text("agent.md") == "agent line 1.\nagent line 2.\n")
      #expect(try await workspace.git("show", "HEAD:agent.md").output == "agent line 1.\nagent line 2.\n")
      try await workspace.expectTrueAuthors()
      try await workspace.expectQuiet()
    }
  }

  @Test func `a lock that git left behind is said, and the folder works again when it is gone`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.shell("touch .git/index.lock; echo two > b.md; cat .git/index.lock")
      let outcome = try await workspace.stet("sync", "--wait", "--timeout", "5")
      #expect(outcome.status != 0)
      #expect((outcome.output + outcome.errors).contains("git"), "\(outcome)")
      try await workspace.shell("rm .git/index.lock; echo three > c.md")
      try await workspace.barrier()
      #expect(try await workspace.git("show", "HEAD:b.md", "HEAD:c.md").output == "two\nthree\n")
      try await workspace.expectQuiet()
    }
  }

  @Test(.tags(.slow))
  func `random commands of git while an agent writes lose nothing, forge no author and lock nobody out`()
    async throws
  {
    let count = Machine.number("STET_COMMANDS") ?? (Machine.isLong ? 1000 : 60)
    let seed = Machine.seed
    print("random git commands: STET_SEED=\(seed)")
    try await TestWorkspace.run { workspace in
      try await workspace.shell(
        "cp /usr/share/common-licenses/BSD notes.md; for n in 0 1 2; do echo log > agent-$n.md; echo mine > person-$n.md; done"
      )
      try await workspace.barrier()
      let agent = try AgentAtWork(in: workspace)
      var person = PersonAtGit(seed: seed)
      var ledger = LineLedger()
      for number in 1...count {
        let (script, isDestructive) = person.next(number)
        // Git may discard changes that are not recorded, because a question is open or another branch is checked out.
        if isDestructive, try await workspace.stet("sync", "--wait", "--timeout", "5").status != 0 {
          try await workspace.machine.run(["bash", "-c", PersonAtGit.goHome], in: workspace.root)
          try await workspace.answerQuestions()
          guard try await workspace.stet("sync", "--wait", "--timeout", "20").status == 0 else { continue }
        }
        if isDestructive {
          ledger.read(by: "person", try await workspace.machine.shell("cat *.md", in: workspace.root).lines)
        }
        let outcome = try await workspace.machine.run(["bash", "-c", script], in: workspace.root)
        #expect(!outcome.wasStopped, "command \(number) never ended: \(script)")
        if isDestructive || number % 10 == 0 { try await workspace.answerQuestions() }
      }
      try await workspace.machine.run(["bash", "-c", PersonAtGit.goHome], in: workspace.root)
      let written = try await agent.finish()
      let refused = String(file: workspace.machine.place + "/tmp/refused") ?? ""
      let reasons = Dictionary(grouping: refused.split(separator: "\n").filter { $0.hasPrefix("stet:") }) { $0 }
      print("random git commands: \(written.count) writes acknowledged, refused: \(reasons.mapValues(\.count))")
      #expect(written.count >= count / 6, "the agent was locked out: \(reasons.mapValues(\.count))")

      try await workspace.stet("sync", "--wait", "--timeout", "20")
      try await workspace.answerQuestions()
      try await workspace.barrier()
      try await workspace.expectKept(written)
      try await workspace.expectKept(person.written)
      ledger.wrote(written)
      try await ledger.expectKept(in: workspace)
      try await workspace.barrier()
      try await workspace.expectTrueAuthors()
      try await workspace.expectQuiet()
    }
  }
}
