import Testing

/// A file that is too large to be merged, changed on both sides.
@Suite struct LargeFileMergeTests {
  /// The daemon's limit of memory for it in kilobytes: less than one version of the file; 45 MB are used at rest.
  private static let bound = 100_000

  @Test(.tags(.slow)) func `a file of 130 MB that both sides changed costs little memory and holds up no other`()
    async throws
  {
    try await Remote.run(["a"]) { remote, folders in
      let a = folders[0]
      try a.save("note.md", "one\n")
      try await a.barrier()
      let other = a.machine.place + "/other"
      // Everything is published before, so that the push is the only one.
      let push = "git push -q origin main || { git fetch; git log --stat HEAD..origin/main; exit 1; }"
      try await a.machine.run(["git", "clone", "-q", remote.path, other]).mustSucceed()
      try await a.machine.shell(
        // The content need not be compressed, which takes longest.
        "git config core.compression 0; seq 16000000 > big.txt; git add .; git commit -qm big; " + push, in: other,
        within: .seconds(120)
      ).mustSucceed()
      try await a.barrier()
      try await a.stet("stop").mustSucceed()
      try await a.shell(
        "sed -i '1s/.*/our one/' big.txt; git -c core.compression=0 commit -qam ours; echo ours > ours.md",
        within: .seconds(120))
      try await a.machine.shell(
        "sed -i '1s/.*/their one/' big.txt; echo theirs > theirs.md; git add .; git commit -qm theirs; " + push,
        in: other, within: .seconds(120)
      ).mustSucceed()
      try await a.stet("start").mustSucceed()
      try await a.barrier()
      #expect(a.text("theirs.md") == "theirs\n" && a.text("ours.md") == "ours\n")
      #expect(try await a.conflicts().map(\.path) == ["big.txt"])
      // If the upload takes a while, the commits are made again as one line (decision 32): the words stay.
      let words = try await a.git("log", "--format=%B", "--grep=conflict", "-1").mustSucceed().output
      let history = try await a.git("log", "--graph", "--decorate", "--stat", "-8")
      #expect(words.contains("big.txt: the versions are too large to be mixed"), "\(words)\n\(history)")
      let peak = try await a.shell("grep VmHWM /proc/$(cat .git/stet/lock)/status").lines.first ?? ""
      let kilobytes = peak.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? .max
      #expect(kilobytes < Self.bound, "\(peak)")
      try await a.machine.shell("git pull -q; cat ours.md; git fsck --strict", in: other, within: .seconds(120))
        .mustSucceed()
    }
  }
}
