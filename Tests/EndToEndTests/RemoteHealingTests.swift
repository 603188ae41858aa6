import Testing

/// Remotes and folders that are not what they were: nothing is lost, nothing is repeated, and it goes on.
@Suite struct RemoteHealingTests {
  @Test func `a push whose answer is lost is not repeated`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      try "#!/bin/sh\nkill -9 $PPID\n".write(to: remote.path + "/hooks/post-receive")
      try await a.shell("chmod +x \(remote.path)/hooks/post-receive")
      try a.save("note.md", "two\n")
      try await a.barrier()
      try await a.shell("rm \(remote.path)/hooks/post-receive")
      try a.save("note.md", "three\n")
      try await remote.expectConverged(folders)
      #expect(try await remote.git("rev-list", "--count", "main").word == "3")
    }
  }

  @Test func `a daemon that is killed in the middle of a push goes on where the remote is`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      // The hook reports that the remote has moved, and waits until the daemon is gone.
      let hook = """
        #!/bin/bash
        touch \(remote.path)/moved
        until [ -e \(remote.path)/killed ]; do read -rt 0.05 <> <(:) || true; done
        """
      try hook.write(to: remote.path + "/hooks/post-receive")
      try await a.shell("chmod +x \(remote.path)/hooks/post-receive")
      try a.save("note.md", "two\n")
      try await a.shell(
        """
        until [ -e \(remote.path)/moved ]; do read -rt 0.05 <> <(:) || true; done
        kill -9 $(cat .git/stet/lock); touch \(remote.path)/killed; rm \(remote.path)/hooks/post-receive
        """)
      try a.save("note.md", "three\n")
      try await a.stet("start").mustSucceed()
      try await remote.expectConverged(folders)
      #expect(try await remote.git("rev-list", "--count", "main").word == "3")
    }
  }

  @Test func `a copy of a folder repeats nothing, says what it is, and both go on`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      try await a.agent("write", "agent.md", input: "the agent's\n").mustSucceed()
      let b = TestWorkspace(root: a.machine.place + "/b", on: a.machine)
      try await a.shell("cp -a . \(b.root)")
      try a.save("agent.md", "the person's\n")
      try await a.barrier()
      try await b.shell("rm note.md")
      try b.save("b.md", "from the copy\n")
      try await b.stet("start").mustSucceed()
      try await remote.expectConverged([a, b])
      #expect(a.text("agent.md") == "the person's\n" && a.text("note.md") == nil && a.text("b.md") == "from the copy\n")
      #expect(try await b.stet("doctor").output.contains("this folder is a copy"))
      #expect(try await !a.stet("doctor").output.contains("this folder is a copy"))
      try a.save("note.md", "again\n")
      try b.save("b.md", "more\n")
      try await remote.expectConverged([a, b])
    }
  }

  @Test(arguments: ["join", "take"])
  func `another remote in the place of the old one is one question`(answer: String) async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      try await a.machine.shell(
        """
        rm -rf \(remote.path); git init -q --bare -b main \(remote.path); git clone -q \(remote.path) other 2>/dev/null
        cd other; echo theirs > theirs.md; git add .; git commit -qm Theirs; git push -q origin HEAD:main
        """
      ).mustSucceed()
      #expect(try await a.stet("sync", "--wait", "--timeout", "20").status == 3)
      let questions = try await a.questions()
      #expect(questions.count == 1)
      try await a.stet("questions", "answer", questions.first?.id ?? "none", answer).mustSucceed()
      try await remote.expectConverged(folders)
      #expect(a.text("theirs.md") == "theirs\n")
      #expect(a.text("note.md") == (answer == "join" ? "one\n" : nil))
      #expect(try await a.git("for-each-ref", "refs/stet/rescue").lines.count == 1)
      #expect(try await a.questions().isEmpty)
    }
  }
}
