import GitObjects
import Recording
import TestSupport
import Testing

@Suite struct `What the remote refuses` {
  /// A desk with a published `a` and an unpublished refused `b`, whose tip the exchange took back to the first commit.
  private func refused() throws -> Desk {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.scan()
    let first = try desk.running().tip
    try desk.save("b", "secret")
    try desk.scan()
    let tip = try desk.running().tip
    try desk.running().holds.refuse([PathVersion("b", desk.token("secret")): "no secrets"])
    let target = try #require(first)
    #expect(try desk.running().adopt(target, expecting: tip, leaving: [NameKey("b")]) == .adopted)
    return desk
  }

  @Test func `it stays in the folder, is recorded as held, and is listed with the remote's words`() throws {
    let desk = try refused()
    #expect(try desk.text("b") == "secret" && desk.recorded("b") == nil)
    #expect(try desk.held == ["b": .refused("no secrets")])
    let held = try #require(try desk.running().tips.heldTip)
    let entry = try Tree.entry(at: "b", of: desk.store.commit(held).tree, in: desk.store)
    #expect(entry?.id == desk.token("secret"))
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `it is held after a restart too, and once more when it comes back`() throws {
    let desk = try refused()
    try desk.open()
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.held == ["b": .refused("no secrets")])
    try desk.save("b", "clean")
    try desk.scan()
    #expect(try desk.recorded("b") == "clean" && desk.held.isEmpty)
    try desk.save("b", "secret")
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.recorded("b") == "clean" && desk.held == ["b": .refused("no secrets")])
    try desk.save("b", "clean")
    try desk.scan()
    #expect(try desk.held.isEmpty)
  }

  @Test func `an agent's edit of it is tried again, and an agent's write of it is held`() throws {
    let desk = try refused()
    let done = try desk.write("b", .edit(old: "secret", new: "nothing", everywhere: false)).result()
    #expect(done.held == nil)
    #expect(try desk.recorded("b") == "nothing" && desk.held.isEmpty)
    #expect(try desk.write("b", .text("secret")).result().held == .refused("no secrets"))
    #expect(try desk.recorded("b") == "nothing" && desk.text("b") == "secret")
  }

  @Test func `a deletion that is refused leaves the recorded file and is listed`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.save("b", "two")
    try desk.scan()
    try desk.running().holds.refuse([PathVersion("b", nil): "b must stay"])
    try desk.tree.remove(.init(WorkspacePath("b")))
    try desk.scan()
    #expect(try desk.recorded("b") == "two" && desk.text("b") == nil)
    #expect(try desk.held == ["b": .refused("b must stay")])
  }

  @Test func `it is tried again when the person says so`() throws {
    let desk = try refused()
    #expect(try desk.running().tryRefusedAgain().commits.count == 1)
    #expect(try desk.recorded("b") == "secret" && desk.held.isEmpty)
    try desk.open()
    #expect(try desk.running().holds.refused.versions.isEmpty)
  }

  @Test func `a change of the same file from elsewhere comes in, and the refused text is merged into it`() throws {
    let desk = try Desk()
    try desk.save("b", "1\n2\n3\n")
    try desk.scan()
    let first = try desk.running().tip
    try desk.save("b", "1\n2\nsecret\n")
    try desk.scan()
    try desk.running().holds.refuse([PathVersion("b", desk.token("1\n2\nsecret\n")): "no secrets"])
    _ = try desk.running().adopt(try #require(first), expecting: desk.running().tip, leaving: [NameKey("b")])
    #expect(try desk.recorded("b") == "1\n2\n3\n")
    let theirs = try desk.remoteCommit(["b": "one\n2\n3\n"])
    _ = try desk.running().adopt(theirs, expecting: desk.running().tip)
    #expect(try desk.text("b") == "one\n2\nsecret\n")
  }
}
