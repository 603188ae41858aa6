import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A workspace with its daemon, driven from outside as a person or another program would.
final class TestWorkspace: Sendable {
  /// The folder.
  let root: String
  /// The machine it is on.
  let machine: Machine

  /// The word for an agent of the tests.
  static let agent = ["--agent", "Claude", "--session", "s1"]

  init(root: String, on machine: Machine) {
    self.root = root
    self.machine = machine
  }

  /// Runs a body in a new, empty workspace whose daemon is up, and takes both away again.
  static func run(_ body: (TestWorkspace) async throws -> Void) async throws {
    try await Bench.take {
      try await onMachine { machine in
        let workspace = TestWorkspace(root: machine.place + "/Notes", on: machine)
        try await workspace.initialize()
        try await workspace.stet("start").mustSucceed()
        try await body(workspace)
      }
    }
  }

  /// Runs a body on a new machine; ends what still runs there, and removes it.
  static func onMachine(_ person: String = "Ann", _ body: (Machine) async throws -> Void) async throws {
    let machine = try Machine(person)
    do {
      try await body(machine)
    } catch {
      await machine.end()
      throw error
    }
    await machine.end()
  }

  /// Makes the folder a workspace.
  func initialize(_ more: String...) async throws {
    try await machine.run([Machine.binary, "init", root, "--no-template"] + more).mustSucceed()
  }

  /// Runs `stet` in this folder.
  @discardableResult
  func stet(_ arguments: String..., input: String = "", within limit: Duration = .seconds(90)) async throws -> Outcome {
    try await stet(arguments, input: input, within: limit)
  }

  /// Runs `stet` in this folder. A start is complete on return: the changes since the last stop are recorded.
  @discardableResult
  func stet(_ arguments: [String], input: String = "", within limit: Duration = .seconds(90)) async throws -> Outcome {
    let arguments = arguments == ["start"] ? ["start", "--wait"] : arguments
    return try await machine.run([Machine.binary, "-C", root] + arguments, in: "/", input: input, within: limit)
  }

  /// Runs `stet` in this folder in a terminal, as the person; the errors are in the output.
  @discardableResult
  func terminal(_ line: String) async throws -> Outcome {
    try await machine.run(["script", "-qec", "'\(Machine.binary)' -C '\(root)' \(line)", "/dev/null"], in: "/")
  }

  /// Runs an agent's `stet`.
  @discardableResult
  func agent(_ arguments: String..., input: String = "") async throws -> Outcome {
    try await stet(arguments + Self.agent, input: input)
  }

  /// Waits until everything saved before is recorded, published and followed by branch and index.
  @discardableResult
  func barrier(_ location: SourceLocation = #_sourceLocation) async throws -> Outcome {
    let outcome = try await stet("sync", "--wait", "--timeout", "60")
    if outcome.status != 0 {
      let state = try await machine.shell(
        "$STET status; $STET questions; cat .git/stet/log; git log --graph --oneline --all | head -30; ls -la .git",
        in: root)
      Issue.record("sync --wait: \(outcome)\n\(state)", sourceLocation: location)
    }
    return outcome
  }

  /// Runs lines of shell in the folder, as the person.
  @discardableResult
  func shell(
    _ script: String, with extra: [String: String] = [:], within limit: Duration = .seconds(60),
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await machine.shell(script, in: root, with: extra, within: limit)
    #expect(outcome.status == 0, "\(script): \(outcome)", sourceLocation: location)
    return outcome
  }

  /// Runs lines of shell in the folder as a command of an agent's program, whose hook has reported the session `s9`.
  func shellOfAgent(_ lines: String) async throws {
    let hook = #"""
      printf '{"session_id":"s9","cwd":"%s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":%s}' \
        "$PWD" '{"command":"make"}' | "$STET" hook claude-code

      """#
    try await shell(
      #"perl -e '$0 = "claude"; exit(system("bash", "-euc", $ARGV[0]) >> 8)' "$LINES""#, with: ["LINES": hook + lines])
  }

  /// Runs lines of shell in the folder below a program of unknown name, `copilot`, whose `stet mcp` is connected.
  ///
  /// - Parameter server: the name of the file that is the server's program.
  func shellOfClient(_ lines: String, server: String = "stet") async throws {
    let connection = #"""
      rm -f $TMPDIR/in "$TMPDIR/$SERVER"
      mkfifo $TMPDIR/in
      ln -s "$STET" "$TMPDIR/$SERVER"
      "$TMPDIR/$SERVER" -C . mcp < $TMPDIR/in > $TMPDIR/out &
      exec 3> $TMPDIR/in
      printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}' >&3
      until grep -q '"id":1' $TMPDIR/out; do read -rt 0.05 <> <(:) || true; done

