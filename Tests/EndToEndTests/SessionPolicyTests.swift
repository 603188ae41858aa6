import FoundationEssentials
import TestSupport
import Testing

/// The policy's settings for sessions: servers of the web, and the visible conversation.
@Suite struct SessionPolicyTests {
  /// Puts a policy in force that allows the server of one port and has a permission for that of another.
  private func allow(_ own: Int, and permission: String, for other: Int, in folder: TestWorkspace) async throws {
    try await folder.accept(
      policy: """
        [[web.rules]]
        hosts = ["127.0.0.1:\(own)"]
        permission = "allow"
        [[web.rules]]
        hosts = ["127.0.0.1:\(other)"]
        permission = "\(permission)"

        """)
  }

  @Test func `the policy allows and refuses servers, also those of a redirect`() async throws {
    try await ScriptedModel.run("[]") { folder, model in
      let refused = try #require(ServerProcess(script: ScriptedModel.script))
      let asked = try #require(ServerProcess(script: ScriptedModel.script))
      try await allow(model.server.port, and: "deny", for: refused.port, in: folder)
      let own = "http://127.0.0.1:\(model.server.port)"
      func fetch(_ address: String) -> String { #"["web_fetch", {"url": "\#(address)"}]"# }
      try model.say(
        #"[{"calls": [\#(fetch(own + "/whales")), \#(fetch(own + "/to/\(refused.port)")), \#(fetch("http://127.0.0.1:\(refused.port)/x"))]}, {"calls": [\#(fetch(own + "/to/\(asked.port)"))]}, {"text": "Done."}]"#
      )
      let run = try await folder.stet("run", "Read it", "--session", "w1")
      #expect(run.status == 3 && run.errors.contains("127.0.0.1:\(asked.port)/landed"), "\(run)")
      #expect(refused.log.isEmpty && asked.log.isEmpty)
      #expect(model.server.log.filter { $0.hasPrefix("GET") }.count == 3)
      let log = try await folder.stet("session", "export", "w1").mustSucceed().output
      #expect(log.contains("Whales & songs"))
      let mark = "The policy of the folder does not allow 127.0.0.1:\(refused.port)."
      #expect(log.ranges(of: mark).count == 2, "\(log)")
      // A permission of the person is no permission of the policy's.
      try await folder.accept(policy: "[web]\npermission = \"deny\"\n")
      try await folder.stet("session", "resume", "w1", "--answer", "allow").mustSucceed()
      #expect(asked.log.isEmpty)
    }
  }

  @Test func `an answer of the cache is used only if each server that led to it is still allowed`() async throws {
    try await ScriptedModel.run("[]") { folder, model in
      let other = try #require(ServerProcess(script: ScriptedModel.script))
      let address = "http://127.0.0.1:\(model.server.port)/to/\(other.port)"
      try model.say(#"[{"calls": [["web_fetch", {"url": "\#(address)"}]]}, {"text": "Done."}]"#)
      for (session, last, isCached) in [("w1", "allow", false), ("w2", "allow", true), ("w3", "deny", false)] {
        try await allow(model.server.port, and: last, for: other.port, in: folder)
        try await folder.stet("run", "Read it", "--session", session).mustSucceed()
        let log = try await folder.stet("session", "export", session).mustSucceed().output
        #expect(log.contains("Whales & songs") == (last == "allow"), "\(session): \(log)")
        #expect(log.contains("[cached since") == isCached, "\(session): \(log)")
      }
      #expect(model.server.log.count { $0.hasPrefix("GET") } == 1 && other.log.count == 1)
    }
  }

  private static let talk = #"""
    [{"text": "I ask.", "calls": [["ask_user", {"question": "Which colour?", "choices": ["red", "blue"]}]]},
     {"calls": [["write_file", {"path": "NAME.md", "content": "red\n"}]]},
     {"text": "It is red.", "calls": [["complete_task", {"status": "success", "summary": "All is red."}]]}]
    """#

  private struct Message: Decodable, Equatable {
    var id: String
    var role: String
    var text: String
    var kind: String?
  }

  private func messages(_ folder: TestWorkspace, _ session: String) throws -> [Message] {
    try (folder.text("Chats/\(session).jsonl") ?? "").split(separator: "\n").map {
      try JSONDecoder().decode(Message.self, from: Data($0.utf8))
    }
  }

  private static func talk(_ session: String) -> [Message] {
    let parts = [
      ("user", "Paint", nil), ("assistant", "I ask. ", nil), ("assistant", "Which colour?", "question"),
      ("user", "red", "answer"), ("assistant", "It is red. ", nil), ("assistant", "All is red.", nil),
    ]
    return parts.enumerated().map { Message(id: "\(session)-\($0 + 1)", role: $1.0, text: $1.1, kind: $1.2) }
  }

  @Test func `the visible conversation is a file of the folder where the policy says so`() async throws {
    try await ScriptedModel.run(Self.talk.replacing("NAME", with: "a")) { folder, _ in
      #expect(try await folder.stet("run", "Paint", "--session", "off").status == 3)
      #expect(folder.text("Chats/off.jsonl") == nil)
      try await folder.accept(policy: "[sessions]\nchats = true\n")
      #expect(try await folder.stet("run", "Paint", "--session", "on").status == 3)
      #expect(try messages(folder, "on") == Array(Self.talk("on").prefix(3)))
      try await folder.stet("session", "resume", "on", "--answer", "red").mustSucceed()
      #expect(try messages(folder, "on") == Self.talk("on"))
      let authors = try await folder.log("Chats/on.jsonl").reversed().map {
        "\($0.author.kind) \($0.author.session ?? "")"
      }
      #expect(Set(authors) == ["user ", "agent on"] && authors.first == "user ", "\(authors)")
    }
  }

  @Test func `a task that an agent queues is the agent's in the visible conversation`() async throws {
    try await ScriptedModel.run(#"[{"text": "Done."}]"#) { folder, _ in
      try await folder.accept(policy: "[sessions]\nchats = true\n")
      try await folder.shellOfAgent(#""$STET" run Paint --session c1 --when online"#)
      try await until(within: .seconds(60)) { try await folder.sessions().first?.state == "completed" }
      try await until { try await folder.stet("queue").output == "No session waits.\n" }
      let commits = try await folder.log("Chats/c1.jsonl").reversed().map(\.author)
      #expect(commits.map(\.session) == ["s9", "c1"] && commits.map(\.name) == ["Claude Code", "Assistant"])
      #expect(folder.text("Chats/c1.jsonl")?.contains(#""role":"user","text":"Paint","name":"Claude Code""#) == true)
    }
  }

  @Test func `each message is written once although the run is killed at any change of its log`() async throws {
    try await ScriptedModel.run("[]") { folder, model in
      try await folder.accept(policy: "[sessions]\nchats = true\n")
      let log = folder.machine.place + "/steps"
      let sessions = folder.root + "/.git/stet/sessions"
      try await folder.shell("mkdir -p -m 700 .git/stet/sessions")
      let stride = Machine.isLong ? 1 : 7
      var (point, kills) = (1 + Int(Machine.seed) % stride, 0)
      while true {
        let session = "k\(point)"
        try model.say(Self.talk.replacing("NAME", with: session))
        var isKilled = false
        for words in [["run", "Paint", "--session", session], ["session", "resume", session, "--answer", "red"]] {
          let command = [Machine.binary, "-C", folder.root] + words
          try await folder.machine.run(
            [Machine.stepper, "-r", sessions, "-o", log, "-k", "\(point)"] + command, in: "/")
          if String(file: log)?.split(separator: "\n").last?.hasPrefix("killed") == true { isKilled = true }
        }
        guard isKilled else { break }
        kills += 1
        if try await !folder.sessions().contains(where: { $0.id == session }) {
          try await folder.shell("rm -rf .git/stet/sessions/\(session)")
          try await folder.stet("run", "Paint", "--session", session)
        }
        for _ in 0..<4 {
          switch try await folder.sessions().first(where: { $0.id == session })?.state {
          case "waitingForUser": try await folder.stet("session", "resume", session, "--answer", "red")
          // Also of an ended session: its last message may be missing.
          default: try await folder.stet("session", "resume", session)
          }
        }
        #expect(try messages(folder, session) == Self.talk(session), "killed at \(point)")
        point += stride
      }
      #expect(kills > 0, "the last point is that of a whole run")
    }
  }
}
