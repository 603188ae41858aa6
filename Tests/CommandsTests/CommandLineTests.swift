import WorkspaceAPI
import ArgumentParser
import Commands
import FoundationEssentials
import Synchronization
import Testing

@Suite struct CommandLineTests {
  /// Runs a command line in a place without a workspace; gives exit status, output and error output.
  static func run(_ words: [String]) async -> (status: CommandStatus, output: String, error: String) {
    let printed = Mutex<(output: [UInt8], error: [UInt8])>(([], []))
    let console = Console(style: TextStyle(usesColour: false, now: 0)) { stream, bytes in
      printed.withLock { printed in
        switch stream {
        case .output: printed.output += bytes
        case .error: printed.error += bytes
        }
      }
    }
    let status = await StetProgram.run(words, environment: [:], console: console) { _ async throws(VerbError) in
      throw VerbError(.failed, "no daemon in this test")
    }
    return printed.withLock {
      (status, String(decoding: $0.output, as: UTF8.self), String(decoding: $0.error, as: UTF8.self))
    }
  }

  @Test(arguments: [
    ["nope"], ["write"], ["read"], ["edit", "a", "--old", "x"], ["edit", "a", "--old", "", "--new", "y"],
    ["write", "a", "--if", "12"], ["write", "a", "--session", "4"], ["write", "a", "--agent", ""],
    ["log", "--by", "cat"], ["log", "a", "--in", "b"], ["log", "--agent", "x", "--by", "user"],
    ["diff", "--session", "s", "--from", "x"], ["diff", "--since", "1h", "--to", "x"], ["sessions", "-n", "0"],
    ["activity", "today", "--since", "1h"],
    ["log", "-n", "0"], ["restore", "a"], ["restore", "--at", "x"], ["undo", "c", "--session", "s"], ["search", ""],
    ["query", "--limit", "0"], ["query", "a", "--names"],
    ["sync", "--timeout", "0"], ["start", "--systemd", "--foreground"], ["-C"], ["status", "--bogus"],
    ["download"], ["evict"], ["pin"], ["unpin"], ["download", "a", "--no-wait", "--cancel"],
    ["questions", "answer", "id"], ["resolve", "a"], ["resolve", "a", "--keep", "both", "--done"],
  ])
  func `a wrong command line exits with 2 and says why on standard error`(words: [String]) async {
    let result = await Self.run(words)
    #expect(result.status == .usage)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("Error:"))
  }

  @Test(arguments: [
    ["status"], ["sync"], ["log"], ["blame", "a"], ["provenance", "a"], ["diff"], ["restore", "a", "--at", "x"],
    ["undo"], ["sessions"], ["activity"],
    ["questions"], ["questions", "answer", "i", "w"], ["conflicts"], ["resolve", "a", "--done"], ["read", "a"],
    ["delete", "a"],
    ["move", "a", "b"], ["edit", "a", "--old", "-x", "--new", "--y"], ["list", "--agent", "bot"],
    ["search", "x", "--agent", "bot"], ["query", "research"], ["watch"], ["doctor"],
    ["start"], ["stop"], ["download", "a"], ["evict", "a"], ["pin", "a"], ["unpin", "a"],
  ])
  func `every command outside a workspace says how to make one, in JSON too`(words: [String]) async {
    let plain = await Self.run(["-C", "/"] + words)
    #expect(plain.status == .usage)
    #expect(plain.output.isEmpty)
    #expect(plain.error.contains("/ is not in a Stet workspace.") && plain.error.contains("stet init"))
    let json = await Self.run(words + ["-C", "/", "--json"])
    #expect(json.status == .usage)
    #expect(json.output.hasPrefix(#"{"error":{"code":"usage""#) && json.output.hasSuffix("}}\n"))
  }

