import Glibc
import Testing

/// Editors that have a file open, as `stet status` reports.
@Suite struct PresenceTests {
  /// Opens `letter.md` in a terminal and waits until its file lies beside it.
  private static func open(_ command: String, _ file: String, typing keys: String = "") -> String {
    """
    tmux() { command tmux -S $TMPDIR/terminal "$@"; }
    tmux new-session -d '\(command) letter.md'; until tmux capture-pane -p | grep -q Dear; do read -rt 0.05 <> <(:) || true; done
    \(keys.isEmpty ? "" : "tmux send-keys -l '\(keys)'")
    until [ -e '\(file)' ] || [ -L '\(file)' ]; do read -rt 0.05 <> <(:) || true; done
    until "$STET" status --json | grep -q '"program"'; do read -rt 0.05 <> <(:) || true; done
    """
  }

  @Test(arguments: [
    ("vim", "vim -N -u NONE -i NONE -c \"set directory=.\"", ".letter.md.swp", ""),
    ("nano", "nano -I --locking", ".letter.md.swp", ""),
    ("emacs", "emacs -Q -nw", ".#letter.md", "x"),
  ]) func `an editor that is open is told with its process, and one that was killed as gone`(
    _ name: String, _ command: String, _ file: String, _ keys: String
  ) async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("letter.md", "Dear Ann\n")
      try await workspace.barrier()
      let outcome = try await workspace.shell(
        Self.open(command, file, typing: keys) + "\n"
          + """
          "$STET" status; "$STET" status --json > $TMPDIR/before
          pid=$(grep -o '"pid":[0-9]*,"program"' $TMPDIR/before | grep -o '[0-9]*'); cat /proc/$pid/comm
          kill -9 $pid
          until "$STET" status --json | grep -q '"stale":true'; do read -rt 0.05 <> <(:) || true; done
          "$STET" status | grep gone; tmux kill-server 2> /dev/null || true
          """)
      #expect(outcome.output.contains("letter.md (\(name)"), "\(outcome)")
      #expect(outcome.lines.dropLast().last?.hasPrefix(name) == true, "\(outcome)")
      #expect(outcome.lines.last?.contains("which has gone") == true, "\(outcome)")
      #expect(String(file: workspace.machine.place + "/tmp/before")?.contains(#""stale":false"#) == true)
    }
  }

  @Test func `a file of an office program is told with its user`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("letter.odt", "x\n")
      try workspace.save(".~lock.letter.odt#", "Ann Smith,ann,laptop,21.11.2026 10:00,file:///home/ann;")
      try await workspace.barrier()
      let outcome = try await workspace.shell(
        "until \"$STET\" status | grep -q LibreOffice; do read -rt 0.05 <> <(:) || true; done; \"$STET\" status")
      #expect(outcome.output.contains("letter.odt (LibreOffice, Ann Smith on laptop)"), "\(outcome)")
    }
  }
}
