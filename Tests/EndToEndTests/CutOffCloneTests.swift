import Testing

/// A `stet clone` that was killed on its way.
@Suite struct CutOffCloneTests {
  /// A git that does something else at one of its commands, then kills the program that asked.
  private static let git = #"""
    mkdir -p "$TMPDIR/bin"
    cat > "$TMPDIR/bin/git" << EOF
    #!/bin/sh
    PATH='$PATH'
    case " \$* " in *" $CUT_AT "*) mkdir -p "$FOLDER"; cd "$FOLDER"; $AFTER
      kill -9 \$PPID; exit 1 ;;
    esac
    exec git "\$@"
    EOF
    chmod +x "$TMPDIR/bin/git"
    PATH="$TMPDIR/bin:$PATH" "$STET" clone "$REMOTE" "$FOLDER"
    """#

  struct Cut: Sendable, CustomTestStringConvertible {
    /// The word of git's command line.
    let at: String
    /// The step afterwards.
    let after: String
    /// Whether files are missing.
    var isMissingFiles = true
    /// Whether the person saves `n3.md` before it goes on.
    var isSaved = false

    var testDescription: String { at + (after == ":" ? "" : ", then " + after) }
  }

  @Test(arguments: [
    Cut(at: "clone", after: "mkdir -p .stet-cloning/.git/objects"),
    Cut(at: "read-tree", after: ":"),
    Cut(at: "read-tree", after: ": > .git/index.lock; mkdir sub; printf te > n2.md; : > n1.md", isSaved: true),
    Cut(at: "checkout-index", after: "git checkout-index n1.md sub/n4.md; printf te > n2.md", isSaved: true),
    Cut(at: "checkout-index", after: "kill -9 $PPID; sleep 1; git checkout-index n1.md"),
    Cut(at: "stet.checkedOut", after: ":", isSaved: true),
    Cut(at: "stet.checkedOut", after: "git config stet.checkedOut true", isMissingFiles: false, isSaved: true),
    Cut(at: "--unset", after: ":", isMissingFiles: false, isSaved: true),
  ])
  func `it goes on when it is run again, and what was saved meanwhile stays`(_ cut: Cut) async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try await a.shell("mkdir sub")
      for name in ["n1.md", "n2.md", "n3.md", "sub/n4.md"] { try a.save(name, "text of \(name)\n") }
      try await a.barrier()
      let commits = try await remote.git("rev-list", "main").lines
      let b = TestWorkspace(root: remote.machine.place + "/b", on: remote.machine)
      let killed = try await remote.machine.shell(
        Self.git, in: remote.machine.place,
        with: ["CUT_AT": cut.at, "AFTER": cut.after, "FOLDER": b.root, "REMOTE": remote.path])
      #expect(killed.status != 0, "\(killed)")
      if cut.isSaved { try b.save("n3.md", "the person's\n") }
      if cut.isMissingFiles {
        let refused = try await remote.machine.run([Machine.binary, "init", b.root])
        #expect(refused.status != 0 && refused.errors.contains("stet clone"), "\(refused)")
      }
      try await remote.machine.run([Machine.binary, "clone", remote.path, b.root]).mustSucceed()
      for name in ["n1.md", "n2.md", "sub/n4.md"] { #expect(b.text(name) == "text of \(name)\n") }
      #expect(b.text("n3.md") == (cut.isSaved ? "the person's\n" : "text of n3.md\n"))
      try await b.stet("start").mustSucceed()
      try await remote.expectConverged([a, b])
      #expect(a.text("n3.md") == b.text("n3.md"))
      let published = try await remote.git("rev-list", "main").lines
      #expect(published.suffix(commits.count) == commits[...])
      #expect(published.count == commits.count + (cut.isSaved ? 1 : 0))
      #expect(try await b.git("config", "--get-regexp", "^stet").output.isEmpty)
      #expect(try await b.questions().isEmpty)
    }
  }

  @Test func `a kill between the fetch and the checkout leaves no folder that refuses a later init`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      try folders[0].save("a.md", "one\n")
      try await folders[0].barrier()
      let b = TestWorkspace(root: remote.machine.place + "/b", on: remote.machine)
      let killed = try await remote.machine.shell(
        Self.git, in: remote.machine.place,
        with: ["CUT_AT": "read-tree", "AFTER": "mkdir .stet-cloning", "FOLDER": b.root, "REMOTE": remote.path])
      #expect(killed.status != 0 && Machine.isFolder(b.root + "/.stet-cloning"), "\(killed)")
      try await remote.machine.run([Machine.binary, "clone", remote.path, b.root]).mustSucceed()
      #expect(b.text("a.md") == "one\n" && !Machine.isFolder(b.root + "/.stet-cloning"))
      try await b.shell("mkdir .stet-cloning")
      try await remote.machine.run([Machine.binary, "init", b.root]).mustSucceed()
    }
  }

  @Test func `a folder with anything else is not cloned into`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      for folder in [folders[0].root, remote.machine.place] {
        let outcome = try await remote.machine.run([Machine.binary, "clone", remote.path, folder])
        #expect(outcome.status == 2 && outcome.errors.contains("not empty"), "\(outcome)")
      }
    }
  }
}
