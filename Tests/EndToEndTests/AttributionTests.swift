import Testing

/// The author of each line, with real editors, shells and git, and the JSON that agents hand their hooks.
@Suite struct AttributionTests {
  @Test(arguments: AttributionCase.tools + AttributionCase.commands)
  func `each line is its author's, or unsure where nobody can know`(_ item: AttributionCase) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\ntwo\nthree\n")
      try await workspace.barrier()
      try await workspace.shell(item.before)
      try await workspace.shell(
        #"perl -e '$0 = "claude"; exit(system("bash", "-c", $ARGV[0]) >> 8)' "$LINES""#, with: ["LINES": item.lines])
      try await workspace.barrier()
      let found = try await workspace.blame(item.path).map { line in
        let session = line.author.session.map { " \($0)" } ?? ""
        return "\(line.text.filter { !$0.isNewline }): \(line.author.kind)\(session)"
      }
      #expect(found == item.expected)
      try await workspace.shell("tmux -S $TMPDIR/terminal kill-server 2> $TMPDIR/none || true")
    }
  }
}
