import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing

/// Follows a question about a save while the file changes further.
@Suite struct `An open question about a save` {
  private static let base = "1\n2\n3\n4\n5\n6\n"

  private func desk() throws -> Desk {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", Self.base, durable: true)
    try desk.record("a.md")
    return desk
  }

  private func place(_ path: String) throws -> FileLocation { FileLocation(try WorkspacePath(path)) }

  /// An agent edits the first line, somebody reads that, and a save of an older text lacks it.
  private func ask(about path: String, _ desk: Desk) throws {
    try desk.write(path, .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.close(desk.tree.openForReading(place(path)))
    try desk.save(path, Self.base + "mine\n")
    try desk.record(path)
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == [path])
  }

  @Test(arguments: [false, true])
  func `is about a save that took nothing out when a later one is merged`(isRestarted: Bool) throws {
    let desk = try desk()
    try ask(about: "a.md", desk)
    if isRestarted {
      try desk.running().log.close()
      try desk.open()
    }
    let target = try desk.remoteCommit(["a.md": "1\n2\nthree\n4\n5\n6\nmine\n"])
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    try desk.save("a.md", Self.base + "other\n")
    try desk.record("a.md")
    for path in try desk.running().saves.unseen.all.keys { _ = try desk.running().reapply(path) }
    #expect(try desk.text("a.md") == "one\n2\nthree\n4\n5\n6\nother\n")
  }

  @Test(arguments: [false, true])
  func `follows the file back to its former name before that is believed to be gone`(isRestarted: Bool) throws {
    let desk = try desk()
    try desk.tree.move(place("a.md"), toNew: place("b.md"))
    try desk.record("b.md")
    try ask(about: "b.md", desk)
    try desk.tree.move(place("b.md"), toNew: place("a.md"))
    try desk.record("a.md")
    if isRestarted {
      try desk.running().log.close()
      try desk.open()
    }
    try desk.record("b.md", believesDeletion: true)
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["a.md"])
  }

  @Test func `stays open where the file is gone for a moment`() throws {
    let desk = try desk()
    try ask(about: "a.md", desk)
    try desk.tree.remove(place("a.md"))
    try desk.record("a.md", believesDeletion: true)
    try desk.save("a.md", Self.base + "mine\n")
    try desk.record("a.md")
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["a.md"])
  }

  @Test func `is raised about what came under a new name before the old one is gone`() throws {
    let desk = try desk()
    try desk.write("old.md", .text("1\n")).result()
    try desk.tree.move(place("old.md"), toNew: place("new.md"))
    try desk.record("new.md")
    try desk.save("new.md", "1\nmine\n")
    try desk.record("new.md")
    try desk.write("new.md", .edit(old: "1\n", new: "1\nagent\n", everywhere: false)).result()
    try desk.save("new.md", "0\n1\nmine\n")
    try desk.record("old.md", "new.md", believesDeletion: true)
    try desk.save("new.md", "0\n1\nmore\n")
    try desk.record("new.md")
    #expect(try desk.text("new.md")?.contains("agent\n") == true || !desk.running().saves.unseen.all.isEmpty)
  }
}
