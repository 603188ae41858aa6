import WorkspaceAPI
import Glibc
import GitObjects
import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct RemoteFollowingTests {
  @Test func `a remote that git was told of while the daemon runs is exchanged with`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try await folder.git("remote", "add", "origin", remote)
      let report = try await workspace.sync(SyncRequest(wait: true))
      #expect(report.published == true)
      #expect(try await folder.git("--git-dir=" + remote, "rev-parse", "main") == report.tip?.hex)
      try await folder.git("remote", "remove", "origin")
      try await workspace.settle()
      #expect(try await workspace.status().remote == nil)
    }
  }

  @Test func `making a workspace of a repository calls no remote`() async throws {
    let folder = try await TestFolder()
    let called = folder.place + "/called"
    try await folder.git("config", "core.sshCommand", "touch '\(called)'; false")
    _ = try await WorkspaceSetUp.initialize(folder.settings, remote: "ssh://nowhere/notes.git", useTemplate: false)
    #expect(access(called, F_OK) != 0)
  }

  @Test func `two new folders that are given the same remote join by themselves`() async throws {
    let (one, other) = (try await TestFolder(isEmpty: true), try await TestFolder(isEmpty: true))
    let remote = try one.makeRemote()
    for folder in [one, other] {
      _ = try await WorkspaceSetUp.initialize(folder.settings, remote: remote, useTemplate: true)
    }
    try await one.open { try await $0.settle() }
    try await other.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      try other.save("mine.md", "written later\n")
      try await workspace.settle()
    }
    try await one.open { try await $0.settle() }
    #expect(one.text("mine.md") == "written later\n" && one.text("README.md") == other.text("README.md"))
    #expect(try await one.git("rev-list", "--count", "--merges", "refs/stet/tip") == "0")
    let tip = try await one.git("rev-parse", "refs/stet/tip")
    #expect(try await other.git("rev-parse", "HEAD") == tip)
  }

  @Test func `many files from another machine arrive while git holds its lock and changes nothing`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    try await desk.open { workspace in
      try desk.save("a.md", "one\n")
      try await workspace.settle()
    }
    try await laptop.open { workspace in
      try await workspace.settle()
      // An editor shows the message of a commit.
      try laptop.save(".git/index.lock", "")
      try await desk.open { other in
        for number in 1...300 { try desk.save("new/\(number).md", "\(number)\n") }
        try await other.settle()
      }
      try await until { (1...300).allSatisfy { laptop.text("new/\($0).md") == "\($0)\n" } }
      #expect(unlink(laptop.root + "/.git/index.lock") == 0, "the lock was there until the end")
    }
  }

  @Test func `an old partial pack is deleted at a start and after each exchange, a fresh one is not`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    let (left, fresh) = (".git/objects/pack/tmp_pack_left", ".git/objects/pack/tmp_pack_fresh")
    func leave(_ name: String, at seconds: Int) throws {
      try folder.save(name, "PACK")
      let moment = timeval(tv_sec: seconds, tv_usec: 0)
      try #require(utimes(folder.root + "/" + name, [moment, moment]) == 0)
    }
    let old = 978_307_200
    try leave(fresh, at: time(nil) + 3_600)
    try leave(left, at: old)
    try await folder.open { workspace in
      #expect(folder.text(left) == nil)
      try await folder.git("remote", "add", "origin", remote)
      try leave(left, at: old)
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      #expect(folder.text(left) == nil)
      try leave(left, at: old)
      try #require(rename(remote, remote + ".away") == 0)
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      try await until { folder.text(left) == nil }
      #expect(folder.text(fresh) == "PACK")
    }
  }

  @Test func `a branch that is to stay deleted on the remote is asked about once`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try await folder.git("--git-dir=" + remote, "update-ref", "-d", "refs/heads/main")
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      let question = try #require(try await workspace.questions().first)
      _ = try await workspace.answer(AnswerRequest(id: question.id, word: "take"))
      for text in ["two\n", "three\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
        #expect(try await workspace.questions().isEmpty)
      }
    }
  }

  @Test func `a question that is still open after a restart is listed, and told nobody again`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    var before: QuestionReport?
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let tip = try await folder.git("rev-parse", "HEAD")
      try await folder.git("--git-dir=" + remote, "update-ref", "refs/heads/trunk", tip)
      try await folder.git("--git-dir=" + remote, "update-ref", "-d", "refs/heads/main")
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      before = try await workspace.questions().first
    }
    let asked = try #require(before)
    #expect(asked.untouched.contains("'git branch -m main trunk'"), "\(asked.untouched)")
    var told: [EventKind] = []
    try await folder.open { workspace in
      let events = workspace.events(of: [.question, .withdrawn, .current])
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      #expect(try await workspace.questions() == [asked])
      // A recovery in the meantime is notified.
      try await folder.git("--git-dir=" + remote, "update-ref", "refs/heads/main", "refs/heads/trunk")
      try await workspace.settle()
      for await event in events {
        told.append(event.event)
        if event.event == .withdrawn { break }
      }
    }
    #expect(told.filter { $0 != .current } == [.withdrawn])
  }
}
