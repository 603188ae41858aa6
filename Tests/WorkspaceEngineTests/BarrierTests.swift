import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

@Suite struct BarrierTests {
  @Test func `a barrier is not passed while git holds the index over an unrecorded save`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".git/index.lock", "")
      try folder.save("a.md", "one\n")
      await #expect { try await workspace.sync(SyncRequest(wait: true, timeout: 1)) } throws: { error in
        (error as? VerbError)?.code == .busy
      }
      unlink(folder.root + "/.git/index.lock")
      try await workspace.settle()
      #expect(try await folder.git("show", "main:a.md") == "one")
    }
  }

  @Test func `a barrier is not passed while deletions wait for a person`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for number in 0..<60 { try folder.save("f\(number).md", "\(number)\n") }
      try await workspace.settle()
      for number in 0..<60 { unlink(folder.root + "/f\(number).md") }
      // Lone deletions are believed after a while: then it is a question.
      var error: VerbError?
      try await until {
        do { try await workspace.settle() } catch let found as VerbError { error = found }
        return try await !workspace.questions().isEmpty
      }
      error = await #expect(throws: VerbError.self) { try await workspace.settle() }
      #expect(
        error?.code == .question && error?.what.contains("of 60 files are gone") == true, "\(String(describing: error))"
      )
      _ = try await workspace.answer(AnswerRequest(id: "folder-emptied", word: "record"))
      let report = try await workspace.sync(SyncRequest(wait: true))
      #expect(report.questions == 0 && report.left == 0 && report.held == 0)
    }
  }

  @Test func `a barrier records the deletion of a recorded file with an editor's name`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in try await workspace.settle() }
    try folder.save("draft.md~", "two\n")
    try await folder.git("add", "-f", "draft.md~")
    try await folder.git("commit", "-q", "-m", "an old draft")
    try await folder.open { workspace in try await workspace.settle() }
    #expect(try await folder.git("ls-tree", "--name-only", "main", "draft.md~") == "draft.md~")
    unlink(folder.root + "/draft.md~")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "--name-only", "main", "draft.md~") == "")
    }
  }

  @Test func `a barrier names the problem of a large file whose content could not be stored`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      // A file has the name of the folder of the contents.
      let lfs = folder.root + "/.git/lfs"
      rename(lfs, folder.place + "/lfs")
      try folder.save(".git/lfs", "")
      try folder.save("film.mov", "")
      try #require(truncate(folder.root + "/film.mov", 12_000_000) == 0)
      let error = await #expect(throws: VerbError.self) {
        try await workspace.sync(SyncRequest(wait: true, timeout: 1))
      }
      #expect(error?.code == .failed && error?.path == "film.mov", "\(String(describing: error))")
      try #require(unlink(lfs) == 0)
      try await workspace.settle()
      #expect(try await folder.git("show", "refs/stet/tip:film.mov").hasSuffix("size 12000000"))
    }
  }

  @Test(.enabled(if: geteuid() != 0)) func `a barrier is not passed beside a file that cannot be read`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try folder.save("b.md", "two\n")
      chmod(folder.root + "/b.md", 0)
      let error = await #expect(throws: VerbError.self) { try await workspace.settle() }
      #expect(error?.code == .failed && error?.path == "b.md")
      chmod(folder.root + "/b.md", 0o644)
      try await workspace.settle()
    }
  }

  @Test func `what nothing can record is counted by a barrier, and no problem of the doctor`() async throws {
    let folder = try await TestFolder()
    mkfifo(folder.root + "/pipe", 0o600)
    try folder.save("inner/a.md", "another's\n")
    try await folder.git("init", "-q", folder.root + "/inner")
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      let report = try await workspace.sync(SyncRequest(wait: true))
      let problems = try await workspace.status().problems
      #expect(report.left == problems.count && report.left > 0, "\(problems)")
      let findings = try await workspace.doctor()
      #expect(!findings.contains { $0.level == "problem" }, "\(findings)")
    }
  }

  @Test(arguments: [
    ("a.md", UnrecordedPath.unread), ("gone.md", .absent), ("pipe", .left), ("inner", .left), ("folder", .unread),
    (".git/stet/rescue/x", .absent), ("folder/.GIT", .left),
  ])
  func `why a path is not recorded is seen on disk`(path: String, kind: UnrecordedPath) async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try folder.save("inner/.git/HEAD", "ref: refs/heads/main\n")
    try folder.save("folder/.GIT", "not a name\n")
    mkfifo(folder.root + "/pipe", 0o600)
    #expect(UnrecordedPath(root: folder.root, path: path) == kind)
  }

  @Test func `the log shows what was held while git was at work, until it is recorded`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "before\n")
      try await workspace.settle()
      try folder.save(".git/index.lock", "")
      for text in ["gone again\n", "stands\n"] {
        try folder.save("a.md", text)
        await #expect(throws: VerbError.self) { try await workspace.sync(SyncRequest(wait: true, timeout: 1)) }
        #expect(try await folder.git("show", "refs/stet/held:a.md") + "\n" == text)
      }
      let log = { (limit: Int?) in
        try await workspace.log(LogRequest(path: "a.md", limit: limit)).map(\.subject)
      }
      let hold = "Hold a.md: git at work"
      // Within a second their order is git's.
      #expect(try await log(nil).sorted() == ["Create a.md", hold, hold])
      unlink(folder.root + "/.git/index.lock")
      try await workspace.settle()
      #expect(try await log(nil).sorted() == ["Create a.md", "Edit a.md", hold])
      #expect(try await log(2).count == 2)
    }
  }

  @Test func `what was put off while git was at work is recorded when the barrier answers`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for round in 1...5 {
        try folder.save(".git/index.lock", "")
        try folder.save("a.md", "\(round)\n")
        async let synced = workspace.sync(SyncRequest(wait: true, timeout: 30))
        unlink(folder.root + "/.git/index.lock")
        _ = try await synced
        #expect(try await folder.git("show", "main:a.md") == "\(round)")
      }
    }
  }

  @Test func `a barrier waits longer for the reading of many files than for programs that have files open`()
    async throws
  {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for number in 0..<1_000 { try folder.save("new/\(number).md", "\(number)\n") }
      #expect(try await workspace.keeper.recordSettled(timeout: 0, reading: 60_000_000_000).open == [])
      let recorded = try await folder.git("ls-tree", "-r", "--name-only", "refs/stet/tip", "new/")
      #expect(recorded.split(separator: "\n").count == 1_000)
    }
  }

  @Test func `a barrier waits for a program that has a file open, and then has it`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let file = open(folder.root + "/a.bin", O_WRONLY | O_CREAT, 0o644)
      #expect(write(file, [0, 1, 2, 3], 4) == 4)
      async let synced = workspace.sync(SyncRequest(wait: true, timeout: 30))
      try await until { try await workspace.status().pending > 0 }
      #expect(write(file, [4], 1) == 1)
      close(file)
      _ = try await synced
      #expect(try await folder.git("cat-file", "-s", "main:a.bin") == "5")
    }
  }

  @Test func `a folder that was moved out is gone when the barrier answers`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("old/a.md", "one\n")
      try folder.save("b.md", "one\n")
      try await workspace.settle()
      #expect(rename(folder.root + "/old", folder.place + "/old") == 0)
      try await workspace.settle()
      #expect(try await workspace.list(ListRequest()).map(\.path) == ["b.md"])
    }
  }

  @Test func `a barrier has what was saved among very many files that were only touched`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for index in 0..<(2 * WaitingLooks.few) { try folder.save("f\(index).md", "one\n") }
      try await workspace.settle()
      try folder.save(".git/index.lock", "")
      for index in 0..<(2 * WaitingLooks.few) { try folder.save("f\(index).md", index % 2 == 0 ? "one\n" : "two\n") }
      unlink(folder.root + "/.git/index.lock")
      try await workspace.settle()
      #expect(try await folder.git("grep", "-l", "two", "main").split(separator: "\n").count == WaitingLooks.few)
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `nothing is recorded after the stop`() async throws {
    let folder = try await TestFolder()
    let workspace = try #require(try await Workspace.open(folder.settings))
    await workspace.stop()
    await #expect(throws: VerbError.self) {
      try await workspace.write(WriteRequest(path: "a.md", action: .put([65])))
    }
    #expect(folder.text("a.md") == nil)
  }

  @Test func `a barrier reads what changed and not the whole folder`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      await workspace.watcher.barrier()
      let batch = workspace.watcher.takeBatch()
      #expect(!batch.rescansAll)
    }
  }
}
