import FileSystem
import GitObjects
import TestSupport
import Testing

@testable import Journal
@testable import Recording

/// Commits that the journal builds on: durable before it does, and left out where they are lost all the same.
@Suite struct LostCommitTests {
  /// A commit as the person's git makes it: nobody synced it.
  private func gitCommit(_ desk: Desk, _ path: String, _ text: String) throws -> ObjectID {
    let tip = try #require(try desk.running().tip)
    let blob = try desk.store.write(.blob, Array(text.utf8))
    let tree = try TreeEditor(store: desk.store).apply(
      [.set(path: path, mode: .file, id: blob)], to: desk.store.commit(tip).tree)
    let person = Signature(name: "Ann", email: "ann@example.org", seconds: 1_700_000_000)
    return try desk.store.write(
      Commit(tree: tree, parents: [tip], author: person, committer: person, message: "By git\n"))
  }

  @Test(arguments: 0..<20) func `a commit that git made survives a power cut once it is the tip`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let desk = try Desk()
    try desk.save("a", "one", durable: true)
    try desk.scan()
    try desk.running().log.checkpoint()
    try desk.save("f/b", "by git", durable: true)
    let commit = try gitCommit(desk, "f/b", "by git")
    let outcome = try desk.running().adopt(commit, expecting: desk.running().tip, leaving: [NameKey("f/b")])
    #expect(outcome == .adopted)
    try desk.write("c", .text("the agent's"))
    try desk.restartAfterPowerCut(using: &generator)
    #expect(try desk.recorded("f/b") == "by git" && desk.recorded("c")?.hasSuffix("the agent's") == true)
    #expect(try desk.log().contains { $0.message == "By git\n" })
    #expect(MissingObjects.find(from: [try #require(desk.running().tip)], in: desk.store).isEmpty)
  }

  @Test(arguments: 0..<20) func `a merge with git's commit survives a power cut, also where both have one tree`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let desk = try Desk()
    try desk.save("a", "one", durable: true)
    try desk.scan()
    try desk.running().log.checkpoint()
    let parent = try #require(try desk.running().tip)
    try desk.write("c", .text("the agent's"))
    let tip = try #require(try desk.running().tip)
    try desk.save("b", "by git", durable: true)
    // git adds all that is there, and its commit follows an older one.
    var commit = try desk.store.commit(gitCommit(desk, "b", "by git"))
    commit.parents = [parent]
    let git = try desk.store.write(commit)
    commit.parents = [tip, git]
    let objects = try desk.running().objects
    _ = try objects.write(.tree, desk.store.read(commit.tree).content)
    let merge = try objects.write(commit)
    #expect(try desk.running().adopt(merge, expecting: tip, leaving: [NameKey("b")]) == .adopted)
    try desk.write("c", .text("the agent's second"))
    try desk.restartAfterPowerCut(using: &generator)
    #expect(try desk.recorded("b") == "by git" && desk.recorded("c")?.hasSuffix("the agent's second") == true)
    #expect(MissingObjects.find(from: [try #require(desk.running().tip)], in: desk.store).isEmpty)
  }

  @Test(arguments: 0..<20) func `what git add stored before an agent wrote there survives a power cut`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let desk = try Desk()
    try desk.save("a", "one", durable: true)
    try desk.scan()
    try desk.running().log.checkpoint()
    try desk.save("a", "one, and the person's", durable: true)
    let added = try desk.store.write(.blob, Array("one, and the person's".utf8))
    guard case .done = try desk.write("a", .text("the agent's"), base: .current) else {
      Issue.record("refused")
      return
    }
    desk.crash(using: &generator)
    try desk.open()
    #expect(desk.store.contains(added))
    #expect(MissingObjects.find(from: [try #require(desk.running().tip)], in: desk.store).isEmpty)
  }

  @Test func `where a commit is lost all that was written upon it goes on upon what is left`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.scan()
    try desk.running().log.checkpoint()
    try desk.save("b", "by git")
    let commit = try gitCommit(desk, "b", "by git")
    let before = try #require(try desk.running().tip)
    _ = try desk.running().adopt(commit, expecting: before, leaving: [NameKey("b")])
    try desk.write("c", .text("the agent's"))
    try desk.save("a", "two")
    try desk.record("a")
    desk.store.lose(commit)
    #expect(throws: RecordError.self) { try desk.open() }
    let opening = try desk.open(loss: .goesOn)
    #expect(opening.lost == [commit])
    try desk.scan()
    #expect(try desk.recorded("a") == "two" && desk.recorded("b") == "by git")
    #expect(try desk.recorded("c")?.hasSuffix("the agent's") == true)
    let log = try desk.log()
    #expect(log.filter { $0.message.contains("Stet-Agent: Robot") }.count == 1)
    #expect(MissingObjects.find(from: [try #require(desk.running().tip)], in: desk.store).isEmpty)
    // Once more, as after a kill: nothing is made twice.
    try desk.open(loss: .goesOn)
    #expect(try desk.log().count == log.count)
  }

  @Test(arguments: ["flip", "cut", "zeros"])
  func `a damaged journal takes nothing back that references and objects have`(damage: String) throws {
    // Whole record by record: whichever is hit, the tip stays where it is.
    for position in 0..<40 {
      let desk = try Desk()
      try desk.save("a", "one")
      try desk.scan()
      try desk.running().log.checkpoint()
      for text in ["two", "three", "four"] {
        try desk.save("a", text)
        try desk.record("a")
        try desk.write("b", .text("agent's \(text)"), base: .current)
      }
      let tip = try #require(try desk.running().tip)
      let journal = try #require(
        try desk.tree.entries(of: JournalFile.folder).map(\.name).compactMap(UInt64.init).max())
      let location = FileLocation.store("journal/\(journal)")
      var bytes = try #require(try desk.tree.read(location, limit: .max)).bytes
      let place = bytes.count * position / 40
      switch damage {
      case "flip": bytes[place] ^= 0x10
      case "cut": bytes.removeSubrange(place...)
      default: for index in place..<min(place + 64, bytes.count) { bytes[index] = 0 }
      }
      try desk.tree.save(location, bytes: bytes)
      try desk.open(isSameBoot: true)
      #expect(try desk.running().tip == tip, "\(damage) at \(place)")
      try desk.scan()
      #expect(try desk.running().tip == tip)
      #expect(try desk.store.references(withPrefix: "refs/stet/recovering/").isEmpty)
    }
  }

  @Test func `a recovery that is interrupted leaves the next one what the damaged journal has not`() throws {
    let desk = try Desk()
    try desk.save("a", "one")
    try desk.scan()
    try desk.running().log.checkpoint()
    for text in ["two", "three"] {
      try desk.save("a", text)
      try desk.record("a")
    }
    let tip = try #require(try desk.running().tip)
    for entry in try desk.tree.entries(of: JournalFile.folder) {
      let location = FileLocation.store("journal/\(entry.name)")
      let bytes = try #require(try desk.tree.read(location, limit: .max)).bytes
      try desk.tree.save(location, bytes: Array(bytes.prefix(bytes.count / 3)))
    }
    desk.store.refusesMoves(of: StetReference.tip)
    #expect(throws: RecordError.self) { try desk.open(isSameBoot: true) }
    desk.store.refusesMoves(of: nil)
    let ends = try desk.store.references(withPrefix: "refs/stet/recovering/")
    #expect(ends["refs/stet/recovering/tip"] == tip)
    try desk.open(isSameBoot: true)
    #expect(try desk.running().tip == tip)
  }
}

extension Desk {
  /// Cuts the power, starts again, and looks at the folder.
  fileprivate func restartAfterPowerCut(using generator: inout SeededGenerator) throws {
    crash(using: &generator)
    try open()
    try scan(afterPowerLoss: true)
  }
}
