internal import Values

/// The changes to a program's configuration that connect the program to a workspace, or disconnect it. Pure.
///
/// A workspace is connected once: an existing entry for it is left unchanged. Disconnecting removes the entries for
/// this workspace. It removes the hooks, which serve all workspaces, with the last workspace.
struct ConnectionPlan {
  /// The content of a file before and after the change; nil for no file.
  struct Change: Equatable {
    /// The path below the home folder, before ``HomeFiles/place(of:)``.
    var file: String
    /// The content before.
    var before: [UInt8]?
    /// The content after.
    var after: [UInt8]?
  }

  /// The reason why the change is impossible.
  enum Problem: Error, Equatable {
    /// The file is not in the format that its program reads.
    case unreadable(String)
  }

  /// The program.
  let client: AgentClient
  /// The workspace's folder.
  let root: String
  /// Stet's own program.
  let program: String

  /// Returns the changes that connect the workspace; `read` returns the content of a file. Unchanged files are left
  /// out.
  func connecting(_ read: (String) -> [UInt8]?) throws(Problem) -> [Change] {
    var changes: [Change] = []
    let server = read(client.serverFile)
    changes.append(Change(file: client.serverFile, before: server, after: try withServer(server)))
    if let file = client.hookFile {
      let hooks = read(file)
      changes.append(Change(file: file, before: hooks, after: try withHooks(hooks, file)))
    }
    return changes.filter { $0.before != $0.after }
  }

  /// Returns the changes that disconnect it.
  func disconnecting(_ read: (String) -> [UInt8]?) throws(Problem) -> [Change] {
    var changes: [Change] = []
    guard let server = read(client.serverFile) else { return [] }
    let left = try withoutServer(server)
    changes.append(Change(file: client.serverFile, before: server, after: left.bytes))
    if let file = client.hookFile, let hooks = read(file), !left.hasOthers {
      changes.append(Change(file: file, before: hooks, after: try withoutHooks(hooks, file)))
    }
    return changes.filter { $0.before != $0.after }
  }

  // MARK: The server

  private func withServer(_ bytes: [UInt8]?) throws(Problem) -> [UInt8] {
    if client == .codex {
      guard let content = CodexServers(bytes).adding(root: root, program: program) else {
        throw .unreadable(client.serverFile)
      }
      return content
    }
    var patch = JSONPatch(bytes)
    guard patch.root != nil else { throw .unreadable(client.serverFile) }
    let servers = patch.value(at: ["mcpServers"])
    if servers?.members.contains(where: { serves($0.value, patch.bytes) }) == true { return patch.bytes }
    let taken = Set(servers?.members.compactMap { $0.name(in: patch.bytes) } ?? [])
    var name = "stet"
    var number = 2
    while taken.contains(name) {
      name = "stet-\(number)"
      number += 1
    }
    let type = client == .claudeCode ? "\"type\": \"stdio\", " : ""
    let arguments = ["-C", root, "mcp"].map(JSONString.quoted).joined(separator: ", ")
    let value = "{ \(type)\"command\": \(JSONString.quoted(program)), \"args\": [\(arguments)] }"
    guard patch.set(name, value, in: ["mcpServers"]) else { throw .unreadable(client.serverFile) }
    return patch.bytes
  }

  private func withoutServer(_ bytes: [UInt8]) throws(Problem) -> (bytes: [UInt8]?, hasOthers: Bool) {
    if client == .codex {
      guard let left = CodexServers(bytes).removing(root: root) else { throw .unreadable(client.serverFile) }
      return left
    }
    var patch = JSONPatch(bytes)
    guard patch.root != nil else { throw .unreadable(client.serverFile) }
    while let own = patch.value(at: ["mcpServers"])?.members.first(where: { serves($0.value, patch.bytes) }),
      let name = own.name(in: patch.bytes)
    {
      patch.remove(name, in: ["mcpServers"])
    }
    let others = patch.value(at: ["mcpServers"])?.members.contains { isStet($0.value, patch.bytes) } ?? false
    return (patch.isMade ? nil : patch.bytes, others)
  }

  /// Returns whether a server is Stet's.
  private func isStet(_ server: JSONNode, _ text: [UInt8]) -> Bool {
    let arguments = arguments(of: server, text)
    return arguments.count == 3 && arguments[0] == "-C" && arguments[2] == "mcp"
  }

  /// Returns whether a server is Stet's for this workspace.
  private func serves(_ server: JSONNode, _ text: [UInt8]) -> Bool {
    isStet(server, text) && arguments(of: server, text)[1] == root
  }

  private func arguments(of server: JSONNode, _ text: [UInt8]) -> [String?] {
    server.value(of: "args", in: text)?.members.map { $0.value.text(in: text) } ?? []
  }

  // MARK: The hooks

  private var command: String { "\(ShellWord.word(program)) hook \(client.rawValue)" }

  private func withHooks(_ bytes: [UInt8]?, _ file: String) throws(Problem) -> [UInt8] {
    var patch = JSONPatch(bytes)
    guard patch.root != nil else { throw .unreadable(file) }
    for (event, tools) in client.hooks {
      let own = patch.value(at: ["hooks", event])?.members.map(\.value).filter { isOwn($0, patch.bytes) } ?? []
      if own.contains(where: { $0.value(of: "matcher", in: patch.bytes)?.text(in: patch.bytes) == tools }) { continue }
      // The entry of an earlier version names fewer tools.
      if !own.isEmpty { patch.removeElements(of: ["hooks", event], where: isOwn) }
      let matcher = tools.map { "\"matcher\": \(JSONString.quoted($0)), " } ?? ""
      let hook = "{ \"type\": \"command\", \"command\": \(JSONString.quoted(command)) }"
      guard patch.append("{ \(matcher)\"hooks\": [\(hook)] }", to: ["hooks", event]) else { throw .unreadable(file) }
    }
    return patch.bytes
  }

  private func withoutHooks(_ bytes: [UInt8], _ file: String) throws(Problem) -> [UInt8]? {
    var patch = JSONPatch(bytes)
    guard patch.root != nil else { throw .unreadable(file) }
    // In reverse, so that each is removed from the position at which it was added.
    for (event, _) in client.hooks.reversed() { patch.removeElements(of: ["hooks", event], where: isOwn) }
    return patch.isMade ? nil : patch.bytes
  }

  /// Returns whether Stet wrote an entry: its only hook calls `stet hook` for this program.
  private func isOwn(_ entry: JSONNode, _ text: [UInt8]) -> Bool {
    guard let hooks = entry.value(of: "hooks", in: text)?.members, hooks.count == 1,
      let command = hooks[0].value.value(of: "command", in: text)?.text(in: text)
    else { return false }
    return command.hasSuffix(" hook \(client.rawValue)") && command.contains("stet")
  }
}
