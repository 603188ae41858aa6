import WorkspaceAPI
import FileSystem
import FoundationEssentials
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing

@testable import Transfers
@testable import FolderKeeping
@testable import WorkspaceEngine

/// Large files that are placeholders: when their contents come, and when they are evicted.
@Suite struct PlaceholderTests {
  private static let lazyOver2kB = "[placeholders]\ndownload = \"lazy\"\nlarge_over = \"2 kB\"\n"

  private static func look(_ workspace: Workspace, _ path: String) async throws -> LargeFileState {
    try #require(try await workspace.large(LargeRequest(.look, paths: [path])).files.first)
  }

  @Test func `a placeholder is no content: whoever reads waits for it, and the token is the pointer's`() async throws {
    let lab = try await PlaceholderLab()
    let pointer = try await lab.publish("film.bin", "many words\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      #expect(lab.folder.text("film.bin") == lab.text(of: pointer))
      #expect(try await Self.look(workspace, "film.bin").state == "not-downloaded")
      let listed = try #require(try await workspace.list(ListRequest(path: nil)).first { $0.path == "film.bin" })
      #expect(listed.size == 11 && listed.large?.state == "not-downloaded")
      #expect(try await workspace.status().large?.current == 0)
      #expect(try await workspace.search(SearchRequest(text: "git-lfs")).isEmpty)
      let patch = try await workspace.diff(DiffRequest(path: "film.bin", from: "HEAD~1")).patch
      #expect(patch.contains("Binary files") && !patch.contains("oid"))
      await #expect(throws: VerbError.self) { try await workspace.blame(BlameRequest(path: "film.bin")) }
      let read = try await workspace.read(ReadRequest(path: "film.bin"))
      #expect(read.content == "many words\n")
      #expect(read.token.hex == (try await lab.folder.git("rev-parse", "refs/stet/tip:film.bin")))
      #expect(lab.folder.text("film.bin") == "many words\n")
      #expect(try await Self.look(workspace, "film.bin").state == "current")
      #expect(try await workspace.status().large?.current == 1)
      try await workspace.settle()
      #expect(try await lab.folder.git("rev-parse", "refs/stet/tip:film.bin") == read.token.hex)
    }
  }

