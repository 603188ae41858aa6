import Testing

/// A pack that is damaged while the daemon runs: git refuses it as a whole, Stet takes out of it what is whole.
@Suite struct DamagedPackTests {
  /// `flip NAME BYTE` flips a bit in one of an object's bytes in the only pack; `flip "" BYTE` in one of the pack's own.
  private static let words = """
    flip() {
      pack=$(ls .git/objects/pack/*.pack); chmod u+w $pack; at=$2
      [ -z "$1" ] || at=$(git verify-pack -v ${pack%.pack}.idx |
        awk -v id=$(git rev-parse $1) -v b=$2 '$1 == id { print $5 + b }')
      perl -e 'open F, "+<", $ARGV[0]; seek F, $ARGV[1], 0; read F, $b, 1; seek F, $ARGV[1], 0;
        print F chr(ord($b) ^ 4)' $pack $at
    }

    """

  @Test(arguments: ["flip '' 5", "flip refs/stet/replayed/1 20", "flip refs/stet/replayed/2 3"])
  func `a flipped bit costs one object at most, and fetch and doctor go on`(damage: String) async throws {
    try await Remote.run(["a", "b"]) { remote, folders in
      let a = folders[0]
      try a.save("n.md", "text\n")
      try await a.barrier()
      try await a.shell(
        Self.words + """
          for n in 1 2 3 4; do
            blob=$(echo "only here $n" | git hash-object -w --stdin)
            tree=$(printf '100644 blob %s\\tn.md\\n' $blob | git mktree)
            git update-ref refs/stet/replayed/$n $(git commit-tree -m $n $tree)
          done
          git repack -adq; git prune-packed
          \(damage)
          """)
      try a.save("n.md", "more\n")
      try await a.stet("doctor")
      try await remote.expectConverged(folders)
      for number in 1...4 where !damage.contains("replayed/\(number)") {
        #expect(try await a.git("show", "refs/stet/replayed/\(number):n.md").output == "only here \(number)\n")
      }
      try await a.git("fsck", "--full").mustSucceed()
    }
  }

  @Test(arguments: [true, false])
  func `what is held can be held again where the pack with its commit is damaged`(isRunning: Bool) async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("n.md", "text\n")
      for text in ["zero", "half", "one"] {
        try a.save(".env", "PASSWORD=\(text)\n")
        try await a.barrier()
      }
      if !isRunning { try await a.stet("stop").mustSucceed() }
      try await a.shell(
        Self.words
          // Without deltas: an older commit would go with the one that it is a delta of.
          + "git rev-parse refs/stet/held; git repack -adfq --window=0; git prune-packed; flip refs/stet/held 20")
      if !isRunning { try await a.stet("start").mustSucceed() }
      try a.save("n.md", "more\n")
      try await a.barrier()
      #expect(try await remote.git("show", "main:n.md").output == "more\n")
      if isRunning { #expect(try await a.git("show", "refs/stet/held:.env").output == "PASSWORD=one\n") }
      try a.save(".env", "PASSWORD=two\n")
      try await a.barrier()
      #expect(try await a.git("show", "refs/stet/held:.env").output == "PASSWORD=two\n")
      // The commit of the last version is lost at most.
      let held = try await a.git("log", "--format=", "-p", "refs/stet/held", "--", ".env").mustSucceed().output
      for text in ["zero", "half", "two"] { #expect(held.contains("+PASSWORD=\(text)\n"), "\(held)") }
      let doctor = try await a.stet("doctor").output
      #expect(doctor.contains("the pack pack-"), "\(doctor)")
      #expect(doctor.contains("refs/stet/held named") == !isRunning && !doctor.contains("journal knows"), "\(doctor)")
      try await a.git("fsck", "--full").mustSucceed()
    }
  }
}
