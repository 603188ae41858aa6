import FoundationEssentials
import TestSupport
import Testing

/// The manual pages of the program, and the completion of its shells.
@Suite struct ManualTests {
  @Test func `the pages are read without a warning`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.stet("manual", "../man/man1").mustSucceed()
      let check = """
        cd ../man/man1 && for page in *.1; do
          if command -v man >/dev/null; then
            LC_ALL=C.UTF-8 MANROFFSEQ= MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null |
              sed "s/^/$page: /"
          fi
          if command -v mandoc >/dev/null; then mandoc -T lint -W warning "$page" 2>&1; fi
        done; true
        """
      let checked = try await folder.shell(check)
      #expect(checked.status == 0 && checked.output.isEmpty, "\(checked)")
      let shown = try await folder.shell("cd ../man && LC_ALL=C.UTF-8 MANWIDTH=80 man -M . -P cat stet-query")
      #expect(shown.output.contains("Find documents by their front matter"), "\(shown)")
      #expect(shown.output.contains("stet query research --where bookId=book_123"), "\(shown)")
    }
  }

  /// Returns the candidates of bash for the last word of a command line, called in a folder.
  private static func complete(
    _ folder: TestWorkspace, in directory: String = ".", _ words: [String]
  ) async throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      set +eu
      cd '\(directory)'
      source <("$STET" --generate-completion-script bash)
      COMP_WORDS=("$STET" \(list)); COMP_CWORD=\(words.count)
      COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      _stet "$STET" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try await folder.shell(script).lines
  }

  @Test func `the shell completes paths in the folder of -C, also without a daemon, and runs nothing in a name`()
    async throws
  {
    try await TestWorkspace.run { folder in
      try await folder.shell(
        "mkdir -p Research/Deep && echo x > Research/whales.md && echo x > Recipe.md && echo x > 'Run $(touch ran).md'")
      try await folder.barrier()
      let run = ["write", "a.md", "--agent", "A$(touch ran)", "--session", "s1", "--if", "absent"]
      try await folder.stet(run, input: "x\n").mustSucceed()
      #expect(
        try await Self.complete(folder, ["read", "a.md", "--agent", "A"]).contains { $0.hasPrefix("A$(touch") })
      try await folder.stet("stop").mustSucceed()
      for (directory, words, paths) in [
        ("/", ["-C", folder.root, "log", "Re"], ["Recipe.md", "Research/"]),
        ("/", ["-C", folder.root, "log", "Res"], ["Research/", "Research/Deep/", "Research/whales.md"]),
        ("/", ["-C", folder.root, "search", "x", "--in", "Research/w"], ["Research/whales.md"]),
        ("/", ["-C", folder.root, "watch", "Ru"], ["Run $(touch ran).md"]),
        ("Research", ["blame", "wh"], ["whales.md"]), ("Research", ["blame", "../Rec"], ["../Recipe.md"]),
        (".", ["move", "Recipe.md", "Research/D"], ["Research/Deep/"]),
        ("/", ["list", folder.root + "/Rec"], [folder.root + "/Recipe.md"]),
      ] {
        #expect(try await Self.complete(folder, in: directory, words) == paths, "\(words)")
      }
      #expect(folder.text("ran") == nil && folder.text("Research/ran") == nil)
    }
  }

  @Test func `the shell completes named queries, agents and sessions`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir .stet")
      try folder.save(".stet/queries.toml", "[reading]\nin = \"Research\"\n")
      try await folder.barrier()
      try await folder.stet("write", "a.md", "--agent", "Robo", "--session", "s1", "--if", "absent", input: "x\n")
        .mustSucceed()
      try await folder.stet("write", "b.md", "--agent", "Other", "--session", "s2", "--if", "absent", input: "x\n")
        .mustSucceed()
      func complete(_ words: String...) async throws -> [String] { try await Self.complete(folder, words) }
      #expect(try await complete("query", "re") == ["reading", "research"])
      #expect(try await complete("read", "a.md", "--agent", "R").contains("Robo"))
      #expect(try await complete("undo", "--session", "s") == ["s2", "s1"])
      #expect(try await complete("read", "a.md", "--agent", "Robo", "--session", "s") == ["s1"])
    }
  }
}
