import Testing

/// A server that says no to some files: everything else goes through.
@Suite struct RefusedPathTests {
  /// Refuses large files and secrets in the words of a well-known host.
  private static let hook = """
    #!/bin/bash
    zero=0000000000000000000000000000000000000000
    while read -r old new ref; do
      [ "$new" = $zero ] && continue
      while read -r type size name; do
        [ "$type" = blob ] && [ "$size" -gt 100000 ] || continue
        echo "error: File $name is $((size / 1000)).00 KB; this exceeds the file size limit of 100.00 KB"
        exit 1
      done < <(git rev-list --objects "$new" --not --all |
        git cat-file --batch-check='%(objecttype) %(objectsize) %(rest)')
      for commit in $(git rev-list "$new" --not --all); do
        file=$(git grep -l 'TOKEN=' "$commit" | head -1)
        [ -z "$file" ] && continue
        printf 'error: GH013: Repository rule violations found for %s.\\n\\n' "$ref"
        printf -- '- Push cannot contain secrets\\n  locations:\\n    - commit: %s\\n' "$commit"
        printf '      path: %s:2\\n' "${file#*:}"
        exit 1
      done
    done
    """

  /// Refuses files over 100 MB as that host words it.
  private static let sizeHook = """
    #!/bin/bash
    while read -r old new ref; do
      while read -r type size name; do
        [ "$type" = blob ] && [ "$size" -gt 104857600 ] || continue
        echo "error: Trace: 3f0e8c5a1b9d"
        echo "error: See https://hosting.invalid/large for more information."
        echo "error: File $name is $((size / 1048576)).00 MB; this exceeds the file size limit of 100.00 MB"
        echo "error: GH001: Large files detected."
        exit 1
      done < <(git rev-list --objects "$new" --not --all |
        git cat-file --batch-check='%(objecttype) %(objectsize) %(rest)')
    done
    """

  private func install(_ hook: String, on remote: Remote) async throws {
    try hook.write(to: remote.path + "/hooks/pre-receive")
    try await remote.machine.shell("chmod +x \(remote.path)/hooks/pre-receive").mustSucceed()
  }

  /// Returns the paths of the remote's branch.
  private func published(_ remote: Remote) async throws -> Set<String> {
    Set(try await remote.git("ls-tree", "-r", "--name-only", "main").lines)
  }

  @Test(.enabled(if: SecureShell.isPossible), arguments: [false, true])
  func `a large file and a secret stay here, and all else is published`(overSSH: Bool) async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let remote = try await Remote(on: machine)
        let shell = overSSH ? try await SecureShell(on: machine) : nil
        let url = overSSH ? "ssh://notes-server\(remote.path)" : remote.path
        let a = try await remote.workspace("a", at: url)
        try await install(Self.hook, on: remote)
        try a.save("note.md", "one\n")
        try await a.barrier()
        try await a.shell("head -c 200000 /dev/urandom > 'big film.bin'; mkdir conf")
        try a.save("note.md", "two\n")
        try a.save("conf/b.env", "# settings\nTOKEN=abc\n")
        try await a.barrier()
        try await a.agent("write", "agent.md", input: "the agent's\n").mustSucceed()
        try await a.barrier()
        #expect(try await published(remote) == ["note.md", "agent.md"])
        #expect(try await remote.git("show", "main:note.md").output == "two\n")
        var held = try await a.status().held
        #expect(held.map(\.path) == ["big film.bin", "conf/b.env"])
        #expect(held.first?.reason.contains("this exceeds the file size limit of 100.00 KB") == true)
        #expect(held.last?.reason.contains("GH013") == true)
        #expect(a.text("conf/b.env") == "# settings\nTOKEN=abc\n")
        #expect(try await a.git("show", "refs/stet/held:conf/b.env").output == "# settings\nTOKEN=abc\n")
        let b = try await remote.workspace("b", at: url)
        try await b.barrier()
        #expect(b.text("conf/b.env") == nil && b.text("agent.md") == "the agent's\n")

        try await a.stet("stop").mustSucceed()
        try await a.stet("start").mustSucceed()
        try await a.barrier()
        #expect(try await a.status().held.count == 2)

