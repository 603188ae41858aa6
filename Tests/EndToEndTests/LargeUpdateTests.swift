import Testing

/// Large files whose newer version comes from elsewhere: each ends at the newest.
@Suite struct LargeUpdateTests {
  private static let attributes = "*.bin filter=lfs diff=lfs merge=lfs -text\n"

  @Test func `what was evicted once and saved over gets the newer version from elsewhere`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save(".gitattributes", Self.attributes)
      try await a.shell("head -c 200000 /dev/urandom > big.bin")
      try await a.barrier()
      _ = try await b.until("cmp -s big.bin ../a/big.bin")
      try await b.barrier()
      try await b.stet("evict", "big.bin").mustSucceed()
      try await b.shell("head -c 210000 /dev/urandom > big.bin")
      try await b.barrier()
      _ = try await a.until("cmp -s big.bin ../b/big.bin")
      try await a.barrier()
      try await a.shell("head -c 220000 /dev/urandom > big.bin")
      try await a.barrier()
      try await b.barrier()
      let arrived = try await b.until("cmp -s big.bin ../a/big.bin")
      #expect(arrived.status == 0)
      try await b.barrier()
      // The index gets a large file's stat once more after the second of its time, while no git holds the lock.
      _ = try await b.until("test -z \"$(GIT_OPTIONAL_LOCKS=0 git status --porcelain)\"")
      try await b.expectQuiet()
      for folder in folders { try await folder.stet("stop") }
    }
  }

  @Test func `with lazy an older content gives way to the newer one, and a placeholder stays one`() async throws {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save(".gitattributes", Self.attributes)
      try await a.shell("mkdir -p .stet; printf '[placeholders]\\ndownload = \"lazy\"\\n' > .stet/policy.toml")
      try await a.shell("for f in big other; do head -c 200000 /dev/urandom > $f.bin; done")
      try await a.barrier()
      _ = try await a.stet("policy", "accept")
      let b = try await remote.clone("b")
      _ = try await b.stet("policy", "accept")
      try await b.stet("download", "big.bin").mustSucceed()
      _ = try await b.until("cmp -s big.bin ../a/big.bin")
      _ = try await b.stet("evict", "other.bin")
      try await a.shell("for f in big other; do head -c 220000 /dev/urandom > $f.bin; done")
      try await a.barrier()
      try await b.barrier()
      let arrived = try await b.until("cmp -s big.bin ../a/big.bin")
      #expect(arrived.status == 0)
      #expect(b.hasPlaceholder("other.bin"))
      for folder in [a, b] { try await folder.stet("stop") }
    }
  }

  @Test func `a save over a content whose newer one could not come yet is a conflict`() async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save(".gitattributes", Self.attributes)
      try await a.shell("head -c 200000 /dev/urandom > big.bin")
      try await a.barrier()
      _ = try await b.until("cmp -s big.bin ../a/big.bin")
      try await b.barrier()
      try await b.stet("stop").mustSucceed()
      try await a.shell("head -c 220000 /dev/urandom > big.bin")
      try await a.barrier()
      // Its object is not to be had for a while.
      try await remote.machine.shell("mv \(remote.path)/lfs away").mustSucceed()
      try await b.stet("start").mustSucceed()
      _ = try await b.until("git cat-file -e $(git -C ../remote.git rev-parse main)")
      _ = try await b.until("test \"$(git rev-parse refs/stet/tip)\" = \"$(git -C ../remote.git rev-parse main)\"")
      try await b.shell("head -c 230000 /dev/urandom > big.bin; cp big.bin ../saved")
      let listed = try await b.until("$STET conflicts | grep -q big.bin")
      #expect(listed.status == 0)
      #expect(try await b.conflicts().map(\.path) == ["big.bin"])
      try await remote.machine.shell("mkdir -p \(remote.path)/lfs; cp -a away/. \(remote.path)/lfs/").mustSucceed()
      try await b.shell("cmp big.bin ../saved")
      for folder in folders { try await folder.stet("stop") }
    }
  }
}
