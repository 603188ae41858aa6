import WorkspaceAPI
import FoundationEssentials
import Testing

@testable import WorkspaceEngine

/// Runs `init` in a folder that has files already.
@Suite struct TakenOverFolderTests {
  @Test(arguments: [false, true])
  func `what tools leave is not recorded in a folder without ignore rules of its own`(hasRules: Bool) async throws {
    let folder = try await TestFolder(isEmpty: true)
    let left = [".DS_Store", "film.mkv.part", "node_modules/pad/index.js", ".a.md.swp"]
    for path in left + ["a.md"] { try folder.save(path, "text\n") }
    if hasRules { try folder.save(".gitignore", "*.log\n") }
    let report = try await WorkspaceSetUp.initialize(folder.settings, remote: nil, useTemplate: true)
    #expect(report.notes.contains { $0.contains(".git/info/exclude") } == !hasRules)
    let recorded = try await folder.git("ls-tree", "-r", "--name-only", "HEAD").split(separator: "\n").map(String.init)
    // A swap file is never recorded.
    #expect(
      recorded
        == (hasRules ? [".DS_Store", ".gitignore", "a.md", "film.mkv.part", "node_modules/pad/index.js"] : ["a.md"]))
    if !hasRules { #expect(try await folder.git("status", "--porcelain") == "") }
    // The person may take them out of the list.
    let rules = folder.text(".git/info/exclude")
    _ = try await WorkspaceSetUp.initialize(folder.settings, remote: nil, useTemplate: true)
    #expect(folder.text(".git/info/exclude") == rules)
  }

  @Test(arguments: ["remote.git", "remote.git/sub", "remote.git/hooks/deep", "Other/.git/hooks"])
  func `a folder inside a git directory is refused and stays as it is`(place: String) async throws {
    let folder = try await TestFolder(isEmpty: true)
    let place = folder.place + "/" + place
    _ = try folder.makeRemote()
    for name in ["objects", "refs", "HEAD"] {
      try FileManager.default.createDirectory(
        atPath: folder.place + "/Other/.git/" + name, withIntermediateDirectories: true)
    }
    var made = folder.settings
    made.root = place
    let settings = made
    let wasThere = FileManager.default.fileExists(atPath: place)
    let error = await #expect(throws: VerbError.self) {
      try await WorkspaceSetUp.initialize(settings, remote: nil, useTemplate: false)
    }
    #expect(error?.code == .refused && error?.kept == "Nothing was changed.")
    #expect(FileManager.default.fileExists(atPath: place) == wasThere)
    #expect(!FileManager.default.fileExists(atPath: place + "/.git"))
  }

  @Test func `a new workspace in another one names the one that does not record it any more`() async throws {
    let folder = try await TestFolder()
    var inner = folder.settings
    inner.root = folder.root + "/Sub"
    let report = try await WorkspaceSetUp.initialize(inner, remote: nil, useTemplate: false)
    #expect(report.notes.contains { $0.hasPrefix("\(folder.root) is a workspace") }, "\(report.notes)")
    let again = try await WorkspaceSetUp.initialize(inner, remote: nil, useTemplate: false)
    #expect(!again.notes.contains { $0.contains("is a workspace") }, "\(again.notes)")
  }

  @Test func `a disk without room for a pack keeps objects loose, and the next start goes on`() async throws {
    let folder = try await TestFolder()
    try? FileManager.default.removeItem(atPath: folder.root + "/.git/stet/packs")
    // No pack can be written.
    try folder.save(".git/stet/packs", "")
    try folder.save("a.md", "one\n")
    try await folder.open { try await $0.settle() }
    try folder.save("a.md", "two\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.log(LogRequest(path: "a.md")).count == 2)
      #expect(try await workspace.status().state == "recording")
    }
    #expect(try await folder.git("fsck", "--full") == "")
  }

  @Test func `git has the filter for large files though nobody configured it`() async throws {
    let folder = try await TestFolder()
    #expect(try await folder.git("config", "--local", "--get", "filter.lfs.clean") == "git-lfs clean -- %f")
    #expect(try await folder.git("config", "--local", "--get", "filter.lfs.required") == "true")
    // A person's own setting stays.
    try await folder.git("config", "--local", "filter.lfs.clean", "own %f")
    try await folder.open { _ in }
    #expect(try await folder.git("config", "--local", "--get-all", "filter.lfs.clean") == "own %f")
  }

  @Test func `undo after undo goes further back, and an undo is undone by its id`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n", "three\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
      }
      let first = try await workspace.undo(UndoRequest())
      #expect(folder.text("a.md") == "two\n")
      let second = try await workspace.undo(UndoRequest())
      #expect(folder.text("a.md") == "one\n")
      for (undo, text) in [(second, "two\n"), (first, "three\n")] {
        _ = try await workspace.undo(UndoRequest(target: undo.operation))
        #expect(folder.text("a.md") == text)
      }
      // The restored file is in place, and is the newest operation again.
      _ = try await workspace.undo(UndoRequest())
      #expect(folder.text("a.md") == "two\n")
    }
  }

  @Test func `a time names the state of then, and what is no time is refused`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "old\n")
    try await folder.git("add", "a.md")
    try await folder.git(
      "-c", "alias.old=!GIT_COMMITTER_DATE=2020-01-01T00:00:00Z git commit -qm old --date=2020-01-01T00:00:00Z", "old")
    try await folder.open { workspace in
      try folder.save("a.md", "new\n")
      try await workspace.settle()
      for (time, text) in [("yesterday", "old\n"), ("2 hours ago", "old\n"), ("2021-01-01", "old\n"), ("now", "new\n")]
      {
        #expect(try await workspace.read(ReadRequest(path: "a.md", revision: time)).content == text, "\(time)")
      }
      for text in ["nonsense", "2019-01-01", "deadbeef12"] {
        let error = await #expect(throws: VerbError.self) {
          try await workspace.read(ReadRequest(path: "a.md", revision: text))
        }
        #expect(error?.code == .notFound, "\(text)")
      }
      for text in ["nonsense", "", "12"] {
        let error = await #expect(throws: VerbError.self) { try await workspace.log(LogRequest(since: text)) }
        #expect(error?.code == .usage, "\(text)")
      }
    }
  }
}
