import Testing

/// Histories that were made to do harm: what no folder can hold is left out and named, all else is exchanged, and
/// nothing outside the folder, nor in `.git`, is touched.
@Suite struct HostileRemoteTests {
  /// Shell that puts trees together byte by byte in a bare repository.
  private static let making = #"""
    blob() { git hash-object -w --stdin; }
    entry() { printf '%s %s\0' "$1" "$2"; printf "$(sed 's/../\\x&/g' <<< "$3")"; }
    tree() { git hash-object -w -t tree --literally --stdin; }
    commit() { git update-ref refs/heads/main $(git commit-tree -p main -m "$1" $2); }
    odd=$(echo odd | blob); good=$(echo good | blob)

    """#

  @Test func `names that lead out or into git's folder are left out, and the rest is exchanged`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", "one\n")
      try await remote.expectConverged(folders)
      let config = try #require(String(file: a.root + "/.git/config"))
      try await a.machine.shell(
        Self.making + #"""
          inner=$(entry 100644 config $odd | tree)
          evil() {
            for name in .. . .git .GIT 'git~1' $'.g\u200cit' '.git::$INDEX_ALLOCATION'; do entry 40000 "$name" $inner; done
            for name in /tmp/x ../x a/../../x .git/hooks/post-checkout twice twice; do entry 100644 "$name" $odd; done
            entry 100644 "good-$1.md" $good; entry 120000 to-root $(printf / | blob)
            entry 120000 to-git $(printf .git | blob); entry 120000 to-self $(printf to-self | blob)
          }
          below=$(evil below | tree)
          root=$( (evil root; entry 40000 below $below; entry 100644 note.md $(git rev-parse main:note.md)) | tree)
          commit evil $root
          """#, in: remote.path)
      // One has something to publish, the other has not.
      try a.save("new.md", "new\n")
      for folder in [a, b, a] { try await folder.barrier() }
      #expect(try await a.git("rev-parse", "HEAD").word == b.git("rev-parse", "HEAD").word)
      for folder in folders {
        #expect(folder.text("good-root.md") == "good\n" && folder.text("below/good-below.md") == "good\n")
        #expect(folder.text("note.md") == "one\n" && folder.text("new.md") == "new\n")
        #expect(String(file: folder.root + "/.git/config") == config || folder.root != a.root)
        #expect(String(file: folder.root + "/.git/hooks/post-checkout") == nil)
        let names = try await folder.git("ls-tree", "-r", "-z", "--name-only", "HEAD").output.split(separator: "\0")
        #expect(
          names.map(String.init).sorted() == [
            "below/good-below.md", "below/to-git", "below/to-root", "below/to-self", "below/twice", "good-root.md",
            "new.md", "note.md", "to-git", "to-root", "to-self", "twice",
          ])
        #expect(try await folder.git("status", "--porcelain").output == "")
        let body = try await folder.git("log", "--format=%B", "--grep=that no folder can hold", "-1").output
        for name in ["..", ".GIT", "git~1", "below/.git", "a/../../x"] {
          #expect(body.contains("\n\(name): "), "\(name) is not named in \(body)")
        }
      }
      #expect(try await a.machine.run(["ls"]).lines.filter { $0 == "x" || $0 == "config" } == [])
      // A clone of it while it is the last commit gets the paths that a folder can have, and is notified.
      try await a.shell("git -C \(remote.path) branch -f evil $(git log --format=%H --grep='^evil$' -1)")
      let late = try await a.machine.run(
        [Machine.binary, "clone", remote.path, a.machine.place + "/late", "--branch", "evil"]
      ).mustSucceed()
      #expect((late.output + late.errors).contains("git cannot put these files into a folder"))
      let c = TestWorkspace(root: a.machine.place + "/late", on: a.machine)
      try await c.stet("start").mustSucceed()
      try await c.barrier()
      #expect(c.text("good-root.md") == "good\n" && c.text("below/good-below.md") == "good\n")
      #expect(String(file: c.root + "/.git/hooks/post-checkout") == nil)
      try await c.stet("stop").mustSucceed()
      // A clone with stock git gets a folder.
      try await a.machine.run(["git", "clone", "-q", remote.path, "clone"]).mustSucceed()
      // It goes on.
      try b.save("after.md", "after\n")
      for folder in [b, a] { try await folder.barrier() }
      #expect(a.text("after.md") == "after\n")
    }
  }

  @Test func `folders without end keep no other path from being exchanged`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", "one\n")
      try await remote.expectConverged(folders)
      try await a.machine.shell(
        Self.making + #"""
          d=$(for n in $(seq 2500); do printf d/; done)
          printf 'commit refs/heads/deep\ncommitter x <x@example.org> 1 +0000\ndata 0\nM 100644 %s %send\n' $odd $d \
            | git fast-import --quiet
          bomb=$(for n in 0 1 2 3 4 5 6 7 8 9; do entry 100644 f$n $odd; done | tree)
          for level in 1 2 3 4 5 6 7 8 9; do
            bomb=$(for n in 0 1 2 3 4 5 6 7 8 9; do entry 40000 d$n $bomb; done | tree)
          done
          root=$( (entry 40000 bomb $bomb; entry 40000 deep $(git rev-parse deep^{tree}); entry 100644 good.md $good
            entry 100644 note.md $(git rev-parse main:note.md)) | tree)
          git update-ref -d refs/heads/deep
          commit evil $root
          """#, in: remote.path)
      try b.save("new.md", "new\n")
      try await remote.expectConverged(folders)
      for folder in folders {
        #expect(folder.text("good.md") == "good\n" && folder.text("new.md") == "new\n")
        let names = try await folder.git("ls-tree", "-r", "--name-only", "HEAD").lines
        #expect(names == ["good.md", "new.md", "note.md"])
      }
    }
  }

  @Test func `a link that becomes a folder leads nowhere, and nothing that comes along is run`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      let outside = a.machine.place + "/outside"
      try await a.shell("mkdir \(outside); git config --global filter.evil.clean 'touch \(outside)/ran; cat'")
      try await a.shell("git config --global filter.evil.smudge 'touch \(outside)/ran; cat'")
      for target in [outside, ".git", "/", ".."] {
        try await a.machine.shell(
          Self.making + #"""
            export GIT_INDEX_FILE=$PWD/evil-index
            commit_index() { commit "$1" $(git write-tree); }
            git read-tree main
            printf '[submodule "x"]\n\tpath = x\n\turl = -u./x\n\tupdate = !touch ran\n' | blob > id
            git update-index --add --cacheinfo 100644,$(cat id),.gitmodules
            git rm -q -r --cached --ignore-unmatch d
            git update-index --add --cacheinfo 120000,$(printf %s "$TARGET" | blob),d
            commit_index link
            git rm -q --cached d
            for name in config hooks/post-commit ran; do git update-index --add --cacheinfo 100755,$odd,d/$name; done
            git update-index --add --cacheinfo 100644,$(echo '*.evil filter=evil' | blob),.gitattributes
            git update-index --add --cacheinfo 100644,$odd,some.evil
            """#, in: remote.path, with: ["TARGET": target])
        try await a.barrier()
        #expect(try await a.machine.run(["readlink", a.root + "/d"]).word == target)
        try await a.machine.shell(
          Self.making + #"export GIT_INDEX_FILE=$PWD/evil-index; commit folder $(git write-tree)"#, in: remote.path)
        try a.save("note.md", "before \(target)\n")
        try await a.barrier()
        #expect(a.text("d/config") == "odd\n" && a.text("note.md") == "before \(target)\n")
      }
      #expect(try await a.machine.run(["ls", "-A", outside]).word == "")
      #expect(String(file: a.root + "/.git/hooks/post-commit") == nil)
      #expect(String(file: a.root + "/.git/config")?.contains("odd") == false)
    }
  }

  @Test func `many references, and odd names among them, are passed over`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      try await a.machine.shell(
        #"""
        id=$(git rev-parse main)
        for n in $(seq 10000); do echo "create refs/heads/b$n $id"; done | git update-ref --stdin
        git pack-refs --all
        mkdir -p refs/stet/inbox
        for name in heads/-x heads/--upload-pack=x stet/inbox/-x stet/inbox/--exec; do echo $id > refs/$name; done
        for name in heads/$'ctl\001x' heads/a..b heads/x.lock stet/inbox/$'ctl\001x'; do echo $id > "refs/$name"; done
        git update-ref refs/heads/main $(git commit-tree -p main -m more main^{tree})
        """#, in: remote.path)
      try await a.shell("until git log --format=%s | grep -qx more; do read -rt 0.05 <> <(:) || true; done")
      // Stock git takes no push while such names are there.
      try await a.machine.shell(
        #"for n in heads stet/inbox; do rm -f refs/$n/ctl* refs/$n/a..b refs/$n/x.lock; done"#, in: remote.path)
      try a.save("note.md", "two\n")
      try await a.barrier()
      #expect(try await remote.git("show", "main:note.md").output == "two\n")
      let own = try await a.git("for-each-ref", "--format=%(refname)").lines
      #expect(own.count < 20 && !own.contains { $0.contains("ctl") }, "\(own)")
    }
  }
}
