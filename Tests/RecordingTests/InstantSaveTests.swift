import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing

/// Saves in the instant of a write, or before anybody looked: what others wrote stays in the file, or in a question.
@Suite struct `A save that nobody had looked at` {
  private static let base = "1\n2\n3\n4\n5\n6\n"

  private func desk(remembersReaders: Bool = true) throws -> Desk {
    let desk = try Desk()
    if remembersReaders { desk.tree.rememberReaders() }
    try desk.save("a.md", Self.base, durable: true)
    try desk.record("a.md")
    return desk
  }

  private func place(_ path: String) throws -> FileLocation { FileLocation(try WorkspacePath(path)) }

  /// The person saves in place before the first such operation.
  private func save(_ path: String, _ text: String, before wanted: FileOperation, _ desk: Desk) throws {
    let place = try place(path)
    let count = Counter()
    desk.observe { [tree = desk.tree] operation, location in
      guard operation == wanted, wanted != .append || location == place, count.add() == 1 else { return }
      try? tree.save(place, bytes: Array(text.utf8))
    }
  }

  @Test func `is merged with a file that was about to be placed under its name`() throws {
    let desk = try desk()
    let target = try desk.remoteCommit(["new.md": "theirs\n"])
    #expect(
      try desk.running().adopt(target, expecting: desk.running().tip, within: TurnLimit(files: 0)) == .adopted)
    try desk.save("new.md", "mine\n")
    try desk.running().continueAdoption(within: .none)
    #expect(try desk.text("new.md") == "theirs\nmine\n" && desk.recorded("new.md") == "theirs\nmine\n")
  }

  @Test func `was made from an older version than the one that an adoption replaces`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    let target = try desk.remoteCommit(["a.md": "one\n2\n3\n4\n5\nsix\n"])
    #expect(
      try desk.running().adopt(target, expecting: desk.running().tip, within: TurnLimit(files: 0)) == .adopted)
    try desk.save("a.md", "1\n2\n3\nmine\n4\n5\n6\n")
    try desk.running().continueAdoption(within: .none)
    #expect(try desk.text("a.md") == "one\n2\n3\nmine\n4\n5\nsix\n")
  }

  /// Versions from elsewhere of which the last is on its way, and a save that nobody made from that one.
  @Test(
    arguments: [
      (["2\n1\n", "theirs\n"], "mine\n"), (["x\ny\nz\n", "x\ntheirs\n"], "x\nmine\n"),
      (["# A\n\ntheirs\n\n## B\n"], "# A\n\nmine\n\n## B\n"),
    ], [true, false])
  func `takes nothing back of the version that an adoption places over it and that it resembles most`(
    texts: (versions: [String], save: String), remembersReaders: Bool
  ) throws {
    let desk = try desk(remembersReaders: remembersReaders)
    for (index, version) in texts.versions.enumerated() {
      let target = try desk.remoteCommit(["a.md": Self.base, "new.md": version])
      let limit = index == texts.versions.count - 1 ? TurnLimit(files: 0) : .none
      #expect(try desk.running().adopt(target, expecting: desk.running().tip, within: limit) == .adopted)
    }
    try desk.save("new.md", texts.save)
    try desk.running().continueAdoption(within: .none)
    #expect(try desk.text("new.md")?.contains("mine\n") == true)
    _ = try desk.running().reapply(WorkspacePath("new.md"))
    let text = try #require(try desk.text("new.md"))
    let isListed = try desk.log().contains { $0.message.contains("Stet-Conflict") }
    #expect(text.contains("mine\n") && (text.contains("theirs\n") || isListed))
  }

  @Test func `is asked about nothing where it has all of the version that an adoption places over it`() throws {
    let desk = try desk(remembersReaders: false)
    let target = try desk.remoteCommit(["a.md": "one\ntwo\n"])
    #expect(
      try desk.running().adopt(target, expecting: desk.running().tip, within: TurnLimit(files: 0)) == .adopted)
    try desk.save("a.md", "one\ntwo\nmine\n")
    try desk.running().continueAdoption(within: .none)
    #expect(try desk.text("a.md") == "one\ntwo\nmine\n" && desk.running().saves.unseen.all.isEmpty)
  }

  @Test func `was made from an older version than the one that a write displaces`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try save("a.md", "1\n2\n3\nmine\n4\n5\n6\n", before: .exchange, desk)
    try desk.write("a.md", .edit(old: "6\n", new: "six\n", everywhere: false)).result()
    desk.calm()
    #expect(try desk.text("a.md") == "one\n2\n3\nmine\n4\n5\nsix\n")
  }

  @Test func `is the base of the next one from the same buffer`() throws {
    let desk = try desk(remembersReaders: false)
    try save("new.md", "mine\n", before: .move, desk)
    try desk.write("new.md", .text("agent\n")).result()
    desk.calm()
    #expect(try desk.text("new.md") == "agent\nmine\n")
    try desk.save("new.md", "mine\nmore\n")
    try desk.record("new.md")
    #expect(try desk.text("new.md")?.contains("agent\n") == true || !desk.running().saves.unseen.all.isEmpty)
  }

  @Test(arguments: ["stop", "power cut", "checkpoint and power cut"])
  func `is the base of the next one from the same buffer after a restart, too`(end: String) throws {
    let desk = try desk(remembersReaders: false)
    try save("new.md", "mine\n", before: .move, desk)
    try desk.write("new.md", .text("agent\n")).result()
    desk.calm()
    if end != "power cut" { try desk.running().log.checkpoint() }
    if end == "stop" { try desk.running().log.close() }
    for seed: UInt64 in 1...3 {
      var generator = SeededGenerator(seed: seed)
      if end != "stop" { desk.crash(using: &generator) }
      try desk.open()
    }
    try desk.save("new.md", "mine\nmore\n")
    try desk.record("new.md")
    #expect(try desk.text("new.md")?.contains("agent\n") == true || !desk.running().saves.unseen.all.isEmpty)
  }

  /// The remains of the displaced text after a power cut, or after the daemon was killed.
  @Test(arguments: ["\0\0\0\0\0", "mi\0\0\0", "m", "", "mine\n"])
  func `is merged once, whatever a stop leaves of what was displaced`(left: String) throws {
    let desk = try desk()
    try save("new.md", "mine\n", before: .move, desk)
    try desk.write("new.md", .text("agent\n")).result()
    desk.calm()
    let slots = try desk.tree.entries(of: .store("displaced")).map { FileLocation.store("displaced/\($0.name)") }
    let slot = try #require(slots.first { try desk.tree.read($0, limit: 100)?.bytes == Array("mine\n".utf8) })
    try desk.save("new.md", "more\nagent\n")
    try desk.record("new.md")
    try desk.save("new.md", "more\nagent\nmine\nend\n", durable: true)
    try desk.record("new.md")
    try desk.tree.save(slot, bytes: Array(left.utf8))
    try desk.open(isSameBoot: left == "mine\n")
    try desk.scan(afterPowerLoss: left != "mine\n")
    #expect(try desk.text("new.md") == "more\nagent\nmine\nend\n")
    #expect(try desk.recorded("new.md") == "more\nagent\nmine\nend\n")
  }

  @Test func `is nobody's where a power cut left only zeros of it and nothing was expected there`() throws {
    let desk = try desk()
    let cut = desk.powerCut()
    desk.hooks = RecorderHooks { step in if step == .placed { cut() } }
    try desk.open()
    try save("new.md", "mine\n", before: .move, desk)
    _ = try? desk.write("new.md", .text("agent\n"))
    var generator = SeededGenerator(seed: 1)
    desk.crash(using: &generator)
    desk.hooks = RecorderHooks()
    var hasZeros = false
    for folder in ["tmp", "displaced"] {
      for entry in try desk.tree.entries(of: .store(folder)) {
        let place = FileLocation.store("\(folder)/\(entry.name)")
        if try desk.tree.read(place, limit: 100)?.bytes != Array("agent\n".utf8) {
          try desk.tree.save(place, bytes: [0, 0, 0, 0, 0])
          hasZeros = true
        }
      }
    }
    #expect(hasZeros)
    try desk.open()
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.text("new.md") == "agent\n" && desk.recorded("new.md") == "agent\n")
  }

  @Test func `is asked about where it replaces all of a version that was written over before anybody read it`() throws {
    let desk = try desk()
    let target = try desk.remoteCommit(["new.md": "theirs\n"])
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    try desk.save("new.md", "mine\n")
    try desk.tree.close(desk.tree.openForReading(place("new.md")))
    try desk.save("new.md", "mine\nmore\n")
    try desk.record("new.md")
    #expect(try desk.running().saves.takeNotices().map(\.kind) == [.replaced])
  }

  @Test(arguments: ["mine\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\nmine\n"])
  func `stands before an append that came behind it, whatever its length`(text: String) throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "3\n", new: "3\nagent\n", everywhere: false)).result()
    try save("a.md", text, before: .append, desk)
    try desk.write("a.md", .appending("end\n")).result()
    desk.calm()
    try desk.open()
    try desk.scan()
    let lines = try #require(try desk.text("a.md")).split(separator: "\n")
    #expect(lines.contains("mine") && lines.contains("end"))
    #expect(try lines.contains("agent") || !desk.running().saves.unseen.all.isEmpty)
  }

  @Test func `is not appended to while its editor has the file open and cut`() throws {
    let desk = try desk()
    let handle = try desk.tree.openForWriting(place("a.md"), truncate: true)
    desk.wait(milliseconds: 300)
    guard case .refused(.beingSaved) = try desk.write("a.md", .appending("agent\n")) else {
      Issue.record("an append into a file that is being written")
      return
    }
    desk.tree.write(handle, bytes: Array("mine\n".utf8))
    desk.tree.close(handle)
    try desk.write("a.md", .appending("agent\n")).result()
    #expect(try desk.text("a.md") == "mine\nagent\n")
  }

  @Test func `lacks what it lacks after a power cut in its turn, too`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.close(desk.tree.openForReading(place("a.md")))
    try desk.save("a.md", Self.base + "mine\n", durable: true)
    let cut = desk.powerCut()
    desk.hooks = RecorderHooks { step in if step == .journalled { cut() } }
    try desk.open()
    _ = try? desk.record("a.md")
    var generator = SeededGenerator(seed: 1)
    desk.crash(using: &generator)
    desk.hooks = RecorderHooks()
    try desk.open()
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.recorded("a.md") == Self.base + "mine\n")
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["a.md"])
  }

  @Test func `is no change of what it lacks when the next save takes its own line back`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.close(desk.tree.openForReading(place("a.md")))
    try desk.save("a.md", Self.base + "mine\n")
    try desk.record("a.md")
    try desk.save("a.md", Self.base + "other\n")
    try desk.record("a.md")
    _ = try desk.running().reapply(WorkspacePath("a.md"))
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\nother\n")
  }

  @Test func `keeps its question when the file is renamed after a restart`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.close(desk.tree.openForReading(place("a.md")))
    try desk.save("a.md", Self.base + "mine\n")
    try desk.record("a.md")
    try desk.open()
    try desk.tree.move(place("a.md"), toNew: place("b.md"))
    try desk.record("b.md")
    try desk.record("a.md", believesDeletion: true)
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["b.md"])
  }

  @Test(arguments: [false, true])
  func `keeps its question when an agent writes under the new name before the old one is gone`(
    isRestarted: Bool
  ) throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.close(desk.tree.openForReading(place("a.md")))
    try desk.save("a.md", Self.base + "mine\n")
    try desk.record("a.md")
    try desk.tree.move(place("a.md"), toNew: place("b.md"))
    try desk.record("b.md")
    try desk.write("b.md", .appending("agent\n")).result()
    if isRestarted {
      try desk.running().log.close()
      try desk.open()
    }
    try desk.record("a.md", believesDeletion: true)
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["b.md"])
    _ = try desk.running().reapply(WorkspacePath("b.md"))
    #expect(try desk.text("b.md") == "one\n2\n3\n4\n5\n6\nmine\nagent\n")
  }

  @Test func `keeps its question when the file is saved under its new name before the old one is gone`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.close(desk.tree.openForReading(place("a.md")))
    try desk.save("a.md", Self.base + "mine\n")
    try desk.record("a.md")
    try desk.tree.move(place("a.md"), toNew: place("b.md"))
    try desk.record("b.md")
    try desk.save("b.md", Self.base + "mine\nmore\n")
    try desk.record("b.md")
    try desk.record("a.md", believesDeletion: true)
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["b.md"])
  }

  @Test func `may be made from an append to a save that was recorded with it`() throws {
    let desk = try desk(remembersReaders: false)
    try desk.save("b.md", "one\n")
    try desk.write("b.md", .appending("two\n")).result()
    try desk.write("b.md", .edit(old: "one\n", new: "one\nagent\n", everywhere: false)).result()
    try desk.write("b.md", .appending("end\n")).result()
    try desk.save("b.md", "mine\none\ntwo\n")
    try desk.record("b.md")
    let isAsked = try !desk.running().saves.unseen.all.isEmpty
    #expect(try isAsked || desk.text("b.md") == "mine\none\nagent\ntwo\nend\n")
  }

  @Test func `is as stale under a new name that an agent wrote under meanwhile`() throws {
    let desk = try desk()
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.move(place("a.md"), toNew: place("b.md"))
    try desk.record("b.md")
    try desk.write("b.md", .appending("agent\n")).result()
    try desk.record("a.md", believesDeletion: true)
    try desk.save("b.md", Self.base + "mine\n")
    try desk.record("b.md")
    let text = try #require(try desk.text("b.md"))
    let isAsked = try !desk.running().saves.unseen.all.isEmpty
    #expect(isAsked || text.contains("agent\n") && text.contains("one\n"))
  }

  @Test func `replaces all of a version of which nobody knows who read it: that is asked`() throws {
    let desk = try desk(remembersReaders: false)
    let target = try desk.remoteCommit(["new.md": "theirs\nmore\n"])
    #expect(try desk.running().adopt(target, expecting: desk.running().tip) == .adopted)
    try desk.save("new.md", "mine\n")
    try desk.record("new.md")
    #expect(try desk.running().saves.takeNotices().map(\.kind) == [.replaced])
  }

  @Test func `goes over another file that an agent gave its name: that is asked`() throws {
    let desk = try desk()
    try desk.save("b.md", "b1\nb2\n")
    try desk.record("b.md")
    try desk.write("a.md", .move(to: WorkspacePath("old.md"))).result()
    try desk.write("b.md", .move(to: WorkspacePath("a.md"))).result()
    try desk.save("a.md", Self.base + "mine\n")
    try desk.record("a.md")
    #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["a.md"])
  }

  @Test func `what a power cut left of a file is no version that a save can lack`() throws {
    let desk = try desk()
    try desk.tree.save(place("a.md"), bytes: Array("1\n2\n".utf8))
    try desk.open()
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.text("a.md") == Self.base)
    try desk.save("a.md", "mine\n")
    try desk.record("a.md")
    _ = try desk.running().reapply(WorkspacePath("a.md"))
    #expect(try desk.text("a.md")?.contains("mine\n") == true)
  }

  @Test func `is one also where its temporary was recorded before it got the file's name`() throws {
    let desk = try desk()
    try desk.save("a.md.tmp", Self.base + "mine\n")
    try desk.record("a.md.tmp")
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.replace(place("a.md"), with: place("a.md.tmp"))
    try desk.record("a.md", "a.md.tmp", believesDeletion: true)
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\nmine\n")
    #expect(try desk.running().saves.takeNotices().map(\.kind) == [.merged])
  }

  @Test func `is a copy where another file has the same text`() throws {
    let desk = try desk()
    try desk.save("copy.md", Self.base + "mine\n")
    try desk.record("copy.md")
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.save("a.md", Self.base + "mine\n")
    try desk.record("a.md")
    #expect(try desk.text("a.md") == Self.base + "mine\n")
    #expect(try desk.running().saves.takeNotices().map(\.kind) == [.replaced])
  }
}
