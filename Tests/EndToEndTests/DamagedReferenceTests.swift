import Testing

/// References that name nothing: Stet repairs them, says so, and continues; nothing is asked and nothing is lost.
@Suite struct DamagedReferenceTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The lines of shell before the damage; the daemon runs.
    let before: String
    /// The damage to the repository.
    let script: String
  }

  private static let stop = "$STET stop"
  private static let kill = "kill -9 $(cat .git/stet/lock)"

  @Test(arguments: [": > .git/config", "rm .git/config"])
  func `a barrier waits for a configuration that was damaged a moment ago`(damage: String) async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      for round in 1...3 {
        let outcome = try await a.shell("echo \(round) > n.md; \(damage); $STET sync --wait")
        #expect(!outcome.output.contains("no remote"), "\(outcome)")
        #expect(try await remote.git("show", "main:n.md").output == "\(round)\n")
      }
    }
  }

  @Test(arguments: [
    Damage(testDescription: "an empty branch", before: stop, script: ": > .git/refs/heads/main"),
    Damage(testDescription: "a zero branch", before: kill, script: "head -c 41 /dev/zero > .git/refs/heads/main"),
    Damage(testDescription: "a garbled branch", before: ":", script: "echo garbage > .git/refs/heads/main"),
    Damage(testDescription: "a garbled HEAD", before: ":", script: "echo xx > .git/HEAD"),
    Damage(testDescription: "an empty HEAD", before: stop, script: ": > .git/HEAD"),
    Damage(testDescription: "an empty tip", before: ":", script: ": > .git/refs/stet/tip"),
    Damage(testDescription: "a zero tip", before: kill, script: "head -c 41 /dev/zero > .git/refs/stet/tip"),
    Damage(
      testDescription: "no reference of Stet's", before: stop,
      script: "for r in $(find .git/refs/stet -type f); do echo zz > $r; done"),
    Damage(
      testDescription: "references to the remote", before: ":",
      script: "echo zz > .git/refs/remotes/origin/main; : > .git/refs/stet/seen/origin/main"),
    Damage(
      testDescription: "a lock of the reference to the remote that a killed fetch left", before: ":",
      script: """
        mkdir -p .git/refs/remotes/origin; : > .git/refs/remotes/origin/main.lock
        touch -d '3 hours ago' .git/refs/remotes/origin/main.lock; $STET sync --wait
        """),
    Damage(
      testDescription: "a flipped bit in the reference to the remote", before: stop,
      script: "git rev-parse HEAD | tr 0-9a-f 1-9a-f0 > .git/refs/remotes/origin/main; rm -rf .git/logs/refs/remotes"),
    Damage(
      testDescription: "a flipped bit in what was seen of the remote", before: stop,
      script: "git rev-parse HEAD | tr 0-9a-f 1-9a-f0 > .git/refs/stet/seen/origin/main"),
    Damage(testDescription: "a deleted HEAD", before: stop, script: "rm .git/HEAD"),
    Damage(
      testDescription: "a kept commit that is empty", before: kill,
      script: """
        id=$(git commit-tree -m x HEAD^{tree}); git update-ref refs/stet/replayed/20000 $id
        f=.git/objects/${id:0:2}/${id:2}; chmod u+w $f; : > $f
        """),
    Damage(
      testDescription: "a kept commit with a flipped bit in a pack", before: ":",
      script: """
        id=$(git commit-tree -m x HEAD^{tree}); git update-ref refs/stet/replayed/20000 $id; git repack -adq
        pack=$(ls .git/objects/pack/*.pack); chmod u+w $pack
        at=$(git verify-pack -v ${pack%.pack}.idx | awk -v id=$id '$1 == id { print $5 + 20 }')
        perl -e 'open F, "+<", $ARGV[0]; seek F, $ARGV[1], 0; read F, $b, 1; seek F, $ARGV[1], 0;
          print F chr(ord($b) ^ 4)' $pack $at
        """),
    Damage(
      testDescription: "a branch and a tag of the person's that name what is nowhere", before: ":",
      script: "for r in heads/other tags/mine; do echo 1111111111111111111111111111111111111111 > .git/refs/$r; done"),
    Damage(
      testDescription: "packed references cut short", before: stop,
      script: "git pack-refs --all; n=$(stat -c %s .git/packed-refs); truncate -s $((n - 20)) .git/packed-refs"),
    Damage(
      testDescription: "garbled packed references", before: stop,
      script: "git pack-refs --all; head -c 200 /dev/urandom > .git/packed-refs"),
  ])
  func `it is mended, and everything goes on`(_ damage: Damage) async throws {
    try await Remote.run(["a", "b"]) { remote, folders in
      let a = folders[0]
      for round in 1...3 {
        try a.save("n\(round).md", "text \(round)\n")
        try await a.barrier()
      }
      try await a.agent("write", "agent.md", input: "the agent's\n").mustSucceed()
      try await a.barrier()
      let commits = try await a.log().map(\.commit)
      try await a.shell(damage.before + "\n" + damage.script)
      try a.save("n1.md", "changed\n")
      try await a.agent("append", "agent.md", input: "more\n").mustSucceed()
      try await remote.expectConverged(folders)
      #expect(try await a.questions().isEmpty)
      let after = try await a.log().map(\.commit)
      #expect(after.suffix(commits.count) == commits[...])
      #expect(after.count == commits.count + 2)
      #expect(try await a.blame("agent.md").map(\.author.name) == ["Claude", "Claude"])
    }
  }
}
