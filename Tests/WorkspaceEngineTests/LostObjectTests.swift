import WorkspaceAPI
import FileSystem
import FoundationEssentials
import GitObjects
import LargeFiles
import TestSupport
import Testing

@testable import Transfers
@testable import WorkspaceEngine

/// The objects that a remote is believed to have, and the fate of those that it lacks.
@Suite struct LostObjectTests {
  private static let content = String(repeating: "a", count: 3_000)
  private static let attributes = "*.bin filter=lfs diff=lfs merge=lfs -text\n"

  /// A folder with a remote that is one, too.
  private struct Lab {
    let folder: TestFolder
    let remote: String
    var there: ObjectFolder { ObjectFolder(path: remote + "/lfs") }
    var here: ObjectFolder { ObjectFolder(path: folder.root + "/.git/lfs") }
    var known: KnownObjects {
      get throws { KnownObjects(of: remote, tree: try DiskTree(root: folder.root)) }
    }

    init() async throws {
      folder = try await TestFolder()
      remote = try folder.makeRemote()
      try await folder.git("remote", "add", "origin", remote)
      try folder.save(".gitattributes", LostObjectTests.attributes)
      try folder.save(".stet/policy.toml", "[placeholders]\nkeep_free = \"1 MB\"\n")
    }

    /// Saves a large file.
    @discardableResult
    func save(_ path: String) throws -> Pointer {
      try folder.save(path, LostObjectTests.content)
      return try Pointer(hashing: Array(LostObjectTests.content.utf8))
    }

    func evict(_ workspace: Workspace, _ path: String = "film.bin") async throws -> LargeFileState {
      try #require(try await workspace.large(LargeRequest(.evict, paths: [path])).files.first)
    }

    /// Waits until the remote has an object.
    func arrival(of pointer: Pointer) async throws {
      try await until { there.holds(pointer) }
    }
  }

  @Test func `what is wanted and here is placed, and not for that taken to be on the remote`() async throws {
    let lab = try await Lab()
    let pointer = try lab.save("film.bin")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      #expect(try await lab.evict(workspace).outcome == "done")
      // As after a kill between the storing and the sending.
      #expect(try lab.here.store(Array(Self.content.utf8)) == pointer)
      try lab.there.remove(pointer.id)
      let objects = try #require(workspace.exchange.current.objects)
      objects.known.remove([pointer.id])
      try await workspace.largeFiles.pins.change(adding: ["film.bin"], removing: [])
      await workspace.largeFiles.contents.downloadWanted()
      #expect(lab.folder.text("film.bin") == Self.content)
      #expect(!objects.known.contains(pointer.id))
    }
  }

  @Test func `a download of what is here already says nothing of the remote`() async throws {
    let lab = try await Lab()
    let pointer = try lab.here.store(Array(Self.content.utf8))
    let other = try lab.there.store(Array("of the remote".utf8))
    try await lab.folder.open { workspace in
      try await workspace.settle()
      let objects = try #require(workspace.exchange.current.objects)
      let path = try WorkspacePath("film.bin")
      for wanted in [pointer, other] {
        #expect(await objects.downloader.bring(wanted, to: path, limit: .seconds(60)) == .arrived)
      }
      #expect(!objects.known.contains(pointer.id))
      #expect(objects.known.contains(other.id))
      // An object that the remote denies is no longer known.
      try lab.there.remove(other.id)
      try lab.here.remove(other.id)
      let outcome = await objects.downloader.bring(other, to: path, limit: .seconds(60))
      guard case .failed = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(!objects.known.contains(other.id))
    }
  }

  @Test func `a remote that is made anew at the same address has all objects sent`() async throws {
    let lab = try await Lab()
    let pointer = try lab.save("film.bin")
    try await lab.folder.open { try await $0.settle() }
    try lab.there.check(pointer)
    #expect(try lab.known.contains(pointer.id))
    try FileManager.default.removeItem(atPath: lab.remote)
    _ = try lab.folder.makeRemote()
    try await lab.folder.open { workspace in
      try lab.folder.save("n.md", "words\n")
      // The branch is gone there: that is asked.
      await #expect(throws: VerbError.self) { try await workspace.sync(SyncRequest(wait: true)) }
      _ = try await workspace.answer(AnswerRequest(id: "remote-branch-deleted", word: "join"))
      try await workspace.settle()
      let names = try await lab.folder.git("--git-dir=\(lab.remote)", "ls-tree", "-r", "--name-only", "main")
      #expect(names.contains("film.bin") && names.contains("n.md"))
      try lab.there.check(pointer)
    }
  }

  @Test func `what the remote denies when it is asked before an eviction is sent again`() async throws {
    let lab = try await Lab()
    let pointer = try lab.save("film.bin")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      try lab.there.remove(pointer.id)
      let refused = try await lab.evict(workspace)
      #expect(refused.outcome == "kept" && refused.problem?.contains("last copy") == true)
      try await lab.arrival(of: pointer)
      try lab.there.check(pointer)
      #expect(try await lab.evict(workspace).outcome == "done")
    }
  }

  @Test func `an object of a folder remote that is damaged is no copy, and is sent again`() async throws {
    let lab = try await Lab()
    let pointer = try lab.save("film.bin")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      let place = lab.there.place(of: pointer.id)
      try FileManager.default.removeItem(atPath: place)
      try Data(repeating: 0, count: pointer.size).write(to: URL(filePath: place))
      #expect(try await lab.evict(workspace).outcome == "kept")
      #expect(lab.folder.text("film.bin") == Self.content)
      try await lab.arrival(of: pointer)
      try lab.there.check(pointer)
      #expect(try await lab.evict(workspace).outcome == "done")
    }
  }

  @Test func `a remote whose objects are these very ones holds none`() async throws {
    let lab = try await Lab()
    try FileManager.default.createDirectory(atPath: lab.here.path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: lab.there.path, withDestinationPath: lab.here.path)
    let pointer = try lab.save("film.bin")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      #expect(lab.there.holds(pointer))
      #expect(try await lab.evict(workspace).outcome == "kept")
      #expect(lab.here.holds(pointer) && lab.folder.text("film.bin") == Self.content)
    }
  }

  @Test func `an object stays while another path stands that has it`() async throws {
    let lab = try await Lab()
    let pointer = try lab.save("film.bin")
    try lab.save("copy.bin")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      #expect(try await lab.evict(workspace).outcome == "done")
      #expect(lab.here.holds(pointer))
      #expect(try await lab.evict(workspace, "copy.bin").outcome == "done")
      #expect(!lab.here.holds(pointer))
    }
  }

  @Test func `an object that is gone is made again of the content that stands`() async throws {
    let lab = try await Lab()
    try await lab.folder.open { workspace in
      try await workspace.settle()
      try Data("in the way".utf8).write(to: URL(filePath: lab.there.path))
      let pointer = try lab.save("film.bin")
      await #expect(throws: VerbError.self) { try await workspace.sync(SyncRequest(wait: true)) }
      try lab.here.remove(pointer.id)
      try FileManager.default.removeItem(atPath: lab.there.path)
      try await workspace.settle()
      try lab.there.check(pointer)
    }
  }
}
