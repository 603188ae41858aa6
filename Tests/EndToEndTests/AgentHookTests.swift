import Testing

/// Agents that write files by themselves and call `stet hook` before and after (review A7).
@Suite struct AgentHookTests {
  /// A program that is no shell, in which the agent's hooks and commands run.
  private static let start = #"""
    hook() {
      printf '{"session_id":"s9","cwd":"%s","hook_event_name":"%s","tool_name":"%s","tool_input":%s,"tool_use_id":"%s"}' \
        "$PWD" "$1" "$2" "$3" "$4" | "$STET" hook claude-code
    }

    """#

  /// Runs an agent: lines of shell whose parent is a program.
  private func agent(_ lines: String, named name: String = "claude", in workspace: TestWorkspace) async throws {
    try await workspace.shell(
      #"perl -e '$0 = $ENV{NAME}; exit(system("bash", "-c", $ARGV[0]) >> 8)' "$LINES""#,
      with: ["LINES": Self.start + lines, "NAME": name])
    try await workspace.barrier()
  }

  private func authors(_ workspace: TestWorkspace, _ path: String) async throws -> [String] {
    try await workspace.log(path).map { "\($0.author.kind) \($0.author.session ?? "")" }
  }

  @Test func `what its tool names is the agent's, and what you saved before it is yours`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "1\n2\n3\n")
      try await workspace.barrier()
      try await agent(
        #"""
        sed -i 's/3/three/' a.md
        hook PreToolUse Edit "{\"file_path\":\"$PWD/a.md\"}" t1
        sed -i 's/1/one/' a.md
        hook PostToolUse Edit "{\"file_path\":\"$PWD/a.md\"}" t1
        """#, in: workspace)
      #expect(try await authors(workspace, "a.md") == ["agent s9", "user ", "user "])
      try workspace.save("a.md", "one\n2\nthree\n4\n")
      try await workspace.barrier()
      #expect(try await authors(workspace, "a.md").first == "user ")
      let message = try await workspace.git("log", "--format=%B", "-2", "HEAD").output
      #expect(message.contains("Stet-Agent: Claude Code") && message.contains("Stet-Tool: Edit"))
      try await workspace.expectQuiet()
    }
  }

  @Test func `what changes while it runs a command may be yours, but for what you have open`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("open.md", "1\n")
      try await workspace.barrier()
      try await agent(
        #"""
        touch .open.md.swp
        hook PreToolUse Bash '{"command":"make"}' t1
        echo made > made.md; echo 2 >> open.md
        hook PostToolUse Bash '{"command":"make"}' t1
        rm .open.md.swp; echo later > later.md
        """#, in: workspace)
      #expect(try await authors(workspace, "made.md") == ["unsure s9"])
      #expect(try await authors(workspace, "open.md") == ["user ", "user "])
      #expect(try await authors(workspace, "later.md") == ["user "])
      try await workspace.expectQuiet()
    }
  }

  @Test func `its deletion of a document that you have open is not yours, although it is recorded later`()
    async throws
  {
    try await TestWorkspace.run { workspace in
      try workspace.save("open.md", "1\n")
      try workspace.save("mine.md", "1\n")
      try await workspace.barrier()
      try await agent(
        #"""
        touch .open.md.swp .mine.md.swp
        hook PreToolUse Bash '{"command":"rm open.md"}' t1
        rm open.md
        hook PostToolUse Bash '{"command":"rm open.md"}' t1
        git show refs/stet/tip:open.md > $TMPDIR/unrecorded || exit
        rm mine.md; rm .open.md.swp .mine.md.swp
        """#, in: workspace)
      #expect(try await authors(workspace, "open.md") == ["unsure s9", "user "])
      #expect(try await authors(workspace, "mine.md") == ["user ", "user "])
    }
  }

  @Test func `a command that the agent runs is the agent, whatever it says, and decides nothing`() async throws {
    try await TestWorkspace.run { workspace in
      try await agent(
        #"""
        hook PreToolUse Bash '{"command":"stet write"}' t1
        echo text | "$STET" -C . write a.md
        echo text | "$STET" -C . write b.md --agent Somebody --session else
        "$STET" -C . resolve a.md --done 2> refused; echo $? >> refused
        hook PostToolUse Bash '{"command":"stet write"}' t1
        """#, in: workspace)
      #expect(try await authors(workspace, "a.md") == ["agent s9"])
      #expect(try await authors(workspace, "b.md") == ["agent s9"])
      #expect(workspace.text("refused")?.contains("never by an agent") == true)
      try await workspace.stet("write", "c.md", input: "text\n").mustSucceed()
      #expect(try await authors(workspace, "c.md") == ["user "])
    }
  }

  @Test func `a daemon that its hook started is not the agent, nor are your hooks`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("for n in {1..30}; do echo $n > $n.md; done")
      try await workspace.barrier()
      try workspace.hook(
        "question", "echo text | \"$STET_PROGRAM\" -C \"$STET_ROOT\" write hooked.md > .git/out 2>&1; echo > .git/ran")
      try await workspace.stet("stop").mustSucceed()
      try await agent(
        #"""
        export CLAUDECODE=1
        hook PreToolUse Read "{\"file_path\":\"$PWD/1.md\"}" t1
        tr '\0' '\n' < "/proc/$(head -1 .git/stet/lock | tr -dc 0-9)/environ" > .git/environment
        """#, in: workspace)
      let environment = workspace.text(".git/environment") ?? ""
      // The text of the script is a variable, too.
      #expect(environment.contains("\nPATH=") && !environment.contains("\nCLAUDECODE="), "\(environment)")
      try await workspace.shell("rm *.md")
      try await workspace.wait("[ -s .git/ran ]", .seconds(60))
      #expect(try await authors(workspace, "hooked.md") == ["user "], "\(workspace.text(".git/out") ?? "")")
    }
  }

  /// Lines of shell that call the tools of a connected `stet mcp`; each answer is in `.git/answer-ID`.
  private static let tools = #"""
    coproc MCP { exec "$STET" -C . mcp; }
    ask() {
      printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}\n' "$1" "$2" "$3" >&"${MCP[1]}"
      while read -r line <&"${MCP[0]}"; do case $line in *"\"id\":$1,"*) break ;; esac; done
      printf '%s\n' "$line" > .git/answer-$1
    }
    call() { ask "$1" tools/call "{\"name\":\"$2\",\"arguments\":$3}"; }
    ask 0 initialize '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}'

    """#

  @Test func `conversations that name their sessions stay apart, and each takes back its own changes`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "mine\n")
      try await workspace.barrier()
      try await agent(
        #"""
        hook PreToolUse Read "{\"file_path\":\"$PWD/a.md\"}" t1
        \#(Self.tools)
        call 1 read_text_file '{"path":"a.md","session":"A"}'
        call 2 write_file '{"path":"a.md","content":"robot\n","session":"B"}'
        call 3 write_file '{"path":"b.md","content":"1\n","session":"B"}'
        call 4 undo_session '{"session":"B"}'
        call 5 write_file '{"path":"c.md","content":"1\n"}'
        cp c.md .git/before-undo
        call 6 undo_session '{}'
        echo text | "$STET" -C . write d.md --agent Somebody --session A
        """#, in: workspace)
      let answers = (0...6).map { workspace.text(".git/answer-\($0)") ?? "" }
      #expect(answers[2].contains(#""isError":true"#) && workspace.text("a.md") == "mine\n", "\(answers)")
      for answer in answers[3...] {
        #expect(answer.contains(#""result""#) && !answer.contains(#""isError":true"#), "\(answer)")
      }
      #expect(workspace.text("b.md") == nil && workspace.text("c.md") == nil)
      #expect(workspace.text(".git/before-undo") == "1\n")
      #expect(try await authors(workspace, "b.md") == ["agent B", "agent B"])
      #expect(try await authors(workspace, "c.md") == ["agent s9", "agent s9"])
      #expect(try await authors(workspace, "d.md") == ["agent s9"], "a command names no session of its own")
    }
  }

  @Test func `it neither stops the daemon nor gets a policy in force by killing it`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p .stet")
      try workspace.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\"]\n")
      try await workspace.barrier()
      try await agent(
        #"""
        hook PreToolUse Bash '{"command":"x"}' t1
        "$STET" stop 2> refused && echo accomplished >> refused
        kill -9 "$(head -1 .git/stet/lock | tr -dc 0-9)"
        sed -i 's/^protected = .*/protected = []/' .stet/policy.toml
        "$STET" start
        hook PreToolUse Write "{\"file_path\":\"$PWD/.git/hooks/post-commit\",\"content\":\"x\"}" t2 > write.json
        hook PreToolUse Read "{\"file_path\":\"$PWD/Private/a.md\"}" t3 > read.json
        hook PostToolUse Bash '{"command":"x"}' t1
        """#, in: workspace)
      #expect(workspace.text("refused")?.contains("an agent") == true)
      #expect(workspace.text("refused")?.contains("accomplished") == false)
      for file in ["write.json", "read.json"] {
        #expect(workspace.text(file)?.contains("\"deny\"") == true, "\(file)")
      }
      #expect(try await authors(workspace, ".stet/policy.toml").first == "unsure s9")
      let shown = try await workspace.stet("policy", "show", "--json")
      #expect(shown.output.contains("waiting"))
    }
  }

  @Test(arguments: ["Stop", "PostToolUse"])
  func `an end that a command reports itself makes nothing the person's`(event: String) async throws {
    try await TestWorkspace.run { workspace in
      try await agent(
        #"""
        hook PreToolUse Bash '{"command":"x"}' t1
        export CLAUDECODE=1
        bash -c "$(declare -f hook)"'
          hook \#(event) Bash "{\"command\":\"x\"}" t1
          echo forged > forged.md
          "$STET" -C . sync --wait > $TMPDIR/synced
          setsid bash -c "until [ -e over ]; do read -rt 0.05 <> <(:) || true; done; echo late > late.md; read -rt 20 <> <(:)" &
        '
        hook PostToolUse Bash '{"command":"x"}' t1
        touch over
        until [ -e late.md ]; do read -rt 0.05 <> <(:) || true; done
        """#, in: workspace)
      #expect(try await authors(workspace, "forged.md") == ["unsure s9"])
      #expect(try await authors(workspace, "late.md") == ["unsure s9"])
    }
  }

  @Test func `an agent of unknown name stops no daemon while its command runs`() async throws {
    try await TestWorkspace.run { workspace in
      try await agent(
        #"""
        hook PreToolUse Bash '{"command":"x"}' t1
        "$STET" stop 2> refused && echo accomplished >> refused
        env -i HOME="$HOME" XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR" setsid -w "$STET" stop 2> detached && echo done >> detached
        hook PostToolUse Bash '{"command":"x"}' t1
        """#, named: "mystery", in: workspace)
      for file in ["refused", "detached"] {
        let words = workspace.text(file) ?? ""
        #expect(words.contains("is an agent") && !words.contains("accomplished") && !words.contains("done"), "\(words)")
      }
      try await workspace.stet("stop").mustSucceed()
    }
  }

  @Test func `a search of the whole workspace is refused, whatever names its folder`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p .stet Open; ln -s \"$PWD\" ../link")
      try workspace.save(".stet/policy.toml", "[agents]\nprotected = [\".env\"]\n")
      try workspace.save(".env", "DB_PIN=1\n")
      try workspace.save("Open/a.md", "open\n")
      try await workspace.barrier()
      let root = workspace.root
      let parent = workspace.machine.place
      func isRefused(_ tool: String, _ input: String, in folder: String) async throws -> Bool {
        let sent =
          #"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"\#(tool)","tool_use_id":"1","#
          + #""cwd":"\#(folder)","tool_input":\#(input)}"#
        let outcome = try await workspace.machine.run(
          [Machine.binary, "hook", "claude-code"], in: folder, input: sent)
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.output.contains("\"deny\"")
      }
      for (tool, input, folder) in [
        ("Grep", #"{"pattern":"DB_PIN","path":"\#(root)","output_mode":"content"}"#, root),
        ("Grep", #"{"pattern":"DB_PIN","path":"\#(root)/"}"#, root),
        ("Glob", #"{"pattern":".env","path":"\#(root)"}"#, root), ("Glob", #"{"pattern":"\#(root)/.en*"}"#, "/"),
        ("Grep", #"{"pattern":"DB_PIN","path":"\#(parent)/link"}"#, "/"),
        ("Grep", #"{"pattern":"DB_PIN","path":"Notes"}"#, parent), ("Grep", #"{"pattern":"DB_PIN"}"#, parent),
        ("Grep", #"{"pattern":"DB_PIN","path":"\#(parent)"}"#, root), ("Glob", #"{"pattern":"Notes/.env"}"#, parent),
        ("Grep", #"{"pattern":"DB_PIN","path":"\#(root)","glob":"Notes/.env"}"#, parent),
        // The tools replace `~` themselves.
        ("Grep", #"{"pattern":"DB_PIN","path":"~/../Notes"}"#, root),
        ("Grep", #"{"pattern":"DB_PIN","path":"~/../Notes"}"#, "/"),
        ("Grep", #"{"pattern":"DB_PIN","path":"~/.."}"#, "/"),
        ("Glob", #"{"pattern":".en*","path":"~/../Notes"}"#, "/"),
      ] as [(String, String, String)] {
        #expect(try await isRefused(tool, input, in: folder), "\(tool) \(input) in \(folder)")
      }
      for (tool, input, folder) in [
        ("Grep", #"{"pattern":"x","path":"\#(root)/Open"}"#, root),
        ("Grep", #"{"pattern":"x","path":"\#(root)","glob":"*.md"}"#, root),
        ("Glob", #"{"pattern":"**/*.md"}"#, parent), ("Glob", #"{"pattern":"\#(root)/Open/*"}"#, root),
        ("Grep", #"{"pattern":"x","path":"~/../Notes/Open"}"#, "/"),
      ] as [(String, String, String)] {
        #expect(try await isRefused(tool, input, in: folder) == false, "\(tool) \(input) in \(folder)")
      }
    }
  }

  @Test func `each file of a patch is judged, wherever the first one is`() async throws {
    try await TestWorkspace.run { workspace in
      try workspace.save("a.md", "one\n")
      try await workspace.barrier()
      let root = workspace.root
      for (second, isRefused) in [
        ("\(root)/.git/config", true), ("\(root)/.mcp.json", true), (".mcp.json", true), ("\(root)/a.md", false),
      ] {
        let files = #"*** Add File: /tmp/zz.txt\n+x\n*** Update File: \#(second)\n@@\n-x\n+y\n"#
        let patch = #"*** Begin Patch\n\#(files)*** End Patch"#
        let sent =
          #"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_use_id":"1","#
          + #""cwd":"\#(root)","tool_input":{"input":"\#(patch)"}}"#
        let outcome = try await workspace.machine.run([Machine.binary, "hook", "codex"], in: root, input: sent)
        #expect(outcome.status == 0 && outcome.output.contains("\"deny\"") == isRefused, "\(second): \(outcome)")
      }
    }
  }

  @Test func `a search of a large folder above a workspace finds it`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p .stet; cd ..; mkdir many; cd many; seq 7000 | xargs touch")
      try workspace.save(".stet/policy.toml", "[agents]\nprotected = [\".env\"]\n")
      try workspace.save(".env", "DB_PIN=1\n")
      try await workspace.barrier()
      try await workspace.shell("cd ..; mv many/* .")
      let parent = workspace.machine.place
      let sent =
        #"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Grep","tool_use_id":"1","#
        + #""cwd":"/","tool_input":{"pattern":"DB_PIN","path":"\#(parent)"}}"#
      let outcome = try await workspace.machine.run([Machine.binary, "hook", "claude-code"], in: "/", input: sent)
      #expect(outcome.output.contains("\"deny\""), "\(outcome)")
    }
  }

  @Test func `a search above workspaces is judged without starting one`() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.shell("mkdir -p .stet Inner")
      try workspace.save(".stet/policy.toml", "[agents]\nprotected = [\".env\"]\n")
      try workspace.save("a.txt", "open\n")
      let parent = workspace.machine.place
      let (first, second) = (parent + "/First", parent + "/Second")
      for folder in [first, second, workspace.root + "/Inner"] {
        try await workspace.machine.run([Machine.binary, "init", folder], in: parent).mustSucceed()
      }
      func isRefused(_ input: String) async throws -> Bool {
        let sent =
          #"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Grep","tool_use_id":"1","#
          + #""cwd":"\#(parent)","tool_input":\#(input)}"#
        let outcome = try await workspace.machine.run([Machine.binary, "hook", "claude-code"], in: parent, input: sent)
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.output.contains("\"deny\"")
      }
      #expect(try await isRefused(#"{"pattern":"x"}"#) == false)
      // A workspace that runs, two that do not, and one that does not inside the first.
      for place in [first, second + "/Sub", workspace.root, workspace.root + "/Inner"] {
        try await workspace.shell("mkdir -p \(place); echo PIN > \(place)/link; ln \(place)/link \(place)/.env")
        try await workspace.barrier()
        #expect(try await isRefused(#"{"pattern":"x"}"#), "\(place)")
        #expect(try await isRefused(#"{"pattern":"x","glob":"*.md"}"#) == false, "\(place)")
        #expect(try await isRefused(#"{"pattern":"x","glob":"link"}"#), "\(place)")
        if place == workspace.root + "/Inner" {
          #expect(try await isRefused(#"{"pattern":"x","path":"\#(workspace.root)"}"#))
        }
        try await workspace.shell("rm \(place)/link \(place)/.env")
      }
      // A daemon writes its socket's folder there when it starts.
      for folder in [first, second, workspace.root + "/Inner"] {
        try await workspace.shell("test -e \(folder)/.git/stet/lock; test ! -e \(folder)/.git/stet/socket")
      }
    }
  }

  @Test func `outside a workspace, and with what is no hook's, it never stops the agent`() async throws {
    try await TestWorkspace.run { workspace in
      let stop = #"{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/"}"#
      #expect(try await workspace.machine.run([Machine.binary, "hook", "codex"], in: "/", input: stop).status == 0)
      let outcome = try await workspace.stet("hook", "claude-code", input: "no JSON")
      #expect(outcome.status == 1 && outcome.errors.contains("hook --help"), "\(outcome)")
    }
  }
}