  @Test(arguments: [
    ("init", ["EXAMPLES", "--remote <url>", "--no-template"]),
    ("write", ["--if <token>", "--agent <name>", "exit code 3"]),
    ("undo", ["--session <id>", "leave what others wrote"]), ("sync", ["--wait", "--timeout <seconds>", "barrier"]),
    ("log", ["--by <kind>", "user, agent, unsure, sync", "--until <time>", "--in <path>"]),
    ("restore", ["--at <revision>", "('yesterday')"]), ("read", ["--at <revision>", "('yesterday')"]),
    ("diff", ["--session <id>", "git apply -R", "`stet questions answer ID accept`"]),
    ("watch", ["--since <cursor>", "after an absence, a program also calls `stet questions`"]),
  ])
  func `help of a command shows its options and how to use it`(command: String, parts: [String]) async {
    let result = await Self.run([command, "--help"])
    #expect(result.status == .done)
    #expect(result.error.isEmpty)
    for part in parts { #expect(result.output.contains(part), "\(part)") }
  }

  @Test(arguments: [[], ["--help"], ["help"]])
  func `help lists every command and hides the daemon's own`(words: [String]) async {
    let result = await Self.run(words)
    #expect(result.status == .done)
    for command in [
      "init", "clone", "start", "stop", "status", "sync", "log", "blame", "provenance", "diff", "restore", "undo",
      "questions", "conflicts", "resolve", "read", "write", "append", "edit", "move", "delete", "list", "search",
      "query", "watch", "sessions", "activity",
      "doctor", "download", "evict", "pin", "unpin",
    ] {
      #expect(result.output.contains("\n  \(command) "), "\(command)")
    }
    #expect(!result.output.contains("\n  daemon "))
    #expect(result.output.contains("EXIT CODES"))
  }

  @Test(
    arguments: [
      (["bogus"], nil), (["statsu"], "status"), (["-C", "/", "quesions"], "questions"), (["lgo", "--json"], "log"),
      (["synch", "--wait", "--json"], "sync"), (["x", "-y"], nil),
    ] as [([String], String?)])
  func `a command that does not exist is named, with the one that was probably meant`(
    words: [String], meant: String?
  ) async {
    let result = await Self.run(words)
    #expect(result.status == .usage)
    #expect(result.error.contains("There is no command '"), "\(result)")
    #expect(result.error.contains("Did you mean") == (meant != nil), "\(result)")
    if let meant { #expect(result.error.contains("Did you mean 'stet \(meant)'?"), "\(result)") }
  }

  @Test(arguments: [["nope"], ["write"], ["log", "-n", "0"], ["status", "--bogus"], ["resolve", "a"]])
  func `a wrong command line is told as JSON too`(words: [String]) async throws {
    let result = await Self.run(words + ["--json"])
    #expect(result.status == .usage)
    #expect(result.output.hasPrefix(#"{"error":{"code":"usage""#), "\(result)")
    #expect(result.output.hasSuffix("}}\n") && !result.error.isEmpty)
  }

  /// Every command with what leads to it.
  static let commands: [(words: [String], command: any ParsableCommand.Type)] = {
    func below(_ type: any ParsableCommand.Type, _ words: [String]) -> [([String], any ParsableCommand.Type)] {
      let configuration = type.configuration
      let parts = configuration.subcommands
      return [(words, type)] + parts.flatMap { below($0, words + [$0.configuration.commandName ?? ""]) }
    }
    return below(StetCommand.self, [])
  }()

  @Test(arguments: commands.indices)
  func `no line of a help text is broken where 80 columns are shown`(index: Int) async {
    let (words, command) = Self.commands[index]
    let result = await Self.run(words + ["--help"])
    #expect(result.status == .done)
    let shown = Set(result.output.split(separator: "\n"))
    for line in command.configuration.discussion.split(separator: "\n") {
      #expect(shown.contains(line), "\(words): \(line)")
    }
  }

  @Test func `the example of the hooks is JSON`() async throws {
    let help = await Self.run(["hook", "--help"]).output
    let start = try #require(help.firstRange(of: "\"hooks\": {"))
    let end = try #require(help.firstRange(of: "\n  }\n"))
    let text = "{" + help[start.lowerBound..<end.upperBound] + "}"
    let hooks = try JSONDecoder().decode([String: [String: [Hook]]].self, from: Data(text.utf8))
    #expect(hooks["hooks"]?.keys.sorted() == ["PostToolUse", "PreToolUse", "Stop"])
    #expect(hooks["hooks"]?.values.joined().allSatisfy { $0.hooks[0].command == "stet hook claude-code" } == true)
  }

  private struct Hook: Decodable {
    struct Call: Decodable { var command: String }
    var hooks: [Call]
  }

  @Test(arguments: [
    ("stauts", "status"), ("strat", "start"), ("stats", "status"), ("lgo", "log"), ("synk", "sync"), ("nothing", nil),
  ])
  func `a mistyped command names the nearest`(word: String, command: String?) {
    #expect(CommandNames.nearest(to: word) == command)
  }

  @Test func `bash completes the versions that resolve can keep`() async throws {
    let script = await Self.run(["--generate-completion-script", "bash"]).output
    #expect(script.contains("-W 'current'$'\\n''other'$'\\n''both'"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are written for each shell`(shell: String) async {
    let result = await Self.run(["--generate-completion-script", shell])
    #expect(result.status == .done)
    #expect(result.output.contains("provenance"))
  }

  @Test(arguments: [
    "blame", "read", "write", "append", "edit", "log", "diff", "restore", "reapply", "resolve", "list", "download",
    "evict", "pin", "unpin", "provenance",
  ])
  func `bash completes the paths of a command`(command: String) async throws {
    let script = await Self.run(["--generate-completion-script", "bash"]).output
    let start = try #require(script.firstRange(of: "\n_stet_\(command)() {"))
    let body = script[start.upperBound...]
    let end = try #require(body.firstRange(of: "\n}\n"))
    #expect(body[..<end.lowerBound].contains("---completion \(command) -- positional@0"), "\(body[..<end.lowerBound])")
  }
}
