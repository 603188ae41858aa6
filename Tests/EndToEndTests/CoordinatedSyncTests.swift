import TestSupport
import Testing

/// Changes from other machines, and claims on the files that they change.
@Suite struct CoordinatedSyncTests {
  /// Claims a file in one folder, saves it in the other, and reports what was seen: `$CLAIM` is the claim, `event NAME`
  /// reads on until such an event.
  private static let opening = #"""
    coproc WATCH { exec "$STET" watch --json; }
    event() { until read -r line <&"${WATCH[0]}" && [[ $line == *"\"event\":\"$1\""* ]]; do :; done; echo "$1"; }
    ready() { read -t 0.2 -r _ <&"${WATCH[0]}"; }
    until "$STET" coordinate claim ready.md --for reading -- true && ready; do :; done
    CLAIM=$("$STET" coordinate claim note.md --for writing --expires 10m --name editor)
    TOKEN=$(git hash-object note.md)
    sed -i 's/^three$/from a/' ../a/note.md
    event fetched
    """#

  private func run(_ script: String, _ body: (TestWorkspace, Outcome) async throws -> Void) async throws {
    try await Remote.run { remote, folders in
      let (a, b) = (folders[0], folders[1])
      try a.save("note.md", "one\ntwo\nthree\n")
      try a.save("ready.md", "\n")
      try await a.barrier()
      try await b.barrier()
      let outcome = try await b.machine.shell(
        Self.opening + "\n" + script + "\nkill $WATCH_PID; wait $WATCH_PID || true", in: b.root)
      #expect(outcome.status == 0, "\(outcome)")
      try await body(b, outcome)
      try await remote.expectConverged(folders)
    }
  }

  @Test func `what another machine changed comes when the claim is given back`() async throws {
    try await run(
      #"""
      cat note.md
      "$STET" coordinate release $CLAIM > /dev/null
      event unclaimed; event adopted; cat note.md
      """#
    ) { _, outcome in
      #expect(
        outcome.lines == ["fetched", "one", "two", "three", "unclaimed", "adopted", "one", "two", "from a"],
        "\(outcome)")
    }
  }

  @Test func `it comes in the end also where the claim is kept, and the holder's write is merged with it`()
    async throws
  {
    try await run(
      #"""
      event adopted; cat note.md
      "$STET" coordinate list --json | grep -o '"holder":"editor"'
      export STET_CLAIM=$CLAIM
      printf 'of b\ntwo\nthree\n' | "$STET" write note.md --if $TOKEN > /dev/null
      "$STET" coordinate release $CLAIM > /dev/null
      """#
    ) { b, outcome in
      #expect(
        outcome.lines == ["fetched", "adopted", "one", "two", "from a", #""holder":"editor""#], "\(outcome)")
      #expect(b.text("note.md") == "of b\ntwo\nfrom a\n")
    }
  }
}
