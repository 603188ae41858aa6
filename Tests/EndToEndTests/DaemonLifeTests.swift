import Glibc
import Testing

/// The daemon's life, and what a folder is that was moved, copied or left alone.
@Suite struct DaemonLifeTests {
  @Test func `ten commands at once that find no daemon start one`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      let outcome = try await workspace.shell(
        "for n in $(seq 10); do $STET start --json > $TMPDIR/status.$n & done; wait; cat $TMPDIR/status.*")
      let pids = Set(outcome.output.matches(of: /"pid":([0-9]+)/).map { String($0.1) })
      #expect(outcome.lines.count == 10 && pids.count == 1, "\(outcome)")
      #expect(try await workspace.daemons().count == 1)
    }
  }

  @Test func `SIGTERM ends it within two seconds with everything recorded`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      let pid = try #require(try await workspace.status().pid)
      #expect(try await workspace.shell("cat /proc/\(pid)/comm").output == "stet\n", "the name in ps and top")
      try await workspace.shell("for n in $(seq 200); do echo $n > f$n.md; done")
      let took = try await ContinuousClock().measure {
        try await workspace.shell(
          """
          kill -TERM \(pid)
          while [ -d /proc/\(pid) ] && ! grep -q 'State:.*Z' /proc/\(pid)/status; do read -rt 0.05 <> <(:) || true; done
          """)
      }
      #expect(took < .seconds(2.5), "\(took)")
      let recorded = try await workspace.git("ls-tree", "-r", "--name-only", "refs/stet/tip").lines.count
      #expect(recorded == 201)
      try await workspace.expectQuiet()
    }
  }

  @Test func `stop returns when the process has ended`() async throws {
    try await TestWorkspace.run { workspace in
      for round in 1...5 {
        try await workspace.stet("start").mustSucceed()
        let pid = try #require(try await workspace.status().pid)
        try workspace.save("a.md", "\(round)\n")
        let after = try await workspace.shell(
          "$STET stop > /dev/null; grep -s State: /proc/\(pid)/status || echo gone")
        #expect(after.output.contains("gone") || after.output.contains("Z"), "\(after)")
      }
    }
  }

  @Test func `after a kill the next command works within a second, and nothing is lost`() async throws {
    try await TestWorkspace.run { workspace in
      for round in 1...3 {
        try await workspace.agent("write", "agent-\(round).md", input: "acknowledged \(round)\n").mustSucceed()
        try workspace.save("mine-\(round).md", "saved \(round)\n")
        let pid = try #require(try await workspace.status().pid)
        kill(pid, SIGKILL)
        let took = try await ContinuousClock().measure { try await workspace.stet("status", "--json").mustSucceed() }
        #expect(took < .seconds(3), "\(took)")
      }
      try await workspace.barrier()
      for round in 1...3 {
        #expect(try await workspace.git("show", "HEAD:agent-\(round).md").output == "acknowledged \(round)\n")
        #expect(try await workspace.git("show", "HEAD:mine-\(round).md").output == "saved \(round)\n")
        #expect(try await workspace.log("agent-\(round).md").map(\.author.kind) == ["agent"])
      }
      try await workspace.expectQuiet()
    }
  }

  @Test func `what changed while no daemon ran is recorded at the next start, old times and all`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("echo one > a.md; echo gone > gone.md; echo same > b.md")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      try await workspace.shell(
        "touch -r b.md $TMPDIR/time; echo diff > b.md; touch -r $TMPDIR/time b.md; rm gone.md; mkdir d; echo new > d/new.md; chmod +x a.md"
      )
      try await workspace.stet("start").mustSucceed()
      try await workspace.barrier()
      #expect(try await workspace.git("ls-tree", "-r", "--name-only", "HEAD").lines == ["a.md", "b.md", "d/new.md"])
      #expect(try await workspace.git("show", "HEAD:b.md").output == "diff\n")
      try await workspace.expectQuiet()
    }
  }

  @Test(arguments: [128, 96, 64, 48, 32])
  func `start ends with few descriptors, and what it started serves`(limit: Int) async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.stet("stop").mustSucceed()
      let start = try await workspace.machine.shell(
        "ulimit -n \(limit); $STET start --wait", in: workspace.root, within: .seconds(60))
      if start.status == 0 { try await workspace.stet("status", "--json").mustSucceed() }
      #expect(start.status <= 1, "\(start)")
      if start.status != 0 { #expect(!start.errors.isEmpty) }
      try await workspace.stet("stop").mustSucceed()
    }
  }

  @Test func `a folder with a very long path has its daemon`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let long =
          (1...8).map { "\(machine.place)" + String(repeating: "/a-long-name-of-a-folder", count: $0) }.last ?? ""
        let workspace = TestWorkspace(root: long, on: machine)
        try await machine.run(["mkdir", "-p", long]).mustSucceed()
        try await workspace.initialize()
        try await workspace.stet("start").mustSucceed()
        try workspace.save("a.md", "one\n")
        try await workspace.barrier()
        #expect(try await workspace.log().count == 1)
      }
    }
  }

  @Test func `a copied folder replays nothing over newer text and records for itself`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.agent("write", "a.md", input: "old\n").mustSucceed()
      try await workspace.shell("cp -a . ../Copy; echo newer > ../Copy/a.md")
      let copy = TestWorkspace(root: workspace.machine.place + "/Copy", on: workspace.machine)
      try await copy.stet("start").mustSucceed()
      try await copy.barrier()
      #expect(copy.text("a.md") == "newer\n")
      try workspace.save("here.md", "here\n")
      try copy.save("there.md", "there\n")
      try await workspace.barrier()
      try await copy.barrier()
      #expect(workspace.text("there.md") == nil && copy.text("here.md") == nil)
      #expect(try await copy.log().map(\.author.kind) == ["user", "user", "agent"])
      try await workspace.expectQuiet()
      try await copy.expectQuiet()
    }
  }

  @Test func `a moved folder works where it is now`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.machine.shell("mv Notes Moved")
      let moved = TestWorkspace(root: workspace.machine.place + "/Moved", on: workspace.machine)
      try moved.save("b.md", "two\n")
      try await moved.barrier()
      #expect(try await moved.git("ls-tree", "-r", "--name-only", "HEAD").lines == ["a.md", "b.md"])
      #expect(!(try await moved.log()).contains { $0.subject.hasPrefix("Delete") })
      try await moved.expectQuiet()
    }
  }

  @Test(.enabled(if: Machine.isRoot)) func `another user's command is refused with one sentence`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.machine.shell(
        "chmod 755 . ; chmod 711 run home; cp $STET $PWD/stet; chmod 755 stet; mkdir -m 777 other")
      let outcome = try await workspace.machine.run(
        [
          "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", workspace.machine.place + "/stet", "-C",
          workspace.root, "write", "evil.md",
        ],
        in: "/", input: "evil\n",
        with: ["HOME": workspace.machine.place + "/other", "XDG_RUNTIME_DIR": workspace.machine.place + "/other"])
      #expect(outcome.status != 0 && !outcome.errors.isEmpty, "\(outcome)")
      #expect(workspace.text("evil.md") == nil)
      try await workspace.expectQuiet()
    }
  }

  @Test func `the binary alone, in an empty environment, makes a workspace with its template`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        try await machine.shell("mkdir elsewhere; cp $STET elsewhere/stet")
        let outcome = try await machine.shell(
          "env -i HOME=$HOME PATH=/usr/bin:/bin XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR elsewhere/stet init New; ls -A New; git -C New log --format=%s"
        )
        #expect(outcome.status == 0, "\(outcome)")
        for name in ["AGENTS.md", "Research", "Journal", ".stet", ".gitignore", "activity.md"] {
          #expect(outcome.lines.contains(name), "\(name) is missing in \(outcome)")
        }
        let workspace = TestWorkspace(root: machine.place + "/New", on: machine)
        try await workspace.barrier()
        try await workspace.expectQuiet()
      }
    }
  }

  @Test func `a command whose reader has left ends as any program of a pipe does`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      let outcome = try await workspace.shell(
        "exec 3> >(:); wait $!; set +e; '\(Machine.binary)' log >&3; echo $?")
      #expect(outcome.word == "\(128 + SIGPIPE)" && outcome.errors.isEmpty, "\(outcome)")
    }
  }

  @Test(arguments: [("", 0), ("daemon-reload", 0), ("enable", 1)])
  func `start with systemd writes the unit and hands over, or leaves the daemon as it is`(
    failing: String, unitsAfterFailure: Int
  ) async throws {
    try await TestWorkspace.run { workspace in
      // In the place of systemd: it fails at one command.
      try await workspace.machine.shell(
        "mkdir -p bin; printf '%s\\n' '#!/bin/sh' '[ \"$2\" != \"\(failing)\" ]' > bin/systemctl; chmod 755 bin/systemctl"
      )
      let before = try await workspace.status().pid
      let path = workspace.machine.place + "/bin:/usr/local/bin:/usr/bin:/bin"
      let outcome = try await workspace.machine.shell(
        "'\(Machine.binary)' start --systemd", in: workspace.root, with: ["PATH": path])
      let units = try await workspace.machine.shell("find home -name 'stet*.service' -exec cat {} +").output
      #expect((outcome.status == 0) == failing.isEmpty, "\(outcome)")
      #expect(units.contains("ExecStart") == (failing.isEmpty || unitsAfterFailure > 0), "\(outcome)")
      if failing == "daemon-reload" { #expect(try await workspace.status().pid == before) }
      try await workspace.stet("stop", "--systemd").mustSucceed()
      #expect(try await workspace.machine.shell("find home -name 'stet*.service'").output.isEmpty)
    }
  }

  @Test func `start without a session of systemd leaves the unit that is installed`() async throws {
    try await TestWorkspace.run { workspace in
      // In the place of systemd.
      try await workspace.machine.shell("mkdir -p bin; ln -s /bin/true bin/systemctl").mustSucceed()
      let path = workspace.machine.place + "/bin:/usr/local/bin:/usr/bin:/bin"
      try await workspace.shell("\"$STET\" start --systemd", with: ["PATH": path])
      let show = "find home -name 'stet*.service' -exec cat {} +"
      let unit = try await workspace.machine.shell(show).output
      #expect(unit.contains("ExecStart"))
      try await workspace.machine.shell("ln -sf /bin/false bin/systemctl").mustSucceed()
      let refused = try await workspace.machine.shell(
        "\"$STET\" start --systemd", in: workspace.root, with: ["PATH": path])
      #expect(refused.status == 1 && refused.errors.contains("Nothing was changed."), "\(refused)")
      #expect(try await workspace.machine.shell(show).output == unit)
    }
  }

  @Test func `a stop that is refused to an agent leaves the unit of systemd`() async throws {
    try await TestWorkspace.run { workspace in
      // In the place of systemd.
      try await workspace.machine.shell("mkdir -p bin; ln -s /bin/true bin/systemctl").mustSucceed()
      let path = workspace.machine.place + "/bin:/usr/local/bin:/usr/bin:/bin"
      try await workspace.shell("\"$STET\" start --systemd", with: ["PATH": path])
      try await workspace.stet("start").mustSucceed()
      let stop = "\"$STET\" stop --systemd"
      let refused = try await workspace.machine.shell(
        stop, in: workspace.root, with: ["PATH": path, "STET_AGENT": "bot"])
      #expect(refused.status == 1 && refused.errors.contains("bot is an agent"), "\(refused)")
      #expect(try await !workspace.machine.shell("find home -name 'stet*.service'").output.isEmpty)
      try await workspace.shell(stop, with: ["PATH": path])
      #expect(try await workspace.machine.shell("find home -name 'stet*.service'").output.isEmpty)
    }
  }

  @Test(arguments: ["stop --systemd", "stop"])
  func `an agent's stop while no daemon runs leaves the unit of systemd and writes no mark of a stop`(
    words: String
  ) async throws {
    try await TestWorkspace.run { workspace in
      // In the place of systemd.
      try await workspace.machine.shell("mkdir -p bin; ln -s /bin/true bin/systemctl").mustSucceed()
      let path = workspace.machine.place + "/bin:/usr/local/bin:/usr/bin:/bin"
      try await workspace.shell("\"$STET\" start --systemd; \"$STET\" stop", with: ["PATH": path])
      try await workspace.shell("rm .git/stet/stopped")
      let refused = try await workspace.machine.shell(
        "\"$STET\" \(words)", in: workspace.root, with: ["PATH": path, "STET_AGENT": "bot"])
      #expect(refused.status == 1 && refused.errors.contains("bot is an agent"), "\(refused)")
      #expect(try await !workspace.machine.shell("find home -name 'stet*.service'").output.isEmpty)
      #expect(workspace.text(".git/stet/stopped") == nil)
    }
  }

  @Test(arguments: [("rm .git/stet/lock", 1), ("mv .git/stet $TMPDIR/moved", 1), ("kill -TERM $daemon", 0)])
  func `a daemon that lost its lock ends with a failure, so that systemd starts it again`(
    end: String, status: Int
  ) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      let outcome = try await workspace.shell(
        """
        exec 3< <(exec "$STET" start --foreground 2>&1)
        daemon=$!
        while read -r line <&3; do [[ $line != *serving* ]] || break; done
        "$STET" start --wait > /dev/null
        \(end)
        wait $daemon && echo 0 || echo $?
        cat <&3
        [ ! -e $TMPDIR/moved ] || mv $TMPDIR/moved .git/stet
        """)
      #expect(outcome.lines.first == "\(status)", "\(outcome)")
      #expect(outcome.output.contains("Nothing was recorded as deleted.") == (status != 0), "\(outcome)")
      try await workspace.stet("start").mustSucceed()
      try await workspace.barrier()
      #expect(try await workspace.git("show", "HEAD:a.md").output == "one\n")
      try await workspace.expectQuiet()
    }
  }

  @Test func `stop and start, many times, lose nothing`() async throws {
    try await TestWorkspace.run { workspace in
      for round in 1...5 {
        try workspace.save("f\(round).md", "\(round)\n")
        try await workspace.stet("stop").mustSucceed()
        try await workspace.stet("start").mustSucceed()
      }
      try await workspace.barrier()
      #expect(try await workspace.git("ls-tree", "-r", "--name-only", "HEAD").lines.count == 5)
      try await workspace.expectQuiet()
    }
  }
}

extension TestWorkspace {
  /// The processes that serve this folder.
  func daemons() async throws -> [String] {
    try await shell(
      "for p in /proc/[0-9]*; do grep -qsz '^daemon$' $p/cmdline && grep -qszFx \"$PWD\" $p/cmdline && echo $p || true; done"
    ).lines
  }
}
