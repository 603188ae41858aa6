import Testing

/// An agent whose daemon is killed between a write and its answer.
@Suite struct KilledDaemonTests {
  /// Appends a line a round, kills the daemon as soon as the tip has moved, and makes the call again where it was not
  /// answered; prints how each round went: `answered`, `undone` or `between`, and what the second call was answered.
  private static let rounds = #"""
    ask() {
      printf '{"jsonrpc":"2.0","id":"%s","method":"tools/call","params":{"name":"append_file","arguments":{"path":"a.md","content":"line %s\\n","session":"s"}}}\n' "$1" "$2" >&"$to"
    }
    tip() { read -r now < .git/refs/stet/tip || now=; }
    coproc AGENT { exec "$STET" -C "$PWD" mcp 2> "$TMPDIR/mcp"; }
    exec {to}>&"${AGENT[1]}" {from}<&"${AGENT[0]}"
    printf '%s\n' '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}' >&"$to"
    read -r _ <&"$from"
    between=0
    for n in $(seq 40); do
      [ "$between" -lt 3 ] || break
      daemon=$("$STET" status --json | sed 's/.*"pid":\([0-9]*\).*/\1/')
      tip; before=$now
      ask "first-$n" "$n"
      for _ in $(seq 20000); do tip; [ "$now" = "$before" ] || break; done
      kill -9 "$daemon"
      read -r -t 20 answer <&"$from" || exit 3
      case $answer in
        *'"isError":true'*) ;;
        *) echo "$n answered"; continue ;;
      esac
      tip
      if [ "$now" = "$before" ]; then how=undone; else how=between; between=$((between + 1)); fi
      ask "again-$n" "$n"
      read -r -t 20 answer <&"$from" || exit 4
      case $answer in
        *'"isError":true'*) echo "$n refused $answer" ;;
        *'you made this very call'*) echo "$n $how told" ;;
        *) echo "$n $how done" ;;
      esac
    done
    kill "$AGENT_PID"; wait "$AGENT_PID" || true
    """#

  @Test func `the same call made again is answered and not done again, whenever the daemon was killed`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      let outcome = try await workspace.shell(Self.rounds, within: .seconds(120))
      let rounds = outcome.lines.map { $0.split(separator: " ").map(String.init) }
      #expect(rounds.contains { $0.dropFirst().first == "between" }, "no kill came between: \(outcome)")
      for round in rounds where round.count > 1 && round[1] != "answered" {
        #expect(["undone", "between"].contains(round[1]), "\(round)")
        // A write on the tip was done; another one may have been, and is completed from the journal.
        if round[1] == "between" { #expect(round.last == "told", "\(round)") }
      }
      try await workspace.barrier()
      let lines = rounds.compactMap { $0.first.map { "line \($0)\n" } }
      #expect(workspace.text("a.md") == "one\n" + lines.joined())
      let commits = try await workspace.log("a.md")
      #expect(commits.count == lines.count + 1 && commits.dropLast().allSatisfy { $0.author.kind == "agent" })
      try await workspace.expectQuiet()
    }
  }
}
