import TestSupport
import Testing

/// `stet diff --session` and `--since`: one diff that stock `git apply -R` takes.
@Suite struct ChosenDiffTests {
  /// Prints each file with mode and content, except the repository.
  private static let listing = """
    find . -path ./.git -prune -o -type f -print0 | sort -z |
      xargs -0 -I{} sh -c 'stat -c "%a %n" "$1"; sha256sum < "$1"' _ {}
    find . -path ./.git -prune -o -type l -printf '%p -> %l\\n' | sort
    """

  private static func seconds(_ folder: TestWorkspace) async throws -> Int {
    try #require(Int(try await folder.git("log", "-1", "--format=%ct", "refs/stet/tip").word))
  }

  /// Waits for the next second, since commits are distinguished by seconds.
  private static func nextSecond(after seconds: Int, _ folder: TestWorkspace) async throws {
    try await until { try #require(Int(try await folder.shell("date +%s").word)) > seconds }
  }

  @Test func `a diff of a time takes back all kinds of changes`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell(
        """
        mkdir -p a/b 'with space'
        printf 'one\\ntwo\\nthree\\nfour\\n' > a/text.md
        printf 'one\\r\\ntwo\\r\\nthree\\r\\n' > a/crlf.txt
        printf 'caf\\351\\nth\\351\\n' > a/latin.txt
        head -c 3000 /dev/urandom > a/binary.bin
        seq 100 > a/b/moved.md
        echo gone > gone.md
        printf 'no end' > noend.md
        echo run > run.sh
        ln -s a/text.md link
        echo x > 'with space/"quoted" ü.md'
        """)
      try await folder.barrier()
      let before = try await folder.shell(Self.listing).output
      let seconds = try await Self.seconds(folder)
      try await Self.nextSecond(after: seconds, folder)
      try await folder.shell(
        """
        sed -i 's/two/zwei/' a/text.md
        printf 'one\\r\\nzwei\\r\\nthree\\r\\n' > a/crlf.txt
        printf 'caf\\351\\nth\\352\\n' > a/latin.txt
        head -c 3000 /dev/urandom > a/binary.bin
        mv a/b/moved.md other.md && echo more >> other.md
        rm gone.md
        printf 'no end either' > noend.md
        chmod +x run.sh
        ln -sfn gone.md link
        echo y > 'with space/"quoted" ü.md'
        : > empty.md
        mkdir -p new/deep && printf '\\000\\001' > new/deep/file
        """)
      try await folder.barrier()
      let answer = try await folder.stet("diff", "--since", "@\(seconds + 1)")
      try answer.mustSucceed()
      #expect(answer.bytes.contains(0xEA) && answer.output.contains("rename from a/b/moved.md"), "\(answer)")
      try answer.bytes.write(to: folder.root + "/../session.patch")
      try await folder.shell("git apply -R --check ../session.patch && git apply -R ../session.patch").mustSucceed()
      #expect(try await folder.shell(Self.listing).output == before)
      try await folder.barrier()
      #expect(try await folder.stet("diff", "--since", "@\(seconds + 1)").output.isEmpty)
      #expect(try await folder.stet("diff", "--since", "1m", "--from", "HEAD").status == 2)
    }
  }

  @Test func `a diff of a session takes back what it did, and nothing of others`() async throws {
    try await TestWorkspace.run { folder in
      let text = (1...30).map { "line \($0)\n" }.joined()
      for name in ["shared.md", "moved.md", "gone.md", "lost.md"] { try folder.save(name, text) }
      try await folder.barrier()
      try await folder.agent("edit", "shared.md", "--old", "line 2\n", "--new", "agent 2\n").mustSucceed()
      try await folder.agent("edit", "lost.md", "--old", "line 9\n", "--new", "agent 9\n").mustSucceed()
      try await folder.agent("move", "moved.md", "sub/moved.md").mustSucceed()
      try await folder.agent("delete", "gone.md", "--if", try await folder.read("gone.md").token).mustSucceed()
      try await folder.agent("write", "new.md", "--if", "absent", input: "new\n").mustSucceed()
      try await folder.shell("sed -i 's/line 20/person 20/' shared.md && sed -i 's/agent 9/person 9/' lost.md")
      try await folder.barrier()
      try await folder.agent("edit", "shared.md", "--old", "line 29\n", "--new", "agent 29\n").mustSucceed()
      let answer = try await folder.stet("diff", "--session", "s1")
      try answer.mustSucceed()
      #expect(answer.errors.contains("Not in this diff: lost.md: line 9 was changed since"), "\(answer)")
      #expect(!answer.output.contains("person"), "\(answer)")
      try answer.bytes.write(to: folder.root + "/../session.patch")
      // A comparison leaves nothing in the repository.
      #expect(try await folder.shell("ls .git/stet/compared").output.isEmpty)
      try await folder.shell("git apply -R ../session.patch").mustSucceed()
      #expect(folder.text("shared.md") == text.replacing("line 20", with: "person 20"))
      #expect(folder.text("lost.md") == text.replacing("line 9\n", with: "person 9\n"))
      #expect(folder.text("moved.md") == text && folder.text("gone.md") == text)
      #expect(folder.text("sub/moved.md") == nil && folder.text("new.md") == nil)
      // git reports loose objects as missing if they are written during its check.
      try await until { try await folder.git("fsck", "--full", "--strict").status == 0 }
      #expect(try await folder.stet("diff", "--session", "nobody").status == 1)
      // To Stet it may be the save of an old buffer: the answer that the help names keeps the files.
      _ = try await folder.stet("sync", "--wait", "--timeout", "60")
      for question in try await folder.questions() where question.id.hasPrefix("stale-save-") {
        try await folder.stet("questions", "answer", question.id, "accept").mustSucceed()
      }
      #expect(try await folder.questions().isEmpty)
      #expect(folder.text("shared.md") == text.replacing("line 20", with: "person 20"))
    }
  }
}