  @Test func `a download during a pause says why the content is not in its place, and it comes afterwards`()
    async throws
  {
    let lab = try await PlaceholderLab()
    try await lab.publish("film.bin", "many words\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      try await lab.folder.away(workspace) {
        let begun = try await workspace.large(LargeRequest(.download, paths: ["film.bin"]))
        #expect(begun.files.first?.problem?.contains("recording is paused") == true)
        try await until { try await Self.look(workspace, "film.bin").state != "downloading" }
        let waiting = try await Self.look(workspace, "film.bin")
        #expect(waiting.state == "not-downloaded" && waiting.problem?.contains("recording is paused") == true)
      }
      try await until { try await Self.look(workspace, "film.bin").state == "current" }
      #expect(try await Self.look(workspace, "film.bin").problem == nil)
    }
  }

  @Test(arguments: ["a film.dat", "Größe.dat", "tab\there.dat", "here [1].dat", "quote\".dat"])
  func `a large file of any name is evicted and downloaded again`(name: String) async throws {
    let lab = try await PlaceholderLab(policy: Self.lazyOver2kB)
    try await lab.folder.open { workspace in
      let text = String(repeating: "many words\n", count: 300)
      try lab.folder.save(name, text)
      try await workspace.settle()
      #expect(try await Self.look(workspace, name).state == "current")
      _ = try await workspace.large(LargeRequest(.evict, paths: [name]))
      try await until { lab.folder.text(name) != text }
      #expect(try await Self.look(workspace, name).state == "not-downloaded")
      #expect(try await workspace.read(ReadRequest(path: name)).content == text)
      try await workspace.settle()
      #expect(try await lab.folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `who does not want to wait is told that it is on its way`() async throws {
    let lab = try await PlaceholderLab()
    try await lab.publish("film.bin", "many words\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      var request = ReadRequest(path: "film.bin")
      request.timeout = 0
      let error = await #expect(throws: VerbError.self) { try await workspace.read(request) }
      #expect(error?.code == .busy && error?.reason == "large.not-yet")
      request.timeout = 20
      #expect(try await workspace.read(request).content == "many words\n")
    }
  }

  @Test(arguments: [true, false])
  func `an object that the remote has damaged, or not at all, leaves the placeholder`(isThere: Bool) async throws {
    let lab = try await PlaceholderLab()
    let pointer = try await lab.publish("film.bin", "many words\n", withObject: isThere)
    if isThere { try Data("other word".utf8).write(to: URL(filePath: lab.there.place(of: pointer.id))) }
    try await lab.folder.open { workspace in
      try await workspace.settle()
      let error = await #expect(throws: VerbError.self) { try await workspace.read(ReadRequest(path: "film.bin")) }
      #expect(error?.reason == "large.failed")
      #expect(error?.description.contains("oid") == false)
      #expect(lab.folder.text("film.bin") == lab.text(of: pointer))
      #expect(try await lab.folder.git("status", "--porcelain") == "")
      #expect(!lab.here.holds(pointer))
      #expect(try await Self.look(workspace, "film.bin").problem != nil)
    }
  }

  @Test func `a content that comes while git is at work is placed once git has ended`() async throws {
    let lab = try await PlaceholderLab()
    try await lab.publish("film.bin", "many words\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      let events = workspace.events(of: [.downloaded])
      let lock = lab.folder.root + "/.git/index.lock"
      // Stet's own hold of the index ends by itself.
      var held: Int32 = -1
      try await until {
        held = open(lock, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        return held >= 0
      }
      close(held)
      #expect(try await workspace.read(ReadRequest(path: "film.bin")).content == "many words\n")
      // However long git takes: a content that nobody waits for comes behind it.
      let pointer = try await workspace.keeper.largeFiles(under: nil)[0].pointer
      let path = try WorkspacePath("film.bin")
      try await until {
        await workspace.keeper.observeGit()
        return await workspace.keeper.foreign.mayWrite(at: workspace.keeper.time.now().monotonic)
      }
      #expect(await workspace.keeper.place(path, pointer) == .paused)
      #expect(lab.folder.text("film.bin") == lab.text(of: pointer))
      try FileManager.default.removeItem(atPath: lock)
      for await event in events {
        #expect(event.paths == ["film.bin"])
        break
      }
      #expect(lab.folder.text("film.bin") == "many words\n")
    }
  }

  @Test func `what is evicted or downloaded right after a git command changes places, and git finds nothing changed`()
    async throws
  {
    let lab = try await PlaceholderLab()
    try await lab.publish("film.bin", "many words\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      for action in [LargeRequest.Action.download, .evict, .download] {
        let lock = lab.folder.root + "/.git/index.lock"
        var held: Int32 = -1
        try await until {
          held = open(lock, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
          return held >= 0
        }
        close(held)
        _ = try await workspace.status()
        #expect(unlink(lock) == 0)
        let events = workspace.events(of: [.downloaded])
        let file = try #require(try await workspace.large(LargeRequest(action, paths: ["film.bin"])).files.first)
        #expect(file.outcome == "done" || file.outcome == "started" && action == .download, "\(file)")
        if action == .download {
          for await _ in events { break }
        }
        // Without git-lfs's filter git finds a change within the second in which the content came.
        try await until {
          let isClean = try await lab.folder.git("status", "--porcelain") == ""
          try #require(isClean || action == .download)
          return isClean
        }
      }
      #expect(lab.folder.text("film.bin") == "many words\n")
    }
  }

  @Test func `an object server that cannot be reached is said with the number of files that wait`() async throws {
    let lab = try await PlaceholderLab()
    try await lab.publish("a.bin", "one\n")
    try await lab.publish("b.bin", "two\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      try #require(rename(lab.remote, lab.remote + ".away") == 0)
      for path in ["a.bin", "b.bin"] {
        let error = await #expect(throws: VerbError.self) { try await workspace.read(ReadRequest(path: path)) }
        // The error of a reader names the cause of the failure, also if the next try has begun.
        let isSaid = error?.code == .offline && error?.what.contains("cannot be reached") == true
        #expect(isSaid, "\(String(describing: error))")
      }
      #expect(try await workspace.status().large?.problems == ["no connection to \(lab.remote): 2 files wait"])
      try #require(rename(lab.remote + ".away", lab.remote) == 0)
      let events = workspace.events(of: [.downloaded])
      var left: Set = ["a.bin", "b.bin"]
      for await event in events {
        left.subtract(event.paths)
        if left.isEmpty { break }
      }
      #expect(try await workspace.status().large?.problems == [])
    }
  }

  @Test func `the policy says from which size on a file is large, and may change it`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", "[placeholders]\nlarge_over = \"2 kB\"\n")
    try await folder.open { workspace in
      try folder.save("large.txt", String(repeating: "x", count: 2_000))
      try folder.save("small.txt", String(repeating: "x", count: 1_999))
      try await workspace.settle()
      #expect(try await folder.git("show", "refs/stet/tip:large.txt").contains("git-lfs"))
      #expect(try await !folder.git("show", "refs/stet/tip:small.txt").contains("git-lfs"))
      try folder.save(".stet/policy.toml", "[placeholders]\nlarge_over = \"1 kB\"\n")
      try await workspace.settle()
      try folder.save("small.txt", String(repeating: "y", count: 1_999))
      try await workspace.settle()
      #expect(try await folder.git("show", "refs/stet/tip:small.txt").contains("git-lfs"))
    }
  }

  @Test func `what the policy wants here comes by itself`() async throws {
    let lab = try await PlaceholderLab(policy: "[placeholders]\nkeep_free = \"1 MB\"\n")
    try await lab.publish("a.bin", "one\n")
    try await lab.folder.open { workspace in
      let events = workspace.events(of: [.downloaded])
      try await workspace.settle()
      for await event in events {
        #expect(event.paths == ["a.bin"])
        break
      }
      #expect(lab.folder.text("a.bin") == "one\n")
    }
  }

  @Test func `what gave way does not come back by itself`() async throws {
    let lab = try await PlaceholderLab(policy: "[placeholders]\nkeep_free = \"1 MB\"\n")
    let pointer = try await lab.publish("a.bin", "one\n")
    try await lab.folder.open { workspace in
      let events = workspace.events(of: [.downloaded])
      try await workspace.settle()
      for await _ in events { break }
      _ = try await workspace.large(LargeRequest(.evict, paths: ["a.bin"]))
    }
    try await lab.publish("b.bin", "two\n")
    try await lab.folder.open { workspace in
      let events = workspace.events(of: [.downloaded])
      try await workspace.settle()
      for await event in events where event.paths.contains("b.bin") { break }
      #expect(lab.folder.text("a.bin") == lab.text(of: pointer))
      #expect(try await workspace.read(ReadRequest(path: "a.bin")).content == "one\n")
    }
    #expect(!PathMarks("evicted", tree: try DiskTree(root: lab.folder.root)).covers("a.bin"))
  }

  @Test func `what never comes by itself comes when it is asked for`() async throws {
    let lab = try await PlaceholderLab(policy: "[placeholders]\ndownload = \"never\"\n")
    try await lab.publish("a.bin", "one\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      let error = await #expect(throws: VerbError.self) { try await workspace.read(ReadRequest(path: "a.bin")) }
      #expect(error?.reason == "large.never")
      let events = workspace.events(of: [.downloaded])
      #expect(try await workspace.large(LargeRequest(.download, paths: ["*.bin"])).files.first?.outcome == "started")
      for await _ in events { break }
      #expect(lab.folder.text("a.bin") == "one\n")
    }
  }

  @Test func `evicting leaves a placeholder, and the content comes again`() async throws {
    let lab = try await PlaceholderLab()
    let pointer = try await lab.publish("film.bin", "many words\n")
    try await lab.folder.open { workspace in
      try await workspace.settle()
      _ = try await workspace.read(ReadRequest(path: "film.bin"))
      let report = try await workspace.large(LargeRequest(.evict, paths: ["film.bin"]))
      #expect(report.files.map(\.outcome) == ["done"], "\(report)")
      #expect(lab.folder.text("film.bin") == lab.text(of: pointer))
      #expect(!lab.here.holds(pointer))
      #expect(try await workspace.read(ReadRequest(path: "film.bin")).content == "many words\n")
      let tip = try #require(try await workspace.status().tip)
      #expect(try await lab.folder.git("rev-parse", "refs/heads/main") == tip.hex)
    }
  }

  @Test func `the last copy, what is pinned and what is open stay, each with its reason`() async throws {
    let lab = try await PlaceholderLab()
    let lost = try await lab.publish("Films/lost.bin", "lost words\n")
    for name in ["pinned", "open", "free"] { try await lab.publish("Films/\(name).bin", "\(name) words\n") }
    try await lab.folder.open { workspace in
      try await workspace.settle()
      for name in ["lost", "pinned", "open", "free"] {
        _ = try await workspace.read(ReadRequest(path: "Films/\(name).bin"))
      }
      try lab.there.remove(lost.id)
      _ = try await workspace.large(LargeRequest(.pin, paths: ["Films/pinned.bin"]))
      let handle = try OpenedFile(lab.folder.root + "/Films/open.bin")
      let report = try await workspace.large(LargeRequest(.evict, paths: ["Films"]))
      var outcomes: [String: String] = [:]
      for file in report.files { outcomes[file.path] = "\(file.outcome ?? "") \(file.problem ?? "")" }
      #expect(outcomes["Films/free.bin"] == "done ")
      #expect(outcomes["Films/lost.bin"]?.contains("last copy") == true)
      #expect(outcomes["Films/pinned.bin"] == "kept it is pinned")
      #expect(outcomes["Films/open.bin"] == "kept a program has it open")
      withExtendedLifetime(handle) {}
      #expect(lab.folder.text("Films/lost.bin") == "lost words\n" && lab.here.holds(lost))
      let refusal = await #expect(throws: VerbError.self) {
        try await workspace.large(LargeRequest(.evict, paths: ["Films"], caller: Caller(agent: "bot", session: "s")))
      }
      #expect(refusal?.code == .refused)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `where the floor is not kept older versions go, and only those that the remote has`() async throws {
    let lab = try await PlaceholderLab(policy: "[placeholders]\ndownload = \"lazy\"\nkeep_free = \"1000000 GB\"\n")
    var versions: [Pointer] = []
    try await lab.folder.open { workspace in
      for text in ["first words\n", "second words\n", "third words\n"] {
        versions.append(try await lab.publish("film.bin", text))
        try await workspace.settle()
        #expect(try await workspace.read(ReadRequest(path: "film.bin")).content == text)
      }
      _ = try await workspace.large(LargeRequest(.pin, paths: ["film.bin"]))
      // An object that only this machine has: never published, or lost by the remote.
      let own = try lab.here.store(Array("own words".utf8))
      try lab.there.remove(versions[0].id)
      #expect(versions.allSatisfy { lab.here.holds($0) })
      #expect(await !workspace.largeFiles.evictions.makeRoom(0))
      #expect(lab.here.holds(versions[0]) && !lab.here.holds(versions[1]) && lab.here.holds(versions[2]))
      #expect(lab.here.holds(own))
      #expect(lab.folder.text("film.bin") == "third words\n")
      // An object that a published commit names is sent again, and is evicted the next time. One that none names is
      // not sent, and the remote is not asked about it again each minute.
      let known = try #require(workspace.exchange.current.objects?.known)
      try await until { lab.there.holds(versions[0]) && !known.denies(versions[0].id) }
      #expect(!lab.there.holds(own))
      try lab.there.check(lab.there.store(Array("own words".utf8)))
      #expect(await !workspace.largeFiles.evictions.makeRoom(0))
      #expect(!lab.here.holds(versions[0]) && lab.here.holds(own))
      #expect(known.denies(own.id) && !known.denies(own.id, at: .now + .seconds(3_601)))
    }
  }

  @Test func `a list of the objects serves for a while, without what went since`() throws {
    let objects = try (0..<2).map { number in
      StoredObject(
        id: try #require(ContentID(bytes: Array(repeating: UInt8(number), count: 32))), size: 1, lastRead: 0)
    }
    var listed = ListedObjects()
    #expect(listed.objects(at: 100) == nil)
    listed.note(objects, at: 100)
    listed.remove([objects[0].id])
    #expect(listed.objects(at: 149) == [objects[1]])
    #expect(listed.objects(at: 150) == nil && listed.objects(at: 99) == nil)
  }
}
