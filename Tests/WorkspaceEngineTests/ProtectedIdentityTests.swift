import WorkspaceAPI
import FoundationEssentials
import Glibc
import Testing

@testable import WorkspaceEngine

/// A protected file stays protected by its other names and by the names that it gets.
@Suite struct ProtectedIdentityTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "read_text_file")
  private static let policy = "[agents]\nprotected = [\"Private/**\", \".env\", \"!public.md\"]\n"

  private func expectProtected(_ path: String, _ word: String, _ workspace: Workspace) async throws {
    func refusal(_ what: String, _ body: () async throws -> Void) async {
      let error = await #expect(throws: VerbError.self, "\(what) \(path)") { try await body() }
      #expect(error?.reason == "policy.protected", "\(what) \(path): \(error?.description ?? "")")
      #expect(error?.description.contains(word) == false)
    }
    let agent = Self.agent
    await refusal("read") { _ = try await workspace.read(ReadRequest(path: path, caller: agent)) }
    await refusal("blame") { _ = try await workspace.blame(BlameRequest(path: path, caller: agent)) }
    for action: WriteAction in [
      .put([]), .append([]), .edit(old: "a", new: "b", everywhere: true), .delete, .move(to: "x.md"),
    ] {
      await refusal("\(action)") {
        _ = try await workspace.write(WriteRequest(path: path, action: action, caller: agent))
      }
    }
    await refusal("copy") {
      _ = try await workspace.write(
        WriteRequest(path: "x.md", action: .copy(from: path, revision: nil), caller: agent))
    }
    let listed = try await workspace.list(ListRequest(recursive: true, caller: agent)).first { $0.path == path }
    #expect(listed?.token == nil, "\(path)")
    if listed != nil { #expect(listed?.isProtected == true) }
    let seen = try await workspace.look(LookRequest(path: nil, reach: .everything, caller: agent))
    #expect(seen.entries.first { $0.path == path }?.isProtected == true, "\(path)")
    let hits = try await workspace.search(SearchRequest(text: word, caller: agent), progress: nil)
    #expect(!hits.contains { $0.path == path })
    do {
      let patch = try await workspace.diff(DiffRequest(to: "@", caller: agent)).patch
      #expect(!patch.contains(word))
    } catch {
      // The newest commit is of a protected file, as far as its saves were recorded apart.
      #expect(error.reason == "policy.protected", "\(error)")
    }
  }

  @Test func `a hard link to a protected file is protected`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Private/a.md", "xylophone\n")
    try folder.save(".env", "PIN=xylophone\n")
    try folder.save("open.md", "open\n")
    link(folder.root + "/Private/a.md", folder.root + "/linked.md")
    link(folder.root + "/.env", folder.root + "/config.txt")
    try await folder.open { workspace in
      try await workspace.settle()
      for path in ["linked.md", "config.txt"] { try await expectProtected(path, "xylophone", workspace) }
      let listed = try await workspace.list(ListRequest(caller: Self.agent))
      #expect(listed.contains { $0.path == "open.md" && $0.token != nil })
    }
  }

  @Test(arguments: [false, true])
  func `a file is protected while a protected link leads to it or to its folder`(isWhileRunning: Bool) async throws {
    let folder = try await TestFolder()
    let targets = ["conf/real.txt", "shared/deep/b.md", "abs.txt", "chain.txt", "odd.txt", "ignored.txt"]
    func makeLinks() {
      for (name, target) in [
        (".env", "conf/real.txt"), ("Private/shared", "../shared"), ("Private/abs", folder.root + "/abs.txt"),
        ("Private/hop", "../hop"), ("hop", "./chain.txt"), ("Private/up", "shared/deep/../../odd.txt"),
        ("Private/ignored", "../ignored.txt"),
      ] { #expect(symlink(target, folder.root + "/" + name) == 0, "\(name)") }
    }
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save(".gitignore", "/Private/ignored\n")
    try folder.save("Private/a.md", "mine\n")
    for name in targets { try folder.save(name, "xylophone \(name)\n") }
    try folder.save("open.md", "open\n")
    if !isWhileRunning { makeLinks() }
    for _ in 0..<2 {
      try await folder.open { workspace in
        try await workspace.settle()
        if isWhileRunning, folder.text(".env") == nil { makeLinks() }
        try await workspace.settle()
        for path in targets { try await expectProtected(path, "xylophone", workspace) }
        let read = try await workspace.read(ReadRequest(path: "open.md", caller: Self.agent)).content
        #expect(read == "open\n")
      }
    }
    try await folder.open { workspace in
      unlink(folder.root + "/.env")
      unlink(folder.root + "/Private/shared")
      try await workspace.settle()
      for path in ["conf/real.txt", "shared/deep/b.md"] {
        let read = try await workspace.read(ReadRequest(path: path, caller: Self.agent)).content
        #expect(read == "xylophone \(path)\n")
      }
    }
  }

  /// The ways in which a protected file leaves its other name alone with the earlier text.
  enum Parting: CaseIterable {
    case save, verb, deletion, saveWhileStopped
  }

  @Test(arguments: Parting.allCases)
  func `a hard link stays protected after the protected name got another file`(parting: Parting) async throws {
    let folder = try await TestFolder()
    let (path, linked) = (folder.root + "/Private/a.md", folder.root + "/linked.md")
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Private/a.md", "xylophone\n")
    try folder.save("open.md", "open\n")
    func replace() throws {
      try folder.save("Private/a.md.new", "glockenspiel\n")
      #expect(rename(path + ".new", path) == 0)
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(link(path, linked) == 0)
      try await workspace.settle()
      switch parting {
      case .save: try replace()
      case .verb:
        let put = WriteAction.put(Array("glockenspiel\n".utf8))
        _ = try await workspace.write(WriteRequest(path: "Private/a.md", action: put, caller: .person))
      case .deletion: unlink(path)
      case .saveWhileStopped: break
      }
      if parting == .save || parting == .verb {
        let error = await #expect(throws: VerbError.self, "before the save is recorded") {
          try await workspace.read(ReadRequest(path: "linked.md", caller: Self.agent))
        }
        #expect(error?.reason == "policy.protected")
      }
      try await workspace.settle()
      if parting != .saveWhileStopped { try await expectProtected("linked.md", "xylophone", workspace) }
    }
    if parting == .saveWhileStopped { try replace() }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(folder.text("linked.md") == "xylophone\n")
      try await expectProtected("linked.md", "xylophone", workspace)
      let read = try await workspace.read(ReadRequest(path: "open.md", caller: Self.agent)).content
      #expect(read == "open\n")
    }
  }

  @Test(arguments: [false, true])
  func `a protected file that gets another name is protected`(isByVerb: Bool) async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    for name in ["Private/a.md", "Private/b.md", ".env"] {
      try folder.save(name, name.contains("b.md") ? "words of b.md\n" : "xylophone \(name)\n")
    }
    try await folder.open { workspace in
      try await workspace.settle()
      for (from, to) in [("Private/a.md", "one.md"), (".env", "config.txt"), ("Private/b.md", "public.md")] {
        if isByVerb {
          _ = try await workspace.write(WriteRequest(path: from, action: .move(to: to), caller: .person))
        } else {
          rename(folder.root + "/" + from, folder.root + "/" + to)
        }
        try await workspace.settle()
      }
      for path in ["one.md", "config.txt"] { try await expectProtected(path, "xylophone", workspace) }
      let released = try await workspace.read(ReadRequest(path: "public.md", caller: Self.agent)).content
      #expect(released.contains("b.md"), "an exception of the policy releases it")
      try folder.save("one.md", "xylophone, changed\n")
      rename(folder.root + "/one.md", folder.root + "/two.md")
      try await workspace.settle()
    }
    try await folder.open { workspace in
      try await workspace.settle()
      for path in ["two.md", "config.txt"] { try await expectProtected(path, "xylophone", workspace) }
      unlink(folder.root + "/two.md")
      try await workspace.settle()
      let error = await #expect(throws: VerbError.self) {
        try await workspace.diff(DiffRequest(to: "@", caller: Self.agent))
      }
      #expect(error?.reason == "policy.protected")
    }
  }

  @Test func `a protected file that is renamed while git is at work is protected, and its rename is recorded`()
    async throws
  {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    for name in ["Private/a.md", ".env"] { try folder.save(name, "xylophone \(name)\n") }
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save(".git/index.lock", "")
      for (from, to) in [("Private/a.md", "one.md"), (".env", "config.txt")] {
        #expect(rename(folder.root + "/" + from, folder.root + "/" + to) == 0)
      }
      // The renames are seen and put off.
      await #expect(throws: VerbError.self) { try await workspace.sync(SyncRequest(wait: true, timeout: 1)) }
      unlink(folder.root + "/.git/index.lock")
      try await workspace.settle()
      for path in ["one.md", "config.txt"] { try await expectProtected(path, "xylophone", workspace) }
      // By its former name it is local only, too.
      let names = try await folder.git("ls-tree", "-r", "--name-only", "main").split(separator: "\n")
      #expect(names.contains("one.md") && !names.contains("config.txt") && !names.contains("Private/a.md"))
      let subjects = try await workspace.log(LogRequest(path: "one.md")).map(\.subject)
      // The two renames are one commit.
      #expect(subjects.first == "Rename 2 files", "\(subjects)")
    }
  }

  @Test func `a protected file that is renamed while no daemon runs is protected, and a new file is not`() async throws
  {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    let files = ["Private/a.md": "one.md", ".env": "config.txt", "Private/deep/c.md": "plain/c.md"]
    for name in files.keys { try folder.save(name, "xylophone \(name)\n") }
    try await folder.open { workspace in try await workspace.settle() }
    try FileManager.default.createDirectory(atPath: folder.root + "/plain", withIntermediateDirectories: true)
    for (from, to) in files { rename(folder.root + "/" + from, folder.root + "/" + to) }
    try folder.save("new.txt", "marimba\n")
    for _ in 0..<2 {
      try await folder.open { workspace in
        try await workspace.settle()
        for path in files.values { try await expectProtected(path, "xylophone", workspace) }
        let read = try await workspace.read(ReadRequest(path: "new.txt", caller: Self.agent)).content
        #expect(read == "marimba\n")
      }
    }
  }
}
