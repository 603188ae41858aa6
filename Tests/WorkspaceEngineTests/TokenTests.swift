import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Testing

@testable import WorkspaceEngine

/// Version tokens name versions of their own path only.
@Suite struct TokenTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "write_file")

  private func refusal(_ body: () async throws -> Void) async -> VerbError? {
    do { try await body() } catch { return error as? VerbError }
    return nil
  }

  private func id(_ text: String, _ folder: TestFolder) async throws -> ObjectID {
    try folder.save("../guess", text)
    return try #require(ObjectID(hex: try await folder.git("hash-object", "../guess")))
  }

  private static let actions: [WriteAction] = [
    .put(Array("z\n".utf8)), .edit(old: "read", new: "z", everywhere: true), .append(Array("z\n".utf8)), .delete,
    .move(to: "new.md"), .copy(from: "other.md", revision: nil),
  ]

  @Test(arguments: actions, [Caller(agent: "bot", session: "s", tool: "write_file"), .person])
  func `the token of another file is refused as one that nobody ever had`(
    action: WriteAction, caller: Caller
  ) async throws {
    let folder = try await TestFolder()
    try folder.save(".env", "DB_PIN=4711\n")
    try folder.save("other.md", "secret words\n")
    try folder.save("README.md", "read me\n")
    try await folder.open { workspace in
      try await workspace.settle()
      var texts: Set<String> = []
      for guess in ["DB_PIN=4711\n", "DB_PIN=4712\n", "secret words\n", "no words\n"] {
        let token = try await id(guess, folder)
        let error = await refusal {
          _ = try await workspace.write(
            WriteRequest(path: "README.md", action: action, token: token, caller: caller))
        }
        #expect(error?.diff == nil && error?.currentContent == nil && error?.reason == "token.unknown")
        texts.insert("\(error?.code as Any) \(error?.description.replacing(token.hex.prefix(12), with: "ID") ?? "")")
        let batch = await refusal {
          _ = try await workspace.writeTogether(
            BatchRequest(
              writes: [WriteRequest(path: "README.md", action: .put([]), token: token)], caller: caller))
        }
        #expect(batch?.reason == "token.unknown" && batch?.diff == nil)
      }
      #expect(texts.count == 1)
      #expect(folder.text("README.md") == "read me\n")
      guard caller.agent != nil else { return }
      let calls = try await workspace.audit(AuditRequest()).calls.filter { $0.path == "README.md" }
      #expect(calls.count == 8 && Set(calls.map { [$0.refused, $0.version] }) == [["token.unknown", nil]])
    }
  }

  @Test(arguments: ["", "\0", "^{blob}\0", "^{blob}", ":\0", "^0\0"])
  func `a revision confirms no guess of a protected text`(end: String) async throws {
    let folder = try await TestFolder()
    try folder.save(".env", "DB_PIN=4711\n")
    try folder.save("README.md", "read me\n")
    try await folder.open { workspace in
      try await workspace.settle()
      var texts: Set<String> = []
      for guess in ["DB_PIN=4711\n", "DB_PIN=4712\n"] {
        let revision = String(try await id(guess, folder).hex.prefix(14)) + end
        let (path, agent) = ("README.md", Self.agent)
        let errors = [
          await refusal { _ = try await workspace.read(ReadRequest(path: path, caller: agent, revision: revision)) },
          await refusal { _ = try await workspace.diff(DiffRequest(path: path, from: revision, caller: agent)) },
          await refusal { _ = try await workspace.diff(DiffRequest(path: path, to: revision, caller: agent)) },
          await refusal {
            _ = try await workspace.changes(ChangesRequest(since: revision, caller: agent, limit: 10))
          },
          await refusal {
            let copy = WriteAction.copy(from: path, revision: revision)
            _ = try await workspace.write(WriteRequest(path: path, action: copy, token: .zero, caller: agent))
          },
          await refusal { _ = try await workspace.undo(UndoRequest(target: revision, caller: agent)) },
        ]
        for (index, error) in errors.enumerated() {
          let words = try #require(error, "\(index)").description
          texts.insert("\(index) " + words.replacing(revision.prefix(14), with: "ID"))
        }
      }
      #expect(texts.count == 6, "\(texts)")
    }
  }

  @Test func `reading, copying and restoring take no token of another file`() async throws {
    let folder = try await TestFolder()
    try folder.save(".env", "DB_PIN=4711\n")
    try folder.save("README.md", "read me\n")
    try await folder.open { workspace in
      try await workspace.settle()
      var errors: [[String?]] = []
      for guess in ["DB_PIN=4711\n", "DB_PIN=4712\n"] {
        let token = try await id(guess, folder)
        let read = await refusal {
          _ = try await workspace.read(ReadRequest(path: "README.md", caller: Self.agent, revision: token.hex))
        }
        let copy = await refusal {
          _ = try await workspace.write(
            WriteRequest(
              path: "new.md", action: .copy(from: "README.md", revision: token.hex), token: .zero, caller: Self.agent))
        }
        let own = await refusal {
          _ = try await workspace.write(
            WriteRequest(path: ".env", action: .put([]), token: token, caller: Self.agent))
        }
        let from = await refusal {
          _ = try await workspace.write(
            WriteRequest(path: "new.md", action: .copy(from: ".env", revision: token.hex), caller: Self.agent))
        }
        errors.append([read, copy, own, from].map { $0?.description.replacing(token.hex.prefix(12), with: "ID") })
        #expect(read?.reason == "token.unknown" && copy?.reason == "token.unknown")
        #expect(own?.reason == "policy.protected" && from?.reason == "policy.protected")
      }
      #expect(errors.first == errors.last)
    }
  }

  @Test func `each version that a path had is known by its token, also under an earlier name`() async throws {
    let folder = try await TestFolder()
    var tokens: [ObjectID] = []
    for text in ["one\n", "one\ntwo\n", "one\ntwo\nthree\n"] {
      try folder.save("a.md", text)
      try await folder.open { workspace in
        try await workspace.settle()
        tokens.append(try await workspace.read(ReadRequest(path: "a.md")).token)
      }
    }
    try await folder.open { workspace in
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .move(to: "b.md"), caller: .person))
    }
    try await folder.open { workspace in
      _ = try await workspace.read(ReadRequest(path: "b.md", caller: Self.agent))
      for token in tokens {
        let error = await refusal {
          _ = try await workspace.write(
            WriteRequest(path: "b.md", action: .delete, token: token, caller: Self.agent))
        }
        #expect(error == nil || error?.code == .stale)
        let first = try await workspace.read(
          ReadRequest(path: "b.md", caller: Self.agent, revision: tokens[0].hex))
        #expect(first.content == "one\n")
        if error == nil { break }
      }
      #expect(folder.text("b.md") == nil, "the newest token is the one that stands")
    }
  }

  @Test func `the same session id of two agents is two sessions`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let (alpha, beta) = (Caller(agent: "Alpha", session: "main"), Caller(agent: "Beta", session: "main"))
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: alpha))
      let error = await refusal {
        _ = try await workspace.write(WriteRequest(path: "a.md", action: .put(Array("b\n".utf8)), caller: beta))
      }
      #expect(error?.code == .stale)
      let key = "append a.md two"
      #expect(try await workspace.beginCall(CallBegin(caller: alpha, key: key)).isFresh)
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .append(Array("two\n".utf8)), caller: alpha))
      _ = try await workspace.endCall(CallEnd(caller: alpha, key: key, answer: "done", paths: ["a.md"]))
      #expect(try await workspace.beginCall(CallBegin(caller: beta, key: key)).isFresh)
      let news = try await workspace.endCall(CallEnd(caller: beta, key: key, paths: []))
      _ = news
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .append(Array("3\n".utf8)), caller: alpha))
      let told = try await workspace.endCall(CallEnd(caller: beta, key: "other", paths: []))
      #expect(told.changes.map(\.path) == ["a.md"], "another agent's change is news")
    }
  }

  @Test(arguments: [LineRange.between(1, 2), .last(1), .between(5, 9)])
  func `who read a part neither replaces nor deletes the whole`(lines: LineRange) async throws {
    let folder = try await TestFolder()
    let text = (1...20).map { "line \($0)\n" }.joined()
    try folder.save("a.md", text)
    try await folder.open { workspace in
      try await workspace.settle()
      var part = ReadRequest(path: "a.md", caller: Self.agent)
      part.lines = lines
      let token = try await workspace.read(part).token
      for given in [nil, token] {
        for action in [WriteAction.put(Array("mine\n".utf8)), .delete] {
          let error = await refusal {
            _ = try await workspace.write(
              WriteRequest(path: "a.md", action: action, token: given, caller: Self.agent))
          }
          #expect(error?.reason == "token.part" && error?.currentContent == nil)
        }
      }
      let edit = WriteAction.edit(old: "line 20\n", new: "end\n", everywhere: false)
      _ = try await workspace.write(WriteRequest(path: "a.md", action: edit, token: token, caller: Self.agent))
      let after = await refusal {
        _ = try await workspace.write(
          WriteRequest(path: "a.md", action: .put(Array("mine\n".utf8)), caller: Self.agent))
      }
      #expect(after?.reason == "token.part", "an edit shows nothing of the rest")
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .put(Array("mine\n".utf8)), caller: Self.agent))
      #expect(folder.text("a.md") == "mine\n")
    }
  }

  @Test func `a token of a part replaces the whole in no other session of the agent`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\ntwo\n")
    try await folder.open { workspace in
      try await workspace.settle()
      var part = ReadRequest(path: "a.md", caller: Caller(agent: "Alpha", session: "1"))
      part.lines = .between(1, 1)
      let token = try await workspace.read(part).token
      var shared = Caller(agent: "Alpha", session: "2")
      shared.sharesSession = true
      for caller in [Caller(agent: "Alpha", session: "2"), shared] {
        let error = await refusal {
          _ = try await workspace.write(
            WriteRequest(path: "a.md", action: .put(Array("mine\n".utf8)), token: token, caller: caller))
        }
        #expect(error?.reason == "token.part")
      }
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: shared))
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .put(Array("mine\n".utf8)), token: token, caller: shared))
      #expect(folder.text("a.md") == "mine\n")
    }
  }

  @Test(arguments: [true, false])
  func `a session that read only a part of the newest version does not delete it`(isRefused: Bool) async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\ntwo\n")
    try await folder.open { workspace in
      try await workspace.settle()
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      let longer = (1...20_000).map { "line \($0)\n" }.joined()
      try folder.save("a.md", longer)
      try await workspace.settle()
      if isRefused {
        let error = await refusal {
          _ = try await workspace.write(
            WriteRequest(path: "a.md", action: .put(Array("mine\n".utf8)), caller: Self.agent))
        }
        #expect(error?.code == .stale)
      } else {
        var part = ReadRequest(path: "a.md", caller: Self.agent)
        part.lines = .between(1, 1)
        _ = try await workspace.read(part)
      }
      let error = await refusal {
        _ = try await workspace.write(WriteRequest(path: "a.md", action: .delete, caller: Self.agent))
      }
      #expect(error?.reason == "token.part" && folder.text("a.md") == longer)
    }
  }

  @Test func `a refusal of which a client shows little gives no token for the whole`() async throws {
    let folder = try await TestFolder()
    let text = (1...400).map { "line \($0)\n" }.joined()
    try folder.save("a.md", text)
    try await folder.open { workspace in
      try await workspace.settle()
      for (length, isPart) in [(300, true), (25_000, false)] {
        var caller = Caller(agent: "Alpha", session: "\(length)")
        caller.shownLength = length
        let write = WriteRequest(path: "a.md", action: .put(Array("mine\n".utf8)), caller: caller)
        let first = await refusal { _ = try await workspace.write(write) }
        var again = write
        again.token = first?.currentToken
        let error = await refusal { _ = try await workspace.write(again) }
        #expect((error?.reason == "token.part") == isPart)
      }
    }
  }

  @Test func `parts that make up the whole count as the whole`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(.emptyBlob, of: path, to: "s", .part(LineCover(.between(1, 4), of: 10)))
    served.note(.emptyBlob, of: path, to: "s", .part(LineCover(.last(3), of: 10)))
    #expect(served.isPart(.emptyBlob, of: path, "s"))
    served.note(.emptyBlob, of: path, to: "s", .part(LineCover(.between(4, 7), of: 10)))
    #expect(!served.isPart(.emptyBlob, of: path, "s") && served.onlyVersion(of: path, to: "s") == .emptyBlob)
  }
}
