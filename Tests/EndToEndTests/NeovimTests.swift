import Glibc
import TestSupport
import Testing

/// The plugin for Neovim, in Neovim.
@Suite struct NeovimTests {
  /// The folder of the plugin.
  private static let plugin =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    + "/integrations/neovim"

  /// Lines that start Neovim on `letter.md`, and wait until Stet knows that it is open.
  private static let start = """
    nvim() { command nvim --headless --clean "$@"; }
    ask() { nvim --server $TMPDIR/nvim --remote-expr "$1" 2>&1; }
    type() { nvim --server $TMPDIR/nvim --remote-send "$1" > /dev/null; }
    command nvim --headless --clean --listen $TMPDIR/nvim --cmd "set rtp^=\(plugin)" --cmd "let g:stet_command='$STET'" \
      letter.md < /dev/null > $TMPDIR/words 2>&1 &
    editor=$!; trap 'kill $editor' EXIT
    until "$STET" coordinate list | grep -q 'letter.md *Neovim'; do read -rt 0.1 <> <(:) || true; done

    """

  private func run(_ workspace: TestWorkspace, _ script: String) async throws -> Outcome {
    try workspace.save("letter.md", (1...20).map { "line \($0)\n" }.joined())
    try await workspace.barrier()
    let outcome = try await workspace.shell(Self.start + script, within: .seconds(60))
    #expect(!outcome.wasStopped, "\(outcome) \(String(file: workspace.machine.place + "/tmp/words") ?? "")")
    return outcome
  }

  @Test func `it saves when somebody is about to work on the file`() async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await run(
        workspace,
        """
        type 'ggOnot saved yet<Esc>'
        until [ "$(ask '&modified')" = 1 ]; do read -rt 0.05 <> <(:) || true; done
        "$STET" coordinate claim letter.md --for merging -- head -n 1 letter.md
        [ "$(ask '&modified')" = 0 ]
        """)
      #expect(outcome.lines == ["not saved yet"], "\(outcome)")
      try await workspace.barrier()
      #expect(try await workspace.blame("letter.md").first?.author.kind == "user")
    }
  }

  @Test func `it shows what an agent wrote, where the cursor was, and can take it back`() async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await run(
        workspace,
        """
        type '15Gfe'
        "$STET" edit letter.md --old 'line 3' --new 'line three' --agent Codex > /dev/null
        until [ "$(ask 'getline(3)')" = 'line three' ]; do read -rt 0.05 <> <(:) || true; done
        echo "$(ask 'line(".")') $(ask 'col(".")') $(ask '&modified')"
        type 'u'
        until [ "$(ask 'getline(3)')" = 'line 3' ]; do read -rt 0.05 <> <(:) || true; done
        """)
      #expect(outcome.lines == ["15 4 0"], "\(outcome)")
    }
  }

  @Test func `it throws away nothing that was typed and not saved`() async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await run(
        workspace,
        """
        type 'Gomine<Esc>'; until [ "$(ask '&modified')" = 1 ]; do read -rt 0.05 <> <(:) || true; done
        "$STET" edit letter.md --old 'line 3' --new 'line three' --agent Codex > /dev/null
        until grep -q 'the file changed' $TMPDIR/words; do read -rt 0.05 <> <(:) || true; done
        echo "$(ask 'getline("$")')"
        "$STET" coordinate claim letter.md --for merging -- true 2>&1 | grep -o 'could not save it'
        """)
      #expect(outcome.lines == ["mine", "could not save it"], "\(outcome)")
    }
  }

  @Test func `it follows a file that is moved, and gives it up when it is closed`() async throws {
    try await TestWorkspace.run { workspace in
      let outcome = try await run(
        workspace,
        """
        "$STET" move letter.md note.md --agent Codex > /dev/null
        until [ "$(ask 'expand("%:t")')" = note.md ]; do read -rt 0.05 <> <(:) || true; done
        type 'Gomine<Esc>:w<CR>'; until grep -q mine note.md; do read -rt 0.05 <> <(:) || true; done
        [ ! -e letter.md ]; "$STET" coordinate list
        type ':qa!<CR>' || true; wait $editor || true; trap - EXIT
        until "$STET" coordinate list | grep -q '^Nothing'; do read -rt 0.05 <> <(:) || true; done
        """)
      #expect(outcome.lines.count == 1 && outcome.output.contains("note.md"), "\(outcome)")
    }
  }
}
