import Testing

/// The output of `stet` commands in an agent's own process.
@Suite struct ProtectedReadingTests {
  private static let word = "xylophoneword"
  private static let commands = [
    "read Private/plan.md", "read Private/plan.md --at @~1", "search 'xylo*'", "search xylo --exact Private",
    "search one Private/plan.md --json", "search one --exact --in Private/plan.md", "search 'xyl*' --by user --json",
    "blame Private/plan.md", "diff", "diff --json", "diff Private",
    "diff --from @~2", "log --json", "log Private/plan.md", "provenance Private/plan.md --json", "list -r --json",
    "conflicts --json", "questions --json", "log --operations", "audit", "policy show", "status --json", "doctor",
    "restore Private/plan.md --at @~1", "write open.md --if absent < /dev/null", "move Private/plan.md out.md",
    "edit Private/plan.md one two", "download Private/plan.md --no-wait --json", "evict Private", "pin Private",
    "unpin Private",
  ]

  @Test func `a process of an agent is shown nothing that is protected`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir -p .stet")
      try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\"]\n")
      try folder.save("open.md", "open\n")
      try await folder.barrier()
      try await folder.shell("mkdir Private")
      try folder.save("Private/plan.md", "one\n\(Self.word) old\n")
      try await folder.barrier()
      try folder.save("Private/plan.md", "one\n\(Self.word) new\n")
      try folder.save("open.md", "open, too\n")
      try await folder.barrier()
      let stet = "'\(Machine.binary)'"
      for command in Self.commands {
        let shown = try await folder.shell("\(stet) \(command) || true", with: ["STET_AGENT": "bot"])
        #expect(!(shown.output + shown.errors).contains(Self.word), "\(command)")
      }
      let person = try await folder.shell(
        "\(stet) search 'xylo*' && \(stet) search xylo --exact && \(stet) diff --from @~2 && \(stet) read Private/plan.md"
      )
      #expect(person.output.split(separator: Self.word).count > 4)
      let rest = try await folder.shell("\(stet) diff --from @~2", with: ["STET_AGENT": "bot"])
      #expect(rest.output.contains("+open, too"))
    }
  }
}
