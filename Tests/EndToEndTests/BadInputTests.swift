import Glibc
import TestSupport
import Testing

/// Harmful inputs in a folder: each is reported once, the rest is recorded, and nothing is recorded as deleted.
@Suite struct BadInputTests {
  /// Something odd in the folder.
  struct Oddity: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    /// Whether `stet status` must name it.
    var isTold = true
    /// The text that the tip must have afterwards; nil for any that is safe.
    var recorded: String?

    static let all = [
      Oddity(
        testDescription: "a name with a newline", script: "echo odd > $'new\\nline.md'", isTold: false,
        recorded: "new\nline.md"),
      Oddity(testDescription: "a name that is no UTF-8", script: "echo odd > $'bad\\xff.md'"),
      Oddity(testDescription: "a name with a leading dash", script: "echo odd > ./-rf", isTold: false, recorded: "-rf"),
      Oddity(
        testDescription: "a name with quotes and blanks", script: "echo odd > $'a \\'b\\' \"c\"\\t$d.md'",
        isTold: false, recorded: "a 'b' \"c\"\t$d.md"),
      Oddity(
        testDescription: "a name of 255 bytes", script: "echo odd > $(printf 'n%.0s' $(seq 255))", isTold: false,
        recorded: String(repeating: "n", count: 255)),
      Oddity(testDescription: "git's folder in capitals", script: "mkdir .GIT; echo odd > .GIT/config"),
      Oddity(testDescription: "git's short name", script: "mkdir 'git~1'; echo odd > 'git~1/config'"),
      Oddity(
        testDescription: "a loop of links", script: "ln -s loop-b loop-a; ln -s loop-a loop-b", isTold: false,
        recorded: "loop-a"),
      Oddity(
        testDescription: "a link out of the folder", script: "ln -s /etc out; ln -s ../../.. up", isTold: false,
        recorded: "out"),
      Oddity(testDescription: "a link to git's folder", script: "ln -s .git hidden", isTold: false),
      Oddity(testDescription: "a pipe", script: "mkfifo pipe"),
      Oddity(
        testDescription: "a socket",
        script: "perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => \"socket\", Listen => 1)'"),
      Oddity(
        testDescription: "a repository inside",
        script: "git init -q inner; echo odd > inner/in.md; git -C inner add .; git -C inner commit -qm in",
        isTold: false),
      Oddity(
        testDescription: "a deep path",
        script:
          "d=.; for n in $(seq 60); do d=$d/some-name-that-is-not-so-short; done; mkdir -p $d; echo odd > $d/deep.md",
        isTold: false),
      Oddity(
        testDescription: "a file larger than ten megabytes", script: "head -c 11000000 /dev/urandom > big.bin",
        isTold: false, recorded: "big.bin"),
      Oddity(
        testDescription: "a file that comes and goes",
        script: "for n in $(seq 200); do echo $n > flash.md; rm flash.md; done", isTold: false),
    ]
  }

  @Test(arguments: Oddity.all)
  func `what is odd in the folder is told or recorded, and the rest goes on`(_ oddity: Oddity) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("before.md", "before\n")
      try await workspace.barrier()
      try await workspace.shell(oddity.script)
      try workspace.save("after.md", "after\n")
      try await workspace.agent("write", "agent.md", input: "agent\n").mustSucceed()
      try await workspace.barrier()

      let names = try await workspace.git("ls-tree", "-r", "-z", "--name-only", "HEAD").output.split(separator: "\0")
        .map(String.init)
      #expect(Set(["before.md", "after.md", "agent.md"]).subtracting(names).isEmpty, "\(names)")
      if let recorded = oddity.recorded { #expect(names.contains(recorded), "\(names)") }
      #expect(
        !names.contains {
          $0.contains(".GIT/") || $0.contains("git~1") || $0.hasPrefix("out/") || $0.hasPrefix("hidden/")
        })
      let status = try await workspace.status()
      if oddity.isTold { #expect(!(status.problems.isEmpty && status.held.isEmpty), "status says nothing of it") }
      #expect(!(try await workspace.log()).contains { $0.subject.contains("Delete") && !$0.subject.contains("flash") })
      #expect(try await workspace.git("fsck", "--full", "--strict").status == 0)

      // The same after a start, which reads the folder as a whole.
      try await workspace.stet("stop").mustSucceed()
      try await workspace.stet("start").mustSucceed()
      try workspace.save("later.md", "later\n")
      try await workspace.barrier()
      #expect(try await workspace.git("show", "HEAD:later.md").output == "later\n")
      #expect(!(try await workspace.log()).contains { $0.subject.contains("Delete") && !$0.subject.contains("flash") })
    }
  }

  @Test func `input that cannot be read is not recorded as an empty text`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      // The shell opens a folder; only the read fails.
      for verb in ["write", "append"] {
        let refused = try await workspace.machine.shell(#""$STET" \#(verb) a.md < ."#, in: workspace.root)
        #expect(refused.status == 1 && refused.errors.contains("Cannot read standard input"), "\(verb): \(refused)")
      }
      #expect(workspace.text("a.md") == "one\n")
      #expect(try await workspace.log("a.md").count == 1)
    }
  }

  @Test func `an agent's write through a link goes no further than the folder`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell(
        "mkdir ../outside; echo safe > ../outside/safe.md; ln -s ../outside link; ln -s ../outside/safe.md file.md")
      try await workspace.barrier()
      for path in ["link/evil.md", "link/safe.md", "file.md"] {
        let outcome = try await workspace.agent("write", path, "--if", "absent", input: "evil\n")
        #expect(outcome.status != 0, "\(path): \(outcome)")
      }
      #expect(try await workspace.shell("cat ../outside/*").output == "safe\n")
      #expect(try await workspace.shell("ls ../outside").lines == ["safe.md"])
    }
  }

  @Test(.enabled(if: Machine.isRoot)) func `files that cannot be read stay recorded`() async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        try await machine.shell(
          "cp $STET stet; chmod 755 . stet; chown -R 65534:65534 home run tmp; mkdir -p Notes; chown 65534:65534 Notes ."
        )
        let as65534 = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let stet = as65534 + [machine.place + "/stet", "-C", machine.place + "/Notes"]
        try await machine.run(
          as65534 + [machine.place + "/stet", "init", machine.place + "/Notes", "--no-template"], in: "/"
        ).mustSucceed()
        try await machine.shell(
          "echo secret > Notes/secret.md; mkdir Notes/closed; echo in > Notes/closed/in.md; echo a > Notes/a.md; chown -R 65534:65534 Notes"
        )
        try await machine.run(stet + ["sync", "--wait"], in: "/").mustSucceed()
        try await machine.shell(
          "echo more >> Notes/secret.md; chmod 000 Notes/secret.md Notes/closed; echo b > Notes/b.md; chmod 644 Notes/b.md"
        )
        // No lease is to be had on a file of another owner: it is taken when it has rested.
        let look = ["git", "-C", "Notes", "-c", "safe.directory=*", "cat-file", "-e", "HEAD:b.md"]
        try await until {
          if try await machine.run(look).status == 0 { return true }
          try await machine.run(stet + ["sync", "--wait"], in: "/")
          return false
        }
        try await machine.run(stet + ["stop"], in: "/").mustSucceed()
        try await machine.run(stet + ["start"], in: "/").mustSucceed()
        let barrier = try await machine.run(stet + ["sync", "--wait"], in: "/")
        #expect(barrier.status == 1 && barrier.errors.contains(" is not recorded"), "\(barrier)")
        let names = try await machine.run(
          as65534 + ["git", "ls-tree", "-r", "--name-only", "HEAD"], in: machine.place + "/Notes"
        ).lines
        #expect(names == ["a.md", "b.md", "closed/in.md", "secret.md"], "\(names)")
        let status = try await machine.run(stet + ["status"], in: "/").output
        #expect(status.contains("secret.md"), "\(status)")
        try await machine.shell("chmod 644 Notes/secret.md; chmod 755 Notes/closed; touch Notes/secret.md")
        try await machine.run(stet + ["sync", "--wait"], in: "/")
        let text = try await machine.run(as65534 + ["git", "show", "HEAD:secret.md"], in: machine.place + "/Notes")
          .output
        #expect(text == "secret\nmore\n")
        try await machine.run(stet + ["stop"], in: "/")
      }
    }
  }

  /// Runs a body with a started workspace on a disk of four megabytes, where this test may mount one.
  private func onSmallDisk(_ body: (TestWorkspace) async throws -> Void) async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let mount = try await machine.shell("mkdir Full; mount -t tmpfs -o size=4m none Full")
        guard mount.status == 0 else { return }
        let workspace = TestWorkspace(root: machine.place + "/Full", on: machine)
        do {
          try await workspace.initialize()
          try await workspace.stet("start").mustSucceed()
          try await body(workspace)
        } catch { Issue.record(error) }
        try await workspace.stet("stop")
        try await machine.shell("umount -l Full")
      }
    }
  }

  /// Fills the disk of a workspace to its last byte.
  private func fill(_ workspace: TestWorkspace) async throws {
    try await workspace.shell(
      "dd if=/dev/zero of=.git/fill bs=4k 2> /dev/null || true; dd if=/dev/zero of=.git/fill2 bs=1 count=4096 2> /dev/null || true"
    )
  }

  @Test(.enabled(if: Machine.isRoot))
  func `on a full disk a write is refused, what stands stays, and it works again when there is room`() async throws {
    try await onSmallDisk { workspace in
      try await workspace.agent("write", "a.md", input: "before\n").mustSucceed()
      try await workspace.barrier()
      try await fill(workspace)
      let refused = try await workspace.agent("write", "b.md", input: String(repeating: "x", count: 50_000))
      #expect(refused.status != 0 && !refused.errors.isEmpty, "\(refused)")
      #expect(workspace.text("a.md") == "before\n" && workspace.text("b.md") == nil)
      #expect(!(try await workspace.log()).contains { $0.subject.hasPrefix("Delete") })
      try await workspace.shell("rm -f .git/fill .git/fill2; echo mine > mine.md")
      let again = try await workspace.agent("write", "c.md", input: "after\n")
      #expect(again.status == 0, "\(again)")
      try await workspace.barrier()
      #expect(try await workspace.git("show", "HEAD:mine.md").output == "mine\n")
      try await workspace.expectQuiet()
    }
  }

  @Test(.enabled(if: Machine.isRoot))
  func `on a full disk Stet starts read-only, and a save is recorded without a command when there is room`()
    async throws
  {
    try await onSmallDisk { workspace in
      try await workspace.agent("write", "a.md", input: "before\n").mustSucceed()
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      // The index deletes its checksum when it is opened, and the journal would have room there.
      try await workspace.shell("rm -f .git/stet/index.*")
      try await fill(workspace)
      try await workspace.stet("start").mustSucceed()
      #expect(try await workspace.status().state == "read-only")
      #expect(try await workspace.stet("read", "a.md").output == "before\n")
      try await workspace.shell("rm -f .git/fill .git/fill2; echo mine > mine.md")
      try await until { try await workspace.git("show", "HEAD:mine.md").output == "mine\n" }
      #expect(!(try await workspace.log()).contains { $0.subject.hasPrefix("Delete") })
      try await workspace.barrier()
      try await workspace.expectQuiet()
    }
  }

  @Test(.enabled(if: Machine.isRoot)) func `a read-only repository is said, and recording goes on when it is writable`()
    async throws
  {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      let mount = try await workspace.machine.shell(
        "mount --bind Notes/.git Notes/.git && mount -o remount,ro,bind Notes/.git")
      guard mount.status == 0 else { return }
      let refused = try await workspace.agent("write", "b.md", input: "two\n")
      #expect(refused.status != 0 && !refused.errors.isEmpty, "\(refused)")
      #expect(workspace.text("b.md") == nil)
      try workspace.save("mine.md", "mine\n")
      let status = try await workspace.stet("status")
      #expect(status.status == 0, "\(status)")
      // It is busy while the daemon reads a file in it.
      try await until { try await workspace.machine.shell("umount Notes/.git").status == 0 }
      try await workspace.stet("stop")
      try await workspace.stet("start").mustSucceed()
      try await workspace.barrier()
      #expect(try await workspace.git("show", "HEAD:mine.md").output == "mine\n")
      try await workspace.expectQuiet()
    }
  }

  @Test(arguments: [
    "for f in $(find .git/stet -maxdepth 1 -type f -name '*cache*'); do head -c 100 /dev/urandom > $f; done",
    "head -c 100 /dev/urandom > .git/index", "rm .git/index", ": > .git/index",
    "touch -d '1 hour ago' .git/index.lock",
    "mkdir -p .git/refs/stet; touch .git/refs/stet/tip.lock",
    "for f in $(find .git/objects -type f -name '??????????????????????????????????????'); do chmod u+w $f; : > $f; done",
    "rm -rf .git/stet/tmp .git/stet/displaced", "head -c 50 /dev/urandom > .git/refs/stet/tip",
  ])
  func `damage in git's folder is mended or named, and no text goes`(_ script: String) async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("cp /usr/share/common-licenses/BSD a.md; echo b > b.md")
      try await workspace.agent("write", "c.md", input: "agent\n").mustSucceed()
      try await workspace.barrier()
      try await workspace.stet("stop").mustSucceed()
      try await workspace.shell(script)
      let start = try await workspace.stet("start")
      try workspace.save("later.md", "later\n")
      let barrier = try await workspace.stet("sync", "--wait", "--timeout", "20")
      #expect(workspace.text("a.md") == String(file: "/usr/share/common-licenses/BSD"))
      #expect(workspace.text("b.md") == "b\n" && workspace.text("c.md") == "agent\n")
      guard start.status == 0, barrier.status == 0 else {
        #expect(!(start.errors + barrier.errors).isEmpty)
        Issue.record("not mended: \(start)\n\(barrier)")
        return
      }
      #expect(!(try await workspace.log()).contains { $0.subject.hasPrefix("Delete") })
      #expect(try await workspace.git("show", "HEAD:later.md").output == "later\n")
      try await workspace.expectQuiet()
    }
  }

  /// A repository that somebody has already.
  struct Adopted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    /// A word of the sentence with which it is refused; nil where it is taken.
    var refusal: String?

    static let all = [
      Adopted(testDescription: "an ordinary one", script: "true"),
      Adopted(testDescription: "text=auto", script: "echo '* text=auto' > .gitattributes"),
      Adopted(testDescription: "an unknown filter", script: "echo 'secret/** filter=git-crypt' > .gitattributes"),
      Adopted(testDescription: "eol", script: "echo '*.txt text eol=crlf' > .gitattributes", refusal: "eol"),
      Adopted(
        testDescription: "working-tree-encoding", script: "echo '*.txt working-tree-encoding=UTF-16' > .gitattributes",
        refusal: "encoding"),
      Adopted(testDescription: "ident", script: "echo '*.txt ident' > .gitattributes", refusal: "ident"),
      Adopted(testDescription: "autocrlf", script: "git config core.autocrlf true", refusal: "autocrlf"),
      Adopted(
        testDescription: "eol in a folder",
        script: "mkdir sub; echo '*.txt eol=crlf' > sub/.gitattributes; git add .; git commit -qm sub",
        refusal: "sub/.gitattributes:1"),
      Adopted(
        testDescription: "autocrlf of the person", script: "git config --global core.autocrlf true",
        refusal: "/home/.gitconfig: core.autocrlf"),
      Adopted(
        testDescription: "autocrlf of the person that is off here",
        script: "git config --global core.autocrlf true; git config core.autocrlf false"),
      Adopted(
        testDescription: "autocrlf=input of the person, which converted nothing",
        script: "git config --global core.autocrlf input"),
      Adopted(
        testDescription: "autocrlf=input of the person, which converted a file",
        script: "git config --global core.autocrlf input; printf 'a\\r\\n' > w.txt; git add . && git commit -qm more",
        refusal: "/home/.gitconfig: core.autocrlf"),
      Adopted(
        testDescription: "attributes of the person",
        script: "mkdir -p ~/.config/git; echo '*.txt eol=crlf' > ~/.config/git/attributes",
        refusal: "/home/.config/git/attributes:1"),
      Adopted(
        testDescription: "modes that git overlooks", script: "chmod 755 t.txt; git config core.fileMode false",
        refusal: "core.filemode"),
      Adopted(
        testDescription: "links as files", script: "git config core.symlinks false", refusal: "core.symlinks"),
      Adopted(
        testDescription: "sparse check-out",
        script:
          "mkdir in out; echo i > in/i.md; echo o > out/o.md; git add .; git commit -qm more; git sparse-checkout set in",
        refusal: "sparse"),
      Adopted(
        testDescription: "shallow",
        script:
          "echo 2 >> a.md; git commit -qam two; git clone -q --depth 1 file://$PWD ../shallow; rm -rf .git; mv ../shallow/.git .git; rmdir ../shallow || rm -rf ../shallow",
        refusal: "shallow"),
      Adopted(
        testDescription: "a submodule",
        script:
          "git init -q ../sub; (cd ../sub; echo s > s.md; git add .; git commit -qm sub); git -c protocol.file.allow=always submodule --quiet add ../sub sub; git commit -qm submodule"
      ),
      Adopted(
        testDescription: "SHA-256",
        script: "rm -rf .git; git init -q --object-format=sha256; git add .; git commit -qm one", refusal: "sha256"),
      Adopted(
        testDescription: "a linked work tree",
        script: "git worktree add -q ../linked; rm -rf a.md .git; cp -r ../linked/. .", refusal: "work tree"),
      Adopted(testDescription: "split index", script: "git update-index --split-index", refusal: "split"),
    ]
  }

  @Test(arguments: Adopted.all)
  func `a repository that exists is taken whole, or refused with the line that causes it`(_ adopted: Adopted)
    async throws
  {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let workspace = TestWorkspace(root: machine.place + "/Notes", on: machine)
        try await machine.shell(
          "git init -q Notes; cd Notes; cp /usr/share/common-licenses/BSD a.md; echo t > t.txt; git add .; git commit -qm first"
        )
        try await workspace.shell(adopted.script)
        let before = try await machine.shell(
          "find Notes -path Notes/.git -prune -o -type f -print0 | sort -z | xargs -0 sha1sum"
        ).output
        let outcome = try await machine.run([Machine.binary, "init", workspace.root])
        if let refusal = adopted.refusal {
          let sentence = (outcome.output + outcome.errors).lowercased()
          #expect(outcome.status != 0 && sentence.contains(refusal), "\(outcome)")
          #expect(
            try await machine.shell(
              "find Notes -path Notes/.git -prune -o -type f -print0 | sort -z | xargs -0 sha1sum"
            ).output == before)
          #expect(outcome.status == 0 || access(workspace.root + "/.git/stet", F_OK) != 0)
        } else {
          #expect(outcome.status == 0, "\(outcome)")
          try await workspace.shell("echo mine > new.md")
          try await workspace.barrier()
          #expect(try await workspace.git("show", "HEAD:new.md").output == "mine\n")
          #expect(!(try await workspace.log()).contains { $0.subject.hasPrefix("Delete") })
          #expect(try await workspace.git("log", "--format=%s").lines.contains("first"))
        }
      }
    }
  }

  @Test func `emptying the folder stops at a question and publishes nothing`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("for n in $(seq 60); do echo $n > f$n.md; done")
      try await workspace.barrier()
      try await workspace.shell("rm -f f*.md; echo kept > kept.md")
      try await until {
        if try await workspace.stet("questions", "list", "--json").output.contains("safety-stop") { return true }
        try await workspace.stet("sync", "--wait")
        return false
      }
      let questions = try await workspace.questions()
      #expect(questions.count == 1, "\(questions)")
      let names = try await workspace.git("ls-tree", "-r", "--name-only", "refs/stet/tip").lines
      #expect(names.count >= 30, "\(names.count) files are left in the tip")
      try await workspace.stet("questions", "answer", try #require(questions.first).id, "bring-back").mustSucceed()
      try await workspace.barrier()
      #expect(try await workspace.shell("ls f*.md | wc -l").word == "60")
      try await workspace.expectQuiet()
    }
  }
}
