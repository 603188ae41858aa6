import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import Testing

@testable import WorkspaceEngine

@Suite struct ForeignFolderTests {
  private let robot = Caller(agent: "Robot")

  private func problem(_ path: String, _ workspace: Workspace) async throws -> String? {
    try await workspace.status().problems.first { $0.path == path }?.message
  }

  @Test(arguments: [false, true])
  func `a repository that appears in the folder is left to itself from then on`(isFile: Bool) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("proj/p.md", "one\n")
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      if isFile {
        try folder.save("proj/.git", "gitdir: ../elsewhere\n")
      } else {
        try folder.save("proj/.git/HEAD", "ref: refs/heads/main\n")
      }
      try folder.save("proj/p.md", "two\n")
      try folder.save("proj/new.md", "new\n")
      try await workspace.settle()
      for _ in 0..<2 {
        #expect(try await folder.git("show", "main:proj/p.md") == "one")
        #expect(try await folder.git("ls-tree", "--name-only", "main", "proj/") == "proj/p.md")
        let told = try #require(try await problem("proj", workspace))
        #expect(told.hasPrefix("another git repository") && told.contains("last recorded version"), "\(told)")
        await #expect(throws: VerbError.self) { try await workspace.read(ReadRequest(path: "proj/p.md")) }
        try folder.save("a.md", "two\n")
        try await workspace.settle()
      }
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("show", "main:proj/p.md") == "one")
      #expect(try await problem("proj", workspace)?.hasPrefix("another git repository") == true)
      unlink(folder.root + "/proj/.git")
      try? FileManager.default.removeItem(atPath: folder.root + "/proj/.git")
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("show", "main:proj/p.md") == "two")
      #expect(try await problem("proj", workspace) == nil)
    }
  }

  @Test func `a repository without a work tree is left to itself from the moment it is complete`() async throws {
    let folder = try await TestFolder()
    let objects = folder.root + "/bare/objects"
    func expectLeft(_ workspace: Workspace) async throws {
      #expect(try await folder.git("show", "main:bare/a.md") == "one")
      #expect(try await folder.git("ls-tree", "-r", "--name-only", "main", "bare") == "bare/HEAD\nbare/a.md")
      let told = try #require(try await problem("bare", workspace))
      #expect(told.hasPrefix("another git repository") && told.contains("last recorded version"), "\(told)")
      await #expect(throws: VerbError.self) { try await workspace.read(ReadRequest(path: "bare/a.md", caller: robot)) }
      for caller in [robot, .person] {
        let error = await #expect(throws: VerbError.self) {
          let put = WriteAction.put(Array("x\n".utf8))
          _ = try await workspace.write(WriteRequest(path: "bare/x.md", action: put, caller: caller))
        }
        #expect(error?.what.contains("another git repository") == true, "\(error?.what ?? "")")
      }
    }
    try await folder.open { workspace in
      try folder.save("bare/a.md", "one\n")
      try folder.save("bare/HEAD", "ref: refs/heads/main\n")
      try folder.save("notes/objects/a.md", "one\n")
      try folder.save("notes/refs/a.md", "one\n")
      try await workspace.settle()
      for path in [objects + "/pack", folder.root + "/bare/refs/heads"] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      try folder.save("bare/a.md", "two\n")
      try folder.save("bare/config", "[core]\n")
      try folder.save("bare/refs/heads/main", "0000\n")
      try await workspace.settle()
      try await expectLeft(workspace)
    }
    try await folder.open { workspace in
      try await workspace.settle()
      try await expectLeft(workspace)
      #expect(try await problem("notes", workspace) == nil)
      try FileManager.default.removeItem(atPath: objects)
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("show", "main:bare/a.md") == "two")
      #expect(try await problem("bare", workspace) == nil)
    }
  }

  @Test func `nothing of a bare repository in the folder is recorded, whatever is pushed into it`() async throws {
    let folder = try await TestFolder()
    let bare = folder.root + "/work/bare1"
    try folder.save("work/a.md", "one\n")
    let made = try folder.makeRemote()
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(rename(made, bare) == 0)
      try await workspace.settle()
      try await folder.git("push", "-q", bare, "main")
      try folder.save("work/a.md", "two\n")
      try await workspace.settle()
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "-r", "--name-only", "main") == "work/a.md")
      let seen = try await workspace.look(LookRequest(path: nil, reach: .everything, caller: robot))
      #expect(!seen.entries.contains { $0.path.hasPrefix("work/bare1/") })
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "-r", "--name-only", "main") == "work/a.md")
      #expect(try await problem("work/bare1", workspace) == "another git repository; its files are not recorded here")
    }
  }

  @Test func `an agent's write into another repository is refused with the reason`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try folder.save("proj/p.md", "one\n")
      try folder.save("proj/.git/HEAD", "ref: refs/heads/main\n")
      try await workspace.settle()
      let text = Array("new\n".utf8)
      for action: WriteAction in [.put(text), .append(text), .delete, .move(to: "b.md")] {
        for path in ["proj/p.md", "proj/deep/new.md"] {
          let error = await #expect(throws: VerbError.self) {
            _ = try await workspace.write(WriteRequest(path: path, action: action, caller: robot))
          }
          #expect(error?.what.contains("another git repository") == true, "\(path) \(action): \(error?.what ?? "")")
        }
      }
      await #expect(throws: VerbError.self) {
        _ = try await workspace.write(WriteRequest(path: "a.md", action: .move(to: "proj/a.md"), caller: robot))
      }
      #expect(folder.text("proj/p.md") == "one\n" && folder.text("a.md") == "one\n")
    }
  }

  @Test(arguments: [Caller(agent: "Robot", session: "s"), .person])
  func `no verb enters another repository, and nothing of it is published`(caller: Caller) async throws {
    let (folder, _, remote) = try await TestFolder.pair()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try folder.save("work/code/src/main.c", "int main;\n")
      try folder.save("work/code/.git/HEAD", "ref: refs/heads/main\n")
      symlink("work/code/src/main.c", folder.root + "/link.c")
      symlink("work/code", folder.root + "/short")
      try await workspace.settle()
      let text = Array("new\n".utf8)
      let path = "work/code/src/main.c"
      func expectRefusal(_ what: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: VerbError.self, "\(what)") { try await body() }
        #expect(error?.what.contains("another git repository") == true, "\(what): \(error?.what ?? "")")
      }
      for name in [path, "work/code/new.c", "link.c", "work/code"] {
        await expectRefusal("read \(name)") { _ = try await workspace.read(ReadRequest(path: name, caller: caller)) }
        if name == "link.c" { continue }
        for action: WriteAction in [
          .put(text), .append(text), .edit(old: "int", new: "x", everywhere: false), .delete, .move(to: "b.md"),
          .copy(from: "a.md", revision: nil),
        ] {
          await expectRefusal("\(action) \(name)") {
            _ = try await workspace.write(WriteRequest(path: name, action: action, caller: caller))
          }
        }
        await expectRefusal("batch") {
          let writes = [WriteRequest(path: name, action: .put(text), caller: caller)]
          _ = try await workspace.writeTogether(BatchRequest(writes: writes, caller: caller))
        }
        await expectRefusal("restore") {
          _ = try await workspace.restore(RestoreRequest(paths: [name], revision: "@", caller: caller))
        }
        await expectRefusal("provenance") {
          _ = try await workspace.provenance(ProvenanceRequest(path: name, caller: caller))
        }
      }
      await expectRefusal("write through a link") {
        _ = try await workspace.write(WriteRequest(path: "link.c", action: .append(text), caller: caller))
      }
      await expectRefusal("copy from") {
        _ = try await workspace.write(
          WriteRequest(path: "b.md", action: .copy(from: path, revision: nil), caller: caller))
      }
      await expectRefusal("move to") {
        _ = try await workspace.write(
          WriteRequest(path: "a.md", action: .move(to: "work/code/a.md"), caller: caller))
      }
      await expectRefusal("claim") {
        let item = ClaimItem(try WorkspacePath(path), .writing)
        _ = try await workspace.claim(ClaimOrder(items: [item], caller: caller))
      }
      await expectRefusal("present") {
        var connected = caller
        connected.connection = 7
        _ = try await workspace.present(PresentOrder(path: path, caller: connected))
      }
      await expectRefusal("folder") {
        try await workspace.makeFolder(MakeFolderRequest(path: "work/code/new", caller: caller))
      }
      await expectRefusal("list") {
        _ = try await workspace.list(ListRequest(path: "work/code", recursive: true, caller: caller))
      }
      await expectRefusal("look") {
        _ = try await workspace.look(LookRequest(path: "work/code", reach: .everything, caller: caller))
      }
      await expectRefusal("search") {
        _ = try await workspace.search(SearchRequest(text: "main", path: "work/code", caller: caller), progress: nil)
      }
      let seen = try await workspace.look(LookRequest(path: nil, reach: .everything, caller: caller))
      #expect(!seen.entries.contains { $0.path.hasPrefix("work/code/") })
      try await workspace.settle()
      #expect(folder.text(path) == "int main;\n" && folder.text("a.md") == "one\n")
      let published = try await folder.git("--git-dir", remote, "ls-tree", "-r", "--name-only", "main")
      #expect(!published.contains("code"), "\(published)")
    }
  }

  @Test(arguments: [Caller(agent: "Robot", session: "s"), .person])
  func `a move names the repository that is in its way`(caller: Caller) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try folder.save("plain/b.md", "two\n")
      try folder.save("work/c.md", "three\n")
      for path in ["work/code/main.c", "only/code/main.c"] {
        try folder.save(path, "int main;\n")
        try folder.save(path.replacing("main.c", with: ".git/HEAD"), "ref: refs/heads/main\n")
      }
      try await workspace.settle()
      let words = "another git repository; its files are not recorded here."
      for (from, to, what) in [
        ("work", "old", "work contains work/code: \(words)"), ("only", "old", "only contains only/code: \(words)"),
        ("work/code", "old", "work/code is \(words)"),
        ("work/code/main.c", "main.c", "work/code/main.c is in work/code: \(words)"),
        ("a.md", "work/code/a.md", "work/code/a.md is in work/code: \(words)"),
        ("plain", "work/code/plain", "work/code/plain is in work/code: \(words)"),
      ] {
        let error = await #expect(throws: VerbError.self, "\(from) \(to)") {
          try await workspace.write(WriteRequest(path: from, action: .move(to: to), caller: caller))
        }
        #expect(error?.what == what && error?.reason == "folder.foreign", "\(error?.description ?? "")")
      }
      try await workspace.settle()
      #expect(folder.text("work/code/main.c") == "int main;\n" && folder.text("only/code/main.c") == "int main;\n")
      #expect(folder.text("work/c.md") == "three\n" && folder.text("plain/b.md") == "two\n")
      #expect(folder.text("a.md") == "one\n")
      let recorded = try await folder.git("ls-tree", "-r", "--name-only", "main")
      #expect(recorded == "a.md\nplain/b.md\nwork/c.md")
      _ = try await workspace.write(WriteRequest(path: "plain", action: .move(to: "work/plain"), caller: caller))
      #expect(folder.text("work/plain/b.md") == "two\n")
    }
  }

  @Test func `a clone in the folder is never recorded`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try folder.save("cl/.git/HEAD", "ref: refs/heads/main\n")
      try folder.save("cl/new.md", "new\n")
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "--name-only", "main") == "a.md")
      #expect(
        try await problem("cl", workspace) == "another git repository; its files are not recorded here")
    }
  }

  @Test func `a folder that is no longer another repository is recorded again at once`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("proj/.git/HEAD", "ref: refs/heads/main\n")
      try folder.save("proj/p.md", "one\n")
      try await workspace.settle()
      #expect(try await problem("proj", workspace)?.hasPrefix("another git repository") == true)
      try FileManager.default.removeItem(atPath: folder.root + "/proj/.git")
      try folder.save("proj/new.md", "new\n")
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "-r", "--name-only", "main", "proj") == "proj/new.md\nproj/p.md")
      #expect(try await problem("proj", workspace) == nil)
      try folder.save("proj/p.md", "two\n")
      try await workspace.settle()
      #expect(try await folder.git("show", "main:proj/p.md") == "two")
    }
  }

  @Test func `a barrier reads a repository that ended without an event, and the next one is passed`() async throws {
    let folder = try await TestFolder()
    let bare = folder.root + "/bare"
    try await folder.open { workspace in
      for path in ["/objects", "/refs"] {
        try FileManager.default.createDirectory(atPath: bare + path, withIntermediateDirectories: true)
      }
      try folder.save("bare/HEAD", "ref: refs/heads/main\n")
      try folder.save("bare/a.md", "one\n")
      try await workspace.settle()
      #expect(try await problem("bare", workspace)?.hasPrefix("another git repository") == true)
      try FileManager.default.removeItem(atPath: bare + "/objects")
      let error = await #expect(throws: VerbError.self) { try await workspace.settle() }
      #expect(error?.code == .busy && error?.path == "bare", "\(error?.description ?? "")")
      try await workspace.settle()
      #expect(try await folder.git("show", "main:bare/a.md") == "one")
      #expect(try await problem("bare", workspace) == nil)
    }
  }

  @Test func `a linked work tree stops nothing`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
    }
    try await folder.git("worktree", "add", "-q", "../side", "-b", "side")
    try await folder.open { workspace in
      try folder.save("a.md", "two\n")
      try await workspace.settle()
      #expect(try await workspace.status().state == "recording")
      #expect(try await folder.git("show", "main:a.md") == "two")
      #expect(try await folder.git("show", "side:a.md") == "one")
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root mounts"))
  func `a repository on a mount of its own is refused with the reason`() async throws {
    let folder = try await TestFolder()
    let git = folder.root + "/.git"
    try #require(mount(git, git, nil, UInt(MS_BIND), nil) == 0)
    defer { umount(git) }
    let error = await #expect(throws: VerbError.self) { _ = try await Workspace.open(folder.settings) }
    #expect(error?.what.contains("another file system") == true)
  }

  @Test(.enabled(if: getuid() == 0, "only root mounts"))
  func `a mounted folder is told of, and agents' writes to it are refused`() async throws {
    let folder = try await TestFolder()
    try folder.save("disk/a.md", "recorded\n")
    try await folder.open { try await $0.settle() }
    let disk = folder.root + "/disk"
    try #require(mount("none", disk, "tmpfs", 0, nil) == 0)
    defer { umount(disk) }
    try await folder.open { workspace in
      try folder.save("disk/b.md", "on the disk\n")
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "--name-only", "main", "disk/") == "disk/a.md")
      #expect(try await problem("disk", workspace)?.hasPrefix("another file system") == true)
      let error = await #expect(throws: VerbError.self) {
        let append = WriteAction.append(Array("x\n".utf8))
        _ = try await workspace.write(WriteRequest(path: "disk/b.md", action: append, caller: robot))
      }
      #expect(error?.what.contains("another file system") == true)
    }
  }
}
