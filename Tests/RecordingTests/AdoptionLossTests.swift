import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing

@Suite struct `What an adoption must not lose` {
  private let full = FileError(code: .noSpace, operation: "append", path: "journal", errno: 28, message: "full")

  private func desk(_ files: [String: String]) throws -> Desk {
    let desk = try Desk()
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { try desk.save(path, text, durable: true) }
    try desk.scan()
    try desk.running().log.checkpoint()
    return desk
  }

  @Test(arguments: 1...8)
  func `what Stet itself put on the tip, with one parent, outlives a power cut`(seed: UInt64) throws {
    let desk = try desk(["a": "one\n"])
    let recorder = try desk.running()
    let blob = try desk.store.write(.blob, Array("back\n".utf8))
    let tree = try TreeEditor(store: desk.store).apply(
      [.set(path: "b", mode: .file, id: blob)], to: recorder.tipTree)
    let stet = Signature(name: "Stet", email: "stet@example.org", seconds: 1_700_000_000)
    var message = CommitMessage(subject: "Bring back 1 file", author: .sync)
    message.change = "c1"
    let target = try desk.store.write(
      Commit(
        tree: tree, parents: [recorder.tip].compactMap { $0 }, author: stet, committer: stet, message: message.text))
    #expect(try recorder.adopt(target, expecting: recorder.tip) == .adopted)
    var generator = SeededGenerator(seed: seed)
    desk.crash(using: &generator)
    try desk.open()
    try desk.scan(believesDeletions: false, afterPowerLoss: true)
    #expect(try desk.recorded("b") == "back\n" && desk.text("b") == "back\n")
    #expect(try desk.tipTexts().count == 2)
  }

  @Test func `what git wrote and a power cut tore is no edit of the person's`() throws {
    let desk = try desk(["a": "one\n", "b": "one\n"])
    let target = try desk.remoteCommit(["a": "theirs\n", "b": "theirs\n"])
    try desk.save("a", "", durable: true)
    _ = try desk.running().adopt(
      target, expecting: desk.running().tip, leaving: [NameKey("a")], within: TurnLimit(files: 0))
    var generator = SeededGenerator(seed: 1)
    desk.crash(using: &generator)
    try desk.open()
    #expect(try desk.recorded("a") == "theirs\n")
    try desk.scan(believesDeletions: false, afterPowerLoss: true)
    #expect(try desk.recorded("a") == "theirs\n" && desk.text("a") == "theirs\n")
  }

  @Test(arguments: 1...12)
  func `the beginning of a recorded save that a power cut left is no edit of the person's`(seed: UInt64) throws {
    let desk = try desk([".gitattributes": "a merge=union\n"])
    try desk.save("a", "mine: a long line that nobody synced\n")
    try desk.scan()
    let target = try desk.remoteCommit(["a": "theirs\nmine: a long line that nobody synced\n"])
    _ = try desk.running().adopt(target, expecting: desk.running().tip)
    for cut in 0..<2 {
      var generator = SeededGenerator(seed: seed * 2 + UInt64(cut))
      desk.crash(using: &generator)
      try desk.open()
      if cut == 0 { try desk.tree.synchronize(.root) }
    }
    try desk.scan(believesDeletions: false, afterPowerLoss: true)
    #expect(try desk.recorded("a") == "theirs\nmine: a long line that nobody synced\n")
    #expect(try desk.text("a") == desk.recorded("a"))
  }

  @Test func `an adoption that a full disk stopped is ended before the next one begins`() throws {
    let desk = try desk(["a": "1\n2\n3\n", "b": "one\n", "c": "one\n"])
    let first = try desk.remoteCommit(["a": "1\n2\ntheirs\n", "b": "two\n", "c": "two\n"])
    let recorder = try desk.running()
    #expect(try recorder.adopt(first, expecting: recorder.tip, within: TurnLimit(files: 0)) == .adopted)
    let second = try desk.remoteCommit(["a": "1\n2\ntheirs\n", "b": "three\n", "c": "two\n"])
    try desk.save("a", "mine\n2\n3\n")
    desk.tree.onFault { [full] operation, location in
      operation == .append && location.string.contains("journal") ? full : nil
    }
    #expect(throws: RecordError.self) { _ = try recorder.adopt(second, expecting: recorder.tip) }
    #expect(recorder.tip == first)
    desk.tree.onFault(nil)
    #expect(recorder.mend())
    for _ in 0..<10 where recorder.isAdopting {
      desk.wait(milliseconds: 100)
      try recorder.continueAdoption(within: .none)
    }
    try desk.scan()
    #expect(try desk.text("a") == "mine\n2\ntheirs\n" && desk.recorded("a") == "mine\n2\ntheirs\n")
    #expect(try desk.text("b") == "two\n" && desk.text("c") == "two\n")
    #expect(try desk.scan().commits.isEmpty)
  }
}
