import TOMLKit
import Testing
import Values

@testable import Commands

@Suite struct ConnectionPlanTests {
  /// The texts that a file may have before.
  private static let texts: [String?] = [
    nil, "{}", "{ }", "{\n}", "{\"mcpServers\": {}}", "{\"mcpServers\":{},\"hooks\":{\"Stop\":[]}}",
    "{\n  \"a\": [1, 2],\n  \"mcpServers\": {\n    \"x\": {\"command\": \"y\"}\n  }\n}\n",
    "{\"mcpServers\": {\"stet\": {\"command\": \"mine\"}}}",
    "// mine\n{ // one\n  /* two */ \"mcpServers\": {\n    \"x\": {}, // three\n  },\n}\n", "{\"a\": 1,}",
    "{\"mcpServers\": { // none yet\n}}", "{\"mcpServers\": {\"u\": {\"url\": \"http://a/*b*/\"}}} // end",
    "{\"hooks\": {\"PreToolUse\": [{\"hooks\":[{\"type\":\"command\",\"command\":\"lint\"}]}]}}\r\n",
  ]

  private func files(_ client: AgentClient, _ text: String?) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for file in [client.serverFile, client.hookFile].compactMap(\.self) where !file.hasSuffix(".toml") {
      files[file] = text.map { Array($0.utf8) }
    }
    return files
  }

  private func apply(_ changes: [ConnectionPlan.Change], to files: inout [String: [UInt8]]) {
    for change in changes {
      #expect(files[change.file] == change.before)
      files[change.file] = change.after
    }
  }

  @Test(arguments: AgentClient.allCases, texts)
  func `what was connected is connected once, and undone exactly`(client: AgentClient, text: String?) throws {
    let original = files(client, text)
    var files = original
    let plan = ConnectionPlan(client: client, root: "/home/a b/St\"et", program: "/usr/bin/stet")
    apply(try plan.connecting { files[$0] }, to: &files)
    let connected = files
    #expect(connected != original)
    #expect(try plan.connecting { connected[$0] }.isEmpty)
    let other = ConnectionPlan(client: client, root: "/other", program: "/usr/bin/stet")
    apply(try other.connecting { files[$0] }, to: &files)
    #expect(files != connected)
    apply(try other.disconnecting { files[$0] }, to: &files)
    #expect(files == connected)
    apply(try plan.disconnecting { files[$0] }, to: &files)
    #expect(files == original)
    #expect(try plan.disconnecting { files[$0] }.isEmpty)
  }

  @Test func `the program finds server and hooks where it looks for them`() throws {
    var files: [String: [UInt8]] = [:]
    let plan = ConnectionPlan(client: .claudeCode, root: "/n", program: "/usr/bin/stet")
    apply(try plan.connecting { files[$0] }, to: &files)
    let servers = try JSONValue(files[".claude.json"] ?? [])
    #expect(servers["mcpServers"]?["stet"]?["command"]?.text == "/usr/bin/stet")
    #expect(servers["mcpServers"]?["stet"]?["args"]?.elements?.map(\.text) == ["-C", "/n", "mcp"])
    let hooks = try JSONValue(files[".claude/settings.json"] ?? [])
    let before = try #require(hooks["hooks"]?["PreToolUse"]?.elements?.first)
    #expect(before["matcher"]?.text?.contains("Bash") == true)
    #expect(before["hooks"]?.elements?.first?["command"]?.text == "/usr/bin/stet hook claude-code")
  }

  @Test func `hooks that an earlier version wrote get the tools that read`() throws {
    var files: [String: [UInt8]] = [:]
    let hook = #"{"type":"command","command":"/a/stet hook claude-code"}"#
    let old = #"{"hooks":{"PreToolUse":[{"matcher":"Write|Bash","hooks":[\#(hook)]}]}}"#
    files[".claude/settings.json"] = Array(old.utf8)
    let plan = ConnectionPlan(client: .claudeCode, root: "/n", program: "/usr/bin/stet")
    apply(try plan.connecting { files[$0] }, to: &files)
    let hooks = try JSONValue(files[".claude/settings.json"] ?? [])
    let before = try #require(hooks["hooks"]?["PreToolUse"]?.elements)
    #expect(before.count == 1)
    let tools = before[0]["matcher"]?.text?.split(separator: "|").map(String.init) ?? []
    #expect(Set(tools).isSuperset(of: ["Read", "Grep", "Glob", "Write", "Edit", "Bash"]))
  }

  @Test(arguments: ["", "[]", "{", "/* mine {}", "{\"mcpServers\": []}", "{\"a\": 1,,}", "{,}"])
  func `a file that is not what the program reads is left alone`(text: String) {
    let plan = ConnectionPlan(client: .cursor, root: "/n", program: "stet")
    #expect(throws: ConnectionPlan.Problem.self) { try plan.connecting { _ in Array(text.utf8) } }
  }

  @Test(arguments: [
    nil, "", "model = \"o\"", "# mine\n\n", "[mcp_servers.x]\ncommand = \"y\"\n",
    "[mcp_servers]\n[mcp_servers.stet]\ncommand = \"z\"\n",
    "model = \"ö\"\r\n",
  ])
  func `Codex's configuration has a server, and is what it was when that is undone`(text: String?) throws {
    let file = AgentClient.codex.serverFile
    let bytes = text.map { Array($0.utf8) }
    let plan = ConnectionPlan(client: .codex, root: "/home/a b/St\"et", program: "/usr/bin/stet")
    let connected = try #require(try plan.connecting { $0 == file ? bytes : nil }.first { $0.file == file }?.after)
    let name = text?.contains("stet") == true ? "stet-2" : "stet"
    let table = try TOMLTable(string: String(decoding: connected, as: UTF8.self))
    #expect(table["mcp_servers"]?.table?[name]?.table?["command"]?.string == "/usr/bin/stet")
    let undone = try plan.disconnecting { $0 == file ? connected : nil }
    #expect(undone.first { $0.file == file }?.after == bytes)
  }

  @Test(arguments: [
    Array("mcp_servers = { x = { command = \"y\" } }\n".utf8), Array("[broken\n".utf8), Array("a = 1\na = 2\n".utf8),
    Array("model = \"".utf8) + [0xFF] + Array("\"\n".utf8), Array("mcp_servers = 3\n".utf8),
  ])
  func `a configuration of Codex that cannot be added to is left alone`(bytes: [UInt8]) {
    let plan = ConnectionPlan(client: .codex, root: "/n", program: "stet")
    #expect(throws: ConnectionPlan.Problem.self) {
      try plan.connecting { $0 == AgentClient.codex.serverFile ? bytes : nil }
    }
  }

  @Test func `what somebody added behind it stays when it is undone`() throws {
    let plan = ConnectionPlan(client: .cursor, root: "/n", program: "stet")
    let connected = try #require(try plan.connecting { _ in nil }.first?.after)
    var patch = JSONPatch(connected)
    let isSet = patch.set("other", "{}", in: ["mcpServers"])
    #expect(isSet)
    let changed = patch.bytes
    let left = try #require(try plan.disconnecting { _ in changed }.first?.after)
    #expect(JSONValue(line: left)?["mcpServers"]?.members?.map(\.name) == ["other"])
  }
}
