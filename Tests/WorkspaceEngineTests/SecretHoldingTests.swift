import FoundationEssentials
import GitObjects
import Testing
import WorkspaceAPI

@testable import FolderKeeping
@testable import Permissions
@testable import WorkspaceEngine

@Suite struct SecretHoldingTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "write_file")
  private static let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"
  private static let other = "gh" + "p_" + "Wq7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXi"

  /// Whether any object that a push would send holds the text.
  private func isPublic(_ text: String, _ folder: TestFolder) async throws -> Bool {
    let found = try await folder.git("log", "--format=%H", "-S" + text, "refs/stet/tip", "main")
    return !found.isEmpty
  }

  @Test func `a file with a secret is held, whoever wrote it, and goes out when it is taken out`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try folder.save("b.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("a.md", "one\nkey \(Self.token)\n")
      try folder.save("c.md", "no secret\n")
      try await workspace.settle()
      let read = try await workspace.read(ReadRequest(path: "b.md", caller: Self.agent))
      let receipt = try await workspace.write(
        WriteRequest(
          path: "b.md", action: .append(Array("key \(Self.token)\n".utf8)), token: read.token, caller: Self.agent))
      #expect(receipt.held?.contains("a GitHub token (line 2)") == true)
      _ = try await workspace.write(
        WriteRequest(path: "d/e.md", action: .put(Array(Self.token.utf8)), caller: Self.agent))
      try await workspace.settle()
      let secretIsPublic = try await isPublic(Self.token, folder)
      #expect(!secretIsPublic)
      #expect(try await workspace.status().held.map(\.path) == ["a.md", "b.md", "d/e.md"])
      #expect(try await workspace.questions().map(\.kind) == ["secret", "secret", "secret"])
      #expect(folder.text("a.md") == "one\nkey \(Self.token)\n")
      #expect(try await folder.git("show", "refs/stet/tip:c.md") == "no secret")
      #expect(try await folder.git("show", "refs/stet/held:a.md").contains(Self.token))
      try folder.save("a.md", "one\nkey in the vault\n")
      _ = try await workspace.write(
        WriteRequest(path: "b.md", action: .edit(old: Self.token, new: "-", everywhere: true), caller: Self.agent))
      try await workspace.settle()
      #expect(try await folder.git("show", "refs/stet/tip:a.md").contains("vault"))
      #expect(try await folder.git("show", "refs/stet/tip:b.md") == "one\nkey -")
      #expect(try await workspace.questions().map(\.path) == ["d/e.md"])
      let stillPublic = try await isPublic(Self.token, folder)
      #expect(!stillPublic)
    }
  }

  /// A gzip file of one block that is not compressed (RFC 1951, 1952).
  private static func gzip(_ text: String) -> [UInt8] {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
    }
    let bytes = Array(text.utf8)
    let size = UInt32(bytes.count)
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
    return head + little(size, 2) + little(~size, 2) + bytes + little(~sum, 4) + little(size, 4)
  }

  @Test func `a key in a gzip file is found, also in Base64`() {
    let text = "one\nkey \(Self.token)\n" + String(repeating: "many words in a row\n", count: 100)
    func kinds(_ bytes: [UInt8]) -> [String] {
      SecretRules().holding(bytes, at: "a.gz", fingerprint: { _ in "" }, isAllowed: { _ in false }).map(\.secret.kind)
    }
    #expect(kinds(Self.gzip(text)) == ["a GitHub token"])
    #expect(kinds(Array("data: \(Data(Self.gzip(text)).base64EncodedString())".utf8)) == ["a GitHub token"])
    #expect(kinds(Self.gzip("nothing\n")).isEmpty)
  }

  @Test func `a large text with a secret near its beginning is held, and goes out when it is taken out`() async throws {
    let folder = try await TestFolder()
    let text = String(repeating: "many words in a row\n", count: 600_000)
    try await folder.open { workspace in
      try folder.save("dump.sql", "key \(Self.token)\n" + text)
      try folder.save("n.md", "one\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["dump.sql"])
      #expect(try await workspace.questions().map(\.kind) == ["secret"])
      #expect(try await folder.git("ls-tree", "--name-only", "refs/stet/tip").contains("n.md"))
      #expect(try await !folder.git("ls-tree", "--name-only", "refs/stet/tip").contains("dump.sql"))
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["dump.sql"])
      try folder.save("dump.sql", "key in the vault\n" + text)
      try await workspace.settle()
      #expect(try await workspace.status().held.isEmpty)
      #expect(try await folder.git("show", "refs/stet/tip:dump.sql").hasPrefix("version https://git-lfs"))
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `what is held stays held over a stop and a move`() async throws {
    let folder = try await TestFolder()
    try folder.save("other.md", "one\n")
    try await folder.open { workspace in
      try folder.save("a.md", "\(Self.token)\n")
      try await workspace.settle()
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["a.md"])
      let held = try await folder.git("rev-list", "--count", "refs/stet/held")
      try await workspace.settle()
      #expect(try await folder.git("rev-list", "--count", "refs/stet/held") == held)
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .move(to: "b.md"), caller: Self.agent))
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["b.md"])
      let secretIsPublic = try await isPublic(Self.token, folder)
      #expect(!secretIsPublic)
    }
  }

  @Test func `the person says that it is none, for this secret only`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "\(Self.token)\n")
      try await workspace.settle()
      await #expect(throws: VerbError.self) {
        try await workspace.policy(PolicyRequest(.allowSecret, path: "a.md", caller: Self.agent))
      }
      _ = try await workspace.policy(PolicyRequest(.allowSecret, path: "a.md", caller: .terminal))
      try await workspace.settle()
      #expect(try await folder.git("show", "refs/stet/tip:a.md") == Self.token)
      #expect(try await workspace.questions().isEmpty)
      try folder.save("b.md", "\(Self.token) again\n")
      try folder.save("c.md", "\(Self.other)\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["c.md"])
      _ = try await workspace.answer(AnswerRequest(id: QuestionSubject.secret(at: "c.md"), word: "allow"))
      try await workspace.settle()
      #expect(try await workspace.status().held.isEmpty)
    }
  }

  @Test func `a secret whose permission could not be stored is still a question`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "\(Self.token)\n")
      try await workspace.settle()
      // No file can be written where a folder is.
      let stored = folder.root + "/.git/stet/allowed-secrets"
      try FileManager.default.createDirectory(atPath: stored, withIntermediateDirectories: false)
      let allow = AnswerRequest(id: QuestionSubject.secret(at: "a.md"), word: "allow")
      await #expect(throws: VerbError.self) { try await workspace.answer(allow) }
      let left = try await workspace.questions()
      #expect(left.map(\.path) == ["a.md"] && left.first?.answered == nil, "\(left)")
      try FileManager.default.removeItem(atPath: stored)
      _ = try await workspace.answer(allow)
      try await workspace.settle()
      #expect(try await workspace.status().held.isEmpty)
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `a file that the person keeps here is not asked about again, except for another kind of secret`()
    async throws
  {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "\(Self.token)\n")
      try await workspace.settle()
      _ = try await workspace.answer(AnswerRequest(id: QuestionSubject.secret(at: "a.md"), word: "hold"))
      #expect(try await workspace.questions().isEmpty)
      // The secret is in another line now.
      try folder.save("a.md", "above\n\(Self.token)\n")
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["a.md"])
      #expect(try await workspace.questions().isEmpty)
      try folder.save("a.md", "key AK" + "IAQ7ZKVFRXLMT4WBNH\n")
      try folder.save("b.md", "\(Self.token)\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["a.md", "b.md"])
      #expect(try await workspace.questions().compactMap(\.path).sorted() == ["a.md", "b.md"])
    }
  }

  @Test func `a secret that history has already keeps no other words back`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "\(Self.token)\n")
    try await folder.git("add", "a.md")
    try await folder.git("commit", "-qm", "mine")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("a.md", "\(Self.token)\nmore\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.isEmpty)
      #expect(try await folder.git("show", "refs/stet/tip:a.md") == "\(Self.token)\nmore")
    }
  }

  @Test func `the policy may leave files out, and turn it off`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", "[secrets]\nexempt = [\"Fixtures\"]\n")
    try await folder.open { workspace in
      try folder.save("Fixtures/a.md", "\(Self.token)\n")
      try folder.save("b.md", "\(Self.token)\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["b.md"])
      try folder.save(".stet/policy.toml", "[secrets]\nhold = false\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.isEmpty)
    }
  }
}
