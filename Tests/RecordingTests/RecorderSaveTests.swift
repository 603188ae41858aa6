import Documents
import FileSystem
import GitObjects
import TestSupport
import Testing
import WorkTree

@Suite struct `What a person saves` {
  @Test func `a save is one commit of the person with the trailers`() throws {
    let desk = try Desk()
    try desk.save("Notes/a.md", "one\n")
    let outcome = try desk.record("Notes/a.md")
    #expect(outcome.commits.count == 1)
    let commit = try #require(try desk.log().first)
    let message = CommitMessage(parsing: commit.message)
    #expect(commit.author.name == "Ann" && commit.author.email == "ann@example.org")
    #expect(message.author == .user && message.machine == "desk" && message.change != nil)
    #expect(message.subject == "Add Notes/a.md" || message.subject == "Create Notes/a.md")
    #expect(try desk.recorded("Notes/a.md") == "one\n")
  }

  @Test func `several saves of one batch are one commit`() throws {
    let desk = try Desk()
    for name in ["a", "b", "c"] { try desk.save(name, name) }
    #expect(try desk.scan().commits.count == 1)
    #expect(try desk.log().count == 1)
  }

  @Test func `equal content records nothing`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.record("a")
    try desk.save("a", "one")
    #expect(try desk.record("a").commits.isEmpty)
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `an edit of the same size is seen`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.scan()
    try desk.save("a", "two")
    #expect(try desk.scan().commits.count == 1)
    #expect(try desk.recorded("a") == "two")
  }

  @Test func `going back to an earlier text is a change like any other`() throws {
    let desk = try Desk()
    for text in ["one", "two", "one"] {
      try desk.save("a", text)
      try desk.record("a")
    }
    #expect(try desk.log().count == 3)
  }

  @Test func `a file that somebody is writing is looked at again later`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.record("a")
    let handle = try desk.tree.openForWriting(FileLocation(WorkspacePath("a")), truncate: true)
    let outcome = try desk.record("a")
    #expect(outcome.commits.isEmpty && outcome.postponed.map(\.string) == ["a"])
    desk.tree.write(handle, bytes: Array("two".utf8))
    desk.tree.close(handle)
    #expect(try desk.record("a").commits.count == 1)
  }

  @Test func `a text that grows for long is taken as a prefix, anything else is not`() throws {
    let desk = try Desk()
    for (name, bytes) in [("log", Array("line\n".utf8)), ("film", [UInt8](repeating: 0, count: 9))] {
      let handle = try desk.tree.openForWriting(FileLocation(WorkspacePath(name)), create: true)
      desk.tree.write(handle, bytes: bytes)
    }
    let outcome = try desk.running().record(
      ["log", "film"].map { Observation(path: try WorkspacePath($0), takesPrefix: true) })
    #expect(outcome.postponed.map(\.string) == ["film"])
    #expect(try desk.recorded("log") == "line\n")
    #expect(try desk.recorded("film") == nil)
  }

  @Test func `a deletion seen alone is not believed`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.save("folder/b", "two")
    try desk.scan()
    try desk.tree.remove(FileLocation(WorkspacePath("a")))
    #expect(try desk.record("a").postponed.map(\.string) == ["a"])
    #expect(try desk.scan(believesDeletions: false).postponed.map(\.string) == ["a"])
    #expect(try desk.recorded("a") == "one")
    #expect(try desk.record("a", believesDeletion: true).commits.count == 1)
    #expect(try desk.recorded("a") == nil)
    #expect(try desk.recorded("folder/b") == "two")
  }

  @Test func `what cannot be read is a problem and never a deletion`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.save("folder/b", "two")
    try desk.scan()
    let denied = FileError(code: .denied, operation: "read", path: "folder", errno: 13, message: "no permission")
    try desk.save("a", "changed")
    desk.tree.onFault { operation, location in
      (operation == .read && location.string == "a") || (operation == .walk && location.string == "folder")
        ? denied : nil
    }
    let outcome = try desk.scan()
    #expect(outcome.commits.isEmpty)
    #expect(outcome.problems.map(\.path) == ["a"])
    #expect(try desk.running().disk.problems.keys.map { String($0.text) }.sorted() == ["a", "folder"])
    desk.tree.onFault(nil)
    #expect(try desk.scan().commits.count == 1)
    #expect(try desk.running().disk.problems[NameKey("a")] == nil)
    #expect(try desk.recorded("folder/b") == "two")
  }

  @Test func `an emptied folder is asked about, and recorded when the person says so`() throws {
    let desk = try Desk()
    for index in 0..<30 { try desk.save("n\(index)", "text") }
    try desk.scan()
    for index in 0..<30 { try desk.tree.remove(FileLocation(WorkspacePath("n\(index)"))) }
    try desk.save("new", "kept")
    let outcome = try desk.scan()
    #expect(outcome.stopped.count == 30)
    #expect(try desk.recorded("n7") == "text")
    #expect(try desk.recorded("new") == "kept")
    try desk.running().allowDeletions()
    #expect(try desk.scan().stopped.isEmpty)
    #expect(try desk.recorded("n7") == nil)
  }

  @Test func `a folder that went is the deletion of what it held`() throws {
    let desk = try Desk()
    try desk.save("folder/deep/b", "two")
    try desk.save("a", "one")
    try desk.scan()
    try desk.tree.remove(FileLocation(WorkspacePath("folder/deep/b")))
    _ = try desk.tree.removeDirectory(FileLocation(WorkspacePath("folder/deep")))
    #expect(try desk.record("folder", believesDeletion: true).postponed.isEmpty)
    // The folder itself is still there: only what is missing goes.
    try desk.record("folder/deep", believesDeletion: true)
    #expect(try desk.recorded("folder/deep/b") == nil)
    #expect(try desk.recorded("a") == "one")
  }

  @Test func `a file that became a folder, and the other way round, is recorded as it stands`() throws {
    let desk = try Desk()
    try desk.save("x", "file")
    try desk.save("y/inner", "inner")
    try desk.scan()
    try desk.tree.remove(FileLocation(WorkspacePath("x")))
    try desk.save("x/inner", "now inside")
    try desk.tree.remove(FileLocation(WorkspacePath("y/inner")))
    _ = try desk.tree.removeDirectory(FileLocation(WorkspacePath("y")))
    try desk.save("y", "now a file")
    try desk.scan()
    #expect(try desk.recorded("x/inner") == "now inside")
    #expect(try desk.recorded("y") == "now a file")
    #expect(try desk.recorded("y/inner") == nil)
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `the executable bit and a link are recorded`() throws {
    let desk = try Desk()
    try desk.save("run", "#!/bin/sh\n")
    try desk.tree.createLink(FileLocation(WorkspacePath("link")), target: Array("run".utf8))
    try desk.scan()
    try desk.tree.setPermissions(0o755, of: FileLocation(WorkspacePath("run")))
    #expect(try desk.scan().commits.count == 1)
    #expect(try desk.running().entry(at: WorkspacePath("run"))?.mode == .executable)
    #expect(try desk.running().entry(at: WorkspacePath("link"))?.mode == .symlink)
    #expect(try desk.recorded("link") == "run")
  }

  @Test func `a pipe or socket is a problem, not a file`() throws {
    let desk = try Desk()
    try desk.tree.makeSpecial(FileLocation(WorkspacePath("pipe")))
    try desk.save("a", "one")
    let outcome = try desk.scan()
    #expect(outcome.problems.map(\.path) == ["pipe"])
    #expect(try desk.recorded("pipe") == nil)
    #expect(try desk.recorded("a") == "one")
    #expect(try desk.write("pipe", .text("new")) == .refused(.notAFile))
  }

  @Test func `another repository inside is left to itself`() throws {
    let desk = try Desk()
    try desk.save("inner/file", "theirs")
    try desk.tree.makeDirectories(FileLocation(WorkspacePath("inner")).appending(".git"))
    try desk.save("a", "one")
    try desk.scan()
    #expect(try desk.recorded("inner/file") == nil)
    #expect(try desk.recorded("a") == "one")
    #expect(try desk.running().disk.problems.keys.map { String($0.text) }.sorted() == ["inner"])
  }
}
