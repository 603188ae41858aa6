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

  @Test func `the shell completes named queries, agents and sessions`() async throws {
    try await TestWorkspace.run { folder in
      try await folder.shell("mkdir .stet")
      try folder.save(".stet/queries.toml", "[reading]\nin = \"Research\"\n")
      try await folder.barrier()
      try await folder.stet("write", "a.md", "--agent", "Robo", "--session", "s1", "--if", "absent", input: "x\n")
        .mustSucceed()
      try await folder.stet("write", "b.md", "--agent", "Other", "--session", "s2", "--if", "absent", input: "x\n")
        .mustSucceed()
      func complete(_ words: String...) async throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
          set +eu
          source <("$STET" --generate-completion-script bash)
          COMP_WORDS=("$STET" \(list)); COMP_CWORD=\(words.count)
          COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
          _stet "$STET" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """
        return try await folder.shell(script).lines
      }
      #expect(try await complete("query", "re") == ["reading", "research"])
      #expect(try await complete("read", "a.md", "--agent", "R").contains("Robo"))
      #expect(try await complete("undo", "--session", "s") == ["s2", "s1"])
      #expect(try await complete("read", "a.md", "--agent", "Robo", "--session", "s") == ["s1"])
    }
  }
}