        try a.save("conf/b.env", "# settings\n")
        try await a.shell("head -c 2000 'big film.bin' > smaller && mv smaller 'big film.bin'")
        try await a.barrier()
        held = try await a.status().held
        #expect(held.isEmpty)
        #expect(try await published(remote) == ["note.md", "agent.md", "conf/b.env", "big film.bin"])
        #expect(try await remote.git("log", "--all", "-S", "TOKEN=", "--format=%h").output.isEmpty)
        try await remote.expectConverged([a, b])
        try await shell?.stop()
      }
    }
  }

  @Test func `a file that the server does not name is found, also in a commit made with git`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      _ = try await remote.git("config", "receive.maxInputSize", "50000")
      try await remote.whileAway {
        for round in 1...4 {
          try a.save("n\(round).md", "\(round)\n")
          try await a.stet("sync", "--wait", "--timeout", "5")
        }
        // Nobody records what is to be committed by hand.
        try await a.stet("stop").mustSucceed()
        try await a.shell(
          "head -c 200000 /dev/urandom > own.bin; echo own > own.md; git add own.bin own.md; git commit -qm 'By hand'")
        try await a.stet("sync", "--wait", "--timeout", "5")
        try a.save("last.md", "last\n")
      }
      try await a.barrier()
      #expect(
        try await published(remote) == ["note.md", "n1.md", "n2.md", "n3.md", "n4.md", "own.md", "last.md"])
      #expect(try await a.status().held.map(\.path) == ["own.bin"])
      #expect(try await remote.git("log", "--format=%s", "main", "--", "own.md").lines == ["By hand"])
      #expect(try await a.git("status", "--porcelain").output == "?? own.bin\n")
      _ = try await remote.git("config", "receive.maxInputSize", "0")
      try await a.stet("sync", "--again", "--wait").mustSucceed()
      #expect(try await published(remote).contains("own.bin"))
      #expect(try await a.status().held.isEmpty)
      try await remote.expectConverged(folders)
    }
  }

  @Test(.tags(.slow))
  func `a text of 120 MB that is to be no pointer stays here, and where the policy lets it go, by the server's word`()
    async throws
  {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try await install(Self.sizeHook, on: remote)
      try a.save(".gitattributes", "big.txt -filter\n")
      try await a.shell("yes 'a line of a text that was written by a program' | head -c 125829120 > big.txt")
      try a.save("note.md", "one\n")
      try await a.barrier()
      #expect(try await published(remote) == [".gitattributes", "note.md"])
      var held = try await a.status().held
      #expect(held.map(\.path) == ["big.txt"])
      #expect(held.first?.reason.contains("larger than 10 MB") == true)

      try await a.shell("mkdir .stet; printf '[recording]\\nhold_over = \"500 MB\"\\n' > .stet/policy.toml")
      try a.save("note.md", "two\n")
      for _ in 0..<40 {
        try await a.barrier()
        held = try await a.status().held
        if held.first?.reason.contains("this exceeds the file size limit of 100.00 MB") == true { break }
      }
      #expect(held.map(\.path) == ["big.txt"])
      #expect(held.first?.reason.contains("File big.txt is 120.00 MB") == true)
      #expect(try await published(remote) == [".gitattributes", "note.md", ".stet/policy.toml"])
      #expect(try await remote.git("show", "main:note.md").output == "two\n")

      try await a.shell("head -c 2000 big.txt > less && mv less big.txt")
      try await a.barrier()
      #expect(try await published(remote) == [".gitattributes", "note.md", ".stet/policy.toml", "big.txt"])
      #expect(try await a.status().held.isEmpty)
    }
  }

  @Test func `a lone file that the server does not name is said to wait, and held when something else goes out`()
    async throws
  {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      try await install(
        """
        #!/bin/sh
        while read -r old new ref; do
          git grep -q TOKEN "$new" -- key.env && { echo declined; exit 1; }
        done
        exit 0
        """, on: remote)
      try a.save("key.env", "TOKEN=abc\n")
      let alone = try await a.stet("sync", "--wait", "--timeout", "30")
      #expect(alone.status == 1 && alone.errors.contains("the remote refuses the push: key.env: declined"))
      let waiting = try await a.status()
      #expect(waiting.held.isEmpty && waiting.remote?.state == "refused" && waiting.remote?.ahead == 1)
      try await a.shell("mkdir more; for i in 1 2 3 4 5; do echo $i > more/$i.md; done")
      try await a.barrier()
      #expect(try await published(remote).count == 6)
      #expect(try await a.status().held.map(\.path) == ["key.env"])
      try await a.shell("rm \(remote.path)/hooks/pre-receive")
      try await a.stet("sync", "--again", "--wait").mustSucceed()
      #expect(try await published(remote).contains("key.env"))
      try await remote.expectConverged(folders)
    }
  }

  @Test func `a branch that takes nothing holds no path back`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      try await install("#!/bin/sh\necho 'the branch is protected; ask for a review'\nexit 1\n", on: remote)
      for round in 1...3 {
        try a.save("n\(round).md", "\(round)\n")
        try await a.stet("sync", "--wait", "--timeout", "20")
      }
      let status = try await a.status()
      #expect(status.held.isEmpty && status.remote?.state == "refused" && status.remote?.ahead == 3)
      #expect(status.remote?.message?.contains("the branch is protected; ask for a review") == true)
      try await a.shell("rm \(remote.path)/hooks/pre-receive")
      try await remote.expectConverged(folders)
    }
  }
}
