import Testing

/// Many processes that change different lines of one file at the same moment.
@Suite struct ParallelEditTests {
  /// How many processes; a thousand with `STET_LONG`.
  static let counts = Machine.isLong ? [2, 10, 50, 1_000] : [2, 10, 50]

  /// Starts them all, each of which notes how it ended, and says which are said to be done.
  private func run(_ count: Int, _ command: String, in workspace: TestWorkspace) async throws -> Set<Int> {
    let text = (1...count).map { "line \($0) stands here\n" }.joined()
    try workspace.save("shared.md", text)
    try await workspace.barrier()
    let token = try await workspace.read("shared.md").token
    // All of them wait at one pipe until it is closed, so that they start as nearly at once as the machine can.
    try await workspace.shell(
      #"""
      mkdir $TMPDIR/ended
      mkfifo $TMPDIR/go
      for n in $(seq $COUNT); do $STET -C . read shared.md --agent A$n --session s$n > /dev/null; done
      exec 9<> $TMPDIR/go 8< $TMPDIR/go
      for n in $(seq $COUNT); do
        ( exec 9>&-
          read -r _ <&8 || true
          exec 8<&-
          status=0; eval "$COMMAND" > /dev/null 2> $TMPDIR/ended/$n.text || status=$?
          echo $status > $TMPDIR/ended/$n ) &
      done
      exec 8<&- 9>&-; wait
      """#, with: ["COUNT": String(count), "TOKEN": token, "COMMAND": command], within: .seconds(600))
    var done: Set<Int> = []
    for number in 1...count {
      let ended = try await workspace.machine.shell("cat $TMPDIR/ended/\(number){,.text}", in: workspace.root).lines
      #expect(ended.first == "0" || ended.first == "3", "\(ended)")
      if ended.first == "0" { done.insert(number) }
    }
    return done
  }

  private func expectKept(_ done: Set<Int>, _ count: Int, in workspace: TestWorkspace) async throws {
    try await workspace.barrier()
    let lines = (workspace.text("shared.md") ?? "").split(separator: "\n")
    #expect(lines.count == count)
    for (index, line) in lines.enumerated() {
      let number = index + 1
      #expect(line == (done.contains(number) ? "LINE \(number) stands here" : "line \(number) stands here"))
    }
    let blame = try await workspace.blame("shared.md")
    for number in done {
      #expect(blame[number - 1].author == RecordedAuthor(kind: "agent", name: "A\(number)", session: "s\(number)"))
    }
    try await workspace.expectQuiet()
  }

  @Test(arguments: counts)
  func `every edit stands, each by its author`(_ count: Int) async throws {
    try await TestWorkspace.run { workspace in
      let done = try await run(
        count, #"$STET -C . edit shared.md --old "line $n stands" --new "LINE $n stands" --agent A$n --session s$n"#,
        in: workspace)
      #expect(done.count == count)
      try await expectKept(done, count, in: workspace)
    }
  }

  @Test(arguments: counts)
  func `of whole files written from one version each is merged or honestly refused`(_ count: Int) async throws {
    try await TestWorkspace.run { workspace in
      let done = try await run(
        count,
        #"seq $COUNT | sed "s/.*/line & stands here/;s/^line $n /LINE $n /" | "#
          + "$STET -C . write shared.md --if $TOKEN --agent A$n --session s$n",
        in: workspace)
      #expect(!done.isEmpty)
      try await expectKept(done, count, in: workspace)
    }
  }
}
