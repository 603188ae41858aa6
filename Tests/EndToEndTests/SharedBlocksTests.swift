import Testing

/// If a file system can share blocks, a content takes no space beside its object.
@Suite struct SharedBlocksTests {
  @Test(.tags(.slow), arguments: ["btrfs", "xfs"])
  func `what is placed and what is saved shares the blocks of its object`(system: String) async throws {
    try await Bench.take {
      try await TestWorkspace.onMachine { machine in
        let possible = try await machine.shell("test $(id -u) = 0 && command -v mkfs.\(system) unshare filefrag")
        guard possible.status == 0 else {
          print("\(system): left out, it needs root, unshare, filefrag and mkfs.\(system)")
          return
        }
        let remote = try await Remote(on: machine)
        let a = try await remote.workspace("a")
        try a.save(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
        try await a.barrier()
        try await machine.shell("head -c 12000000 /dev/urandom > film.bin; cp film.bin a/").mustSucceed()
        try await a.stet("sync", "--wait").mustSucceed()
        try await a.stet("stop")
        // In a mount namespace of its own: what is mounted goes with the last process, whatever becomes of the test.
        let script = """
          mkdir disk; truncate -s 400M image; mkfs.\(system) -q image > /dev/null
          mount -o loop image disk || exit 77
          $STET clone \(remote.path) disk/b > /dev/null; $STET -C disk/b start > /dev/null
          $STET -C disk/b read film.bin --wait 60 > read.bin
          cmp film.bin read.bin; cmp film.bin disk/b/film.bin
          cat film.bin film.bin > disk/b/saved.bin
          $STET -C disk/b sync --wait > /dev/null
          git -C disk/b show HEAD:saved.bin | grep -q '^size 24000000$'
          $STET -C disk/b stop > /dev/null; sync disk
          for file in film saved; do
            filefrag -v disk/b/$file.bin | grep -E '^ +[0-9]+:' > one; test -s one; cat one >> extents
          done
          grep -c -v shared extents || true
          """
        let outcome = try await machine.run(["unshare", "-m", "bash", "-ec", script], within: .seconds(120))
        guard outcome.status != 77 else {
          print("\(system): left out, no loop device")
          return
        }
        #expect(outcome.status == 0 && outcome.word == "0", "extents of its own: \(outcome)")
      }
    }
  }
}
