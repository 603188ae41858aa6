import TestSupport
import Testing

/// Packs that are joined while the folder rests.
@Suite struct JoinedPackTests {
  @Test func `many packs become few after a checkpoint, and stock git reads them`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("n.md", "text\n")
      try await a.barrier()
      try await a.shell(
        """
        for n in $(seq 60); do
          echo "object $n" | git hash-object -w --stdin | git pack-objects -q .git/objects/pack/pack >/dev/null
        done
        git prune-packed
        """)
      let last = try await a.shell("echo 'object 60' | git hash-object --stdin").output.prefix { $0 != "\n" }
      try a.save("n.md", "more\n")
      try await a.barrier()
      try await until {
        (Int(try await a.shell("ls .git/objects/pack/*.pack | wc -l").output.prefix { $0.isNumber }) ?? 99) < 5
      }
      #expect(try await a.git("cat-file", "blob", String(last)).output == "object 60\n")
      #expect(try await a.git("show", "refs/stet/tip:n.md").output == "more\n")
      try await a.git("fsck", "--full").mustSucceed()
      try a.save("n.md", "last\n")
      try await a.barrier()
      try await remote.expectConverged(folders)
    }
  }
}
