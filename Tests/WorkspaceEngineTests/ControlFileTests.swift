import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import Testing

@testable import Permissions
@testable import WorkspaceEngine

@Suite struct ControlFileTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "write_file")
  /// The parts of a repository, each with a content that git takes.
  private static let parts = [
    ("HEAD", "ref: refs/heads/main\n"), ("config", "[core]\n\tbare = false\n\tfsmonitor = \"touch ran; false\"\n"),
    ("objects/x", ""), ("refs/x", ""),
  ]

  @Test func `each line of the table has a source, and no name stands twice`() {
    var names: Set<String> = []
    for line in ControlFileTable.lines {
      #expect(line.source.hasPrefix("https://") || line.source == "Security.md", "\(line.program)")
      #expect(!line.names.isEmpty)
      #expect(line.source.contains("github.com/intellectronica/ruler") == (line.program == "Ruler"), "its own page")
      for name in line.names { #expect(names.insert(name.lowercased()).inserted, "\(name)") }
      for name in line.spelled + line.instructions { #expect(names.insert(name).inserted, "\(name)") }
    }
  }

  @Test func `every name of the table is refused, in a folder too`() {
    for line in ControlFileTable.lines {
      // Of a pattern one name that it covers.
      let names = line.names.map { $0.replacing("*", with: "x") }
      let spelled = (line.spelled + line.instructions).map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
      for path in names.flatMap({ ["Notes/" + $0, "Notes/" + $0.uppercased()] }) + spelled {
        let verdict = Policy.standard.verdict(on: AgentAct(.write, path, agent: "bot"))
        #expect(verdict.reason == .controlFile, "\(line.program): \(path)")
      }
    }
  }

  @Test(
    arguments: [
      ("Copilot", [".github/copilot-instructions.md", ".github/copilot/settings.json", ".github/mcp.json"]),
      ("Copilot", [".github/instructions/a.instructions.md", ".github/hooks/a.json", ".github/lsp.json"]),
      ("Amp", [".amp/settings.json", "AGENT.md", ".agents/skills/a/SKILL.md"]),
      ("Qwen Code", [".qwen/settings.json", "QWEN.md"]), ("Gemini CLI", [".gemini/settings.json", "GEMINI.md"]),
      ("Cline", [".clinerules", ".clinerules/hooks/TaskStart", ".clinerules/workflows/a.md"]),
      ("Roo Code", [".roo/mcp.json", ".roomodes", ".roorules", ".roorules-code"]),
      ("Kilo Code", [".kilocode/mcp.json", ".kilocodemodes", ".kilocoderules", "kilo.jsonc"]),
      ("Factory Droid", [".factory/mcp.json", ".factory/droids/a.md"]),
      ("Aider", [".aider.conf.yml", ".aider.model.settings.yml"]),
      ("Goose", [".goosehints", ".goose/recipes/a.yaml", ".agents/plugins/a/hooks/hooks.json"]),
      ("Continue", [".continue/mcpServers/a.yaml", ".continuerc.json"]),
      ("Warp", ["WARP.md", ".warp/workflows/a.yaml"]),
      ("Amazon Q", [".amazonq/mcp.json", ".amazonq/cli-agents/a.json"]),
      ("Kiro", [".kiro/settings/mcp.json", ".kiro/steering/a.md", ".kiro/hooks/a.kiro.hook"]),
      ("Trae", [".trae/mcp.json", ".trae/rules/project_rules.md"]), ("Zed", [".zed/settings.json", ".rules"]),
      ("Jules", ["AGENTS.md"]), ("Antigravity", [".agent/rules/a.md", ".agents/workflows/a.md"]),
      ("Firebase Studio", [".idx/dev.nix", ".idx/mcp.json"]), ("Pi", [".pi/settings.json", "AGENTS.MD"]),
      ("Claude Code", [".claude/settings.local.json", ".mcp.json", ".claude/agents/a.md", "CLAUDE.md"]),
      ("Codex", [".codex/config.toml", "AGENTS.override.md"]), ("Cursor", [".cursor/hooks.json", ".cursorrules"]),
      ("Windsurf", [".windsurf/rules/a.md", ".windsurfrules"]), ("Junie", [".junie/mcp/mcp.json"]),
      ("Mercurial", [".hg/hgrc", ".hg/requires", ".hg/sharedpath"]), ("Jujutsu", [".jj/repo/config.toml"]),
      ("Darcs", ["_darcs/prefs/defaults"]), ("Sapling", [".sl/config"]),
      ("Prettier", [".prettierrc", "prettier.config.mjs"]),
      ("ESLint", ["eslint.config.js", ".eslintrc.json"]), ("build servers", [".bsp/a.json"]),
      ("zk", [".zk/config.toml", ".zk/templates/a.md"]), ("GHCi", [".ghci"]),
      ("Theia", [".theia/tasks.json"]), ("Kate", [".kateproject", "Notes/.kateproject"]),
      ("markdownlint", [".markdownlint.cjs", ".markdownlint-cli2.mjs"]), ("Claude Code", [".claude/launch.json"]),
      ("Obsidian", [".obsidian/plugins/a/main.js"]), ("Logseq", ["logseq/custom.js", "graph/logseq/config.edn"]),
    ] as [(String, [String])])
  func `what each program obeys is refused`(program: String, paths: [String]) {
    for path in paths {
      let verdict = Policy.standard.verdict(on: AgentAct(.write, path, agent: "bot"))
      #expect(verdict.reason == .controlFile, "\(program): \(path)")
    }
  }

  @Test func `an ability's prompt is written by agents only if the policy names its file, and nothing in .stet is`()
    throws
  {
    let policy = try Policy(toml: "[agents]\nmay_write_instructions = [\"Abilities/own/SKILL.md\"]\n")
    func reason(_ path: String, _ policy: Policy, _ kind: AgentAct.Kind = .write) -> PolicyVerdict.Reason {
      policy.verdict(on: AgentAct(kind, path, agent: "bot")).reason
    }
    for kind in AgentAct.Kind.allCases where kind != .read {
      #expect(reason("Abilities/own/SKILL.md", .standard, kind) == .controlFile)
      #expect(reason("Abilities/own/SKILL.md", policy, kind) == .none)
    }
    for path in ["Abilities/other/SKILL.md", "abilities/own/skill.md", ".stet/queries.toml", ".stet/x", ".stet"] {
      #expect(reason(path, policy) == .controlFile, "\(path)")
      #expect(reason(path, policy, .read) == .none, "\(path)")
    }
    for path in ["Abilities/README.md", "Abilities/own/notes.md", "Research/SKILL.md"] {
      #expect(reason(path, .standard) == .none, "\(path)")
    }
    for path in [".stet/queries.toml", "Abilities/*/SKILL.md", "Abilities/own/notes.md"] {
      #expect(throws: PolicyError.self) { try Policy(toml: "[agents]\nmay_write_instructions = [\"\(path)\"]\n") }
    }
  }

  @Test func `a file of instructions that the policy names by its path is written by agents, and no other`() throws {
    let policy = try Policy(
      toml: """
        [agents]
        may_write_instructions = ["AGENTS.md", "Research/CLAUDE.md"]
        read_only = ["Research/**"]
        """)
    func reason(_ path: String, _ kind: AgentAct.Kind = .write) -> PolicyVerdict.Reason {
      policy.verdict(on: AgentAct(kind, path, agent: "bot")).reason
    }
    for kind in AgentAct.Kind.allCases { #expect(reason("AGENTS.md", kind) == .none) }
    #expect(reason("Research/CLAUDE.md") == .readOnly, "the rest of the policy holds for it")
    for path in ["Research/AGENTS.md", "CLAUDE.md", "AGENTS.md/a.md", ".claude/skills/AGENTS.md", ".mcp.json"] {
      #expect(reason(path) == .controlFile, "\(path)")
    }
    let linked = AgentAct(.write, "AGENTS.md", names: ["AGENTS.md", ".envrc"], agent: "bot")
    #expect(policy.verdict(on: linked).reason == .controlFile, "by its other name it is another thing")
  }

  @Test(arguments: [
    "*.md", "**/AGENTS.md", "/AGENTS.md", ".mcp.json", ".claude/settings.json", "README.md", "CONFIG.md", "agents.md/",
    ".claude/skills/AGENTS.md", "", "./AGENTS.md",
  ])
  func `the policy names no pattern and no file that a program runs as instructions for agents`(path: String) {
    #expect(throws: PolicyError.self) { try Policy(toml: "[agents]\nmay_write_instructions = [\"\(path)\"]\n") }
  }

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 2, 3, 0], [2, 3, 0, 1]])
  func `an agent makes no repository without a work tree, in no order of writing`(order: [Int]) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for part in order.map({ Self.parts[$0] }) {
        let write = WriteRequest(
          path: "Research/topic/" + part.0, action: .put(Array(part.1.utf8)), token: .zero, caller: Self.agent)
        _ = try? await workspace.write(write)
      }
      #expect(!FileManager.default.fileExists(atPath: folder.root + "/Research/topic/HEAD"))
      #expect(folder.text("Research/topic/config") != nil, "a file of that name alone is a document")
    }
  }

  @Test func `an agent makes none in one batch, by a move, a copy, a folder or a version`() async throws {
    let folder = try await TestFolder()
    try folder.save("topic/HEAD", "ref: refs/heads/main\n")
    try await folder.open { workspace in
      try await workspace.settle()
      func reason(_ body: () async throws(VerbError) -> Void) async -> String? {
        do throws(VerbError) { try await body() } catch { return error.reason }
        return nil
      }
      func write(_ path: String, _ action: WriteAction) -> WriteRequest {
        WriteRequest(path: path, action: action, token: .zero, caller: Self.agent)
      }
      let control = "policy.control-file"
      let batch = BatchRequest(
        writes: Self.parts.map { write("other/" + $0.0, .put(Array($0.1.utf8))) }, caller: Self.agent)
      #expect(await reason { () throws(VerbError) in _ = try await workspace.writeTogether(batch) } == control)
      for path in [
        "topic/config", "topic/objects/x", "topic/refs/x", "topic/Hooks/post-index-change", "topic/commondir",
      ] {
        let asked = write(path, .put([]))
        #expect(await reason { () throws(VerbError) in _ = try await workspace.write(asked) } == control, "\(path)")
      }
      let request = MakeFolderRequest(path: "topic/objects", caller: Self.agent)
      #expect(await reason { () throws(VerbError) in try await workspace.makeFolder(request) } == control)
      _ = try await workspace.write(write("draft", .put(Array("ref: refs/heads/main\n".utf8))))
      for action in [WriteAction.move(to: "free/HEAD"), .move(to: "topic/config"), .move(to: "free/.gitattributes")] {
        let asked = WriteRequest(path: "draft", action: action, caller: Self.agent)
        #expect(await reason { () throws(VerbError) in _ = try await workspace.write(asked) } == control)
      }
      let copy = write("free/head", .copy(from: "draft", revision: nil))
      #expect(await reason { () throws(VerbError) in _ = try await workspace.write(copy) } == control)
      _ = try await workspace.write(write("free/parts/config", .put([])))
      try folder.save("free/HEAD", "a note\n")
      try await workspace.settle()
      let whole = WriteRequest(path: "free/parts", action: .move(to: "free/refs"), caller: Self.agent)
      #expect(await reason { () throws(VerbError) in _ = try await workspace.write(whole) } == control)
      try FileManager.default.removeItem(atPath: folder.root + "/topic/HEAD")
      try await workspace.settle()
      let restore = RestoreRequest(paths: ["topic/HEAD"], revision: "@~1", caller: Self.agent)
      #expect(await reason { () throws(VerbError) in _ = try await workspace.restore(restore) } == control)
      let append = write("Notes/.exrc", .append(Array("!touch ran\n".utf8)))
      #expect(await reason { () throws(VerbError) in _ = try await workspace.write(append) } == control)
      _ = try await workspace.write(
        WriteRequest(path: "topic/config", action: .put(Array("mine\n".utf8)), token: .zero, caller: .person))
      #expect(folder.text("topic/config") == "mine\n")
    }
  }

  @Test func `a folder called head makes nothing beside it a part of a repository, and a link does`() async throws {
    let folder = try await TestFolder()
    try folder.save("Body/head/a.md", "a\n")
    try folder.save("Linked/b.md", "b\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.root + "/Linked/HEAD", withDestinationPath: "refs/heads/main")
    try await folder.open { workspace in
      try await workspace.settle()
      func write(_ path: String) -> WriteRequest {
        WriteRequest(path: path, action: .put(Array("b\n".utf8)), token: .zero, caller: Self.agent)
      }
      _ = try await workspace.write(write("Body/info/b.md"))
      #expect(folder.text("Body/info/b.md") == "b\n")
      let error = await #expect(throws: VerbError.self) { try await workspace.write(write("Linked/info/b.md")) }
      #expect(error?.reason == "policy.control-file")
    }
  }

  @Test(arguments: [
    ("CLAUDE.md", true), ("Research/CLAUDE.md", true), ("claude.md", false), ("Research/gemini.md", false),
    ("Research/GEMINI.md", true), ("Notes/Warp.md", false), ("qwen.md", false), ("Notes/agents.md", false),
    ("AGENTS.override.md", true), ("CLAUDE.local.md", true), ("CLAUDE.md/a.md", true), ("crush.md", true),
    ("Agents.md", true), ("gemini.md", true), ("Research/crush.md", false), ("CONFIG.md", true), ("SETTINGS.md", true),
    ("config.md", false), ("Research/CONFIG.md", false), ("Research/config.md", false), ("Research/settings.md", false),
  ])
  func `instructions are known as programs spell them, and other letters are documents`(path: String, isControl: Bool) {
    let verdict = Policy.standard.verdict(on: AgentAct(.write, path, agent: "bot"))
    #expect((verdict.reason == .controlFile) == isControl)
  }

  @Test func `a file to which a control file leads as a link is a control file`() async throws {
    let folder = try await TestFolder()
    for name in ["hook.sh", "inst.md", "plugin/main.js"] { try folder.save("Research/" + name, "one\n") }
    for (name, target) in [
      (".envrc", "Research/hook.sh"), ("CLAUDE.md", "Research/inst.md"), (".obsidian", "Research/plugin"),
    ] { try #require(symlink(target, folder.root + "/" + name) == 0) }
    let agent = Caller(agent: "bot", session: "s", tool: "Write")
    try await folder.open { workspace in
      try await workspace.settle()
      for path in ["Research/hook.sh", "Research/inst.md", "Research/plugin/main.js", "Research/plugin/new.js"] {
        for action: WriteAction in [
          .put([]), .append(Array("two\n".utf8)), .edit(old: "one", new: "two", everywhere: false), .delete,
          .move(to: "x.md"),
        ] {
          let error = await #expect(throws: VerbError.self) {
            try await workspace.write(WriteRequest(path: path, action: action, caller: agent))
          }
          #expect(error?.reason == "policy.control-file", "\(path) \(action): \(error?.description ?? "")")
        }
        let begun = try await workspace.bracket(
          BracketRequest(kind: .begin, agent: agent, id: "t", paths: [path], isCommand: false))
        #expect(begun.refused != nil, "\(path)")
      }
      #expect(try await workspace.read(ReadRequest(path: "Research/inst.md", caller: agent)).content == "one\n")
      _ = try await workspace.write(
        WriteRequest(path: "Research/inst.md", action: .append(Array("two\n".utf8)), caller: .person))
      #expect(folder.text("CLAUDE.md") == "one\ntwo\n")
    }
  }
}