      """#
    try await shell(
      #"perl -e '$0 = "copilot"; exit(system("bash", "-c", $ARGV[0]) >> 8)' "$LINES""#,
      with: ["LINES": connection + lines + "\nexec 3>&-\nwait\n", "SERVER": server])
  }

  /// Puts a policy in force.
  func accept(policy text: String) async throws {
    try await shell("mkdir -p .stet")
    try save(".stet/policy.toml", text)
    try await barrier()
    // A save while git is at work, or after an agent's run, waits for the person.
    let shown = try await stet("policy", "show", "--json").output
    guard shown.contains(#""waiting""#), let version = shown.firstMatch(of: /"version":"([0-9a-f]{16})"/)?.1 else {
      return
    }
    try await terminal("policy accept \(version)").mustSucceed()
  }

  /// Runs stock git in the folder.
  @discardableResult
  func git(_ arguments: String...) async throws -> Outcome {
    try await machine.run(["git"] + arguments, in: root)
  }

  /// The history, newest first.
  func log(_ arguments: String...) async throws -> [RecordedCommit] {
    try await decoded(["log", "--json", "-n", "100000"] + arguments)
  }

  /// Returns the operations that can be taken back, newest first.
  func operations(_ arguments: String...) async throws -> [RecordedOperation] {
    try await decoded(["log", "--operations", "--json"] + arguments)
  }

  /// Returns the author of each line.
  func blame(_ path: String) async throws -> [BlamedLine] { try await decoded(["blame", path, "--json"]) }

  /// A file with its token, as an agent reads it.
  func read(_ path: String) async throws -> ReadAnswer { try await decoded(["read", path, "--json"] + Self.agent) }

  /// The state of the workspace.
  func status() async throws -> StatusAnswer { try await decoded(["status", "--json"]) }

  /// Returns the open questions.
  func questions() async throws -> [OpenQuestion] { try await decoded(["questions", "list", "--json"]) }

  /// Texts that are kept beside the present ones.
  func conflicts() async throws -> [KeptConflict] { try await decoded(["conflicts", "--json"]) }

  private func decoded<Value: Decodable>(_ arguments: [String]) async throws -> Value {
    let outcome = try await stet(arguments)
    // 3 says that something is open.
    if outcome.status != 3 { try outcome.mustSucceed() }
    return try JSONDecoder().decode(Value.self, from: Data(outcome.bytes))
  }

  /// A file's text.
  func text(_ path: String) -> String? { String(file: root + "/" + path) }

  /// Saves a file as `>` does.
  func save(_ path: String, _ text: String) throws { try text.write(to: root + "/" + path) }

  /// Expects that stock git finds nothing to say: `status` clean, `fsck` clean, branch at the tip.
  func expectQuiet(_ location: SourceLocation = #_sourceLocation) async throws {
    let status = try await git("status", "--porcelain")
    #expect(status.output.isEmpty && status.status == 0, "status: \(status)", sourceLocation: location)
    let check = try await git("fsck", "--full", "--strict")
    #expect(check.status == 0, "fsck: \(check)", sourceLocation: location)
    let places = try await git("rev-parse", "HEAD", "refs/stet/tip")
    #expect(Set(places.lines).count == 1, "HEAD and tip: \(places)", sourceLocation: location)
  }

  /// Every path that any commit ever named.
  func pathsEverRecorded() async throws -> Set<String> {
    Set(
      try await git("log", "--all", "--format=", "--name-only", "-z", "-m").output.split(separator: "\0").map(
        String.init))
  }
}

extension Machine {
  /// Ends the daemons that still run here, and removes the folder.
  func end() async {
    let script = """
      for lock in $(find "$1" -path '*/.git/stet/lock' 2>/dev/null); do
        pid=$(cat "$lock"); [ -n "$pid" ] && grep -qsz '^daemon$' "/proc/$pid/cmdline" && kill -9 "$pid"
      done; true
      """
    _ = try? await run(["bash", "-c", script, "bash", place], in: "/")
    await remove()
  }
}
