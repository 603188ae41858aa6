import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

@Suite struct `What goes wrong in a turn` {
  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.save("a", "1\n2\n3\n")
    try desk.save("b", "x\n")
    try desk.scan()
    return desk
  }

  private let full = FileError(code: .noSpace, operation: "exchange", path: "a", errno: 28, message: "full")

  @Test func `a file that cannot be exchanged refuses its own write only`() throws {
    let desk = try desk()
    desk.tree.onFault { [full] operation, location in
      operation == .exchange && location.string.hasSuffix("-0") ? full : nil
    }
    let origin = WriteOrigin(author: .robot)
    let outcomes = try desk.running().perform([
      Write(path: WorkspacePath("a"), action: .text("A\n"), origin: origin),
      Write(path: WorkspacePath("b"), action: .text("B\n"), origin: origin),
    ])
    desk.tree.onFault(nil)
    #expect(outcomes[0] == .refused(.disk(full)))
    try outcomes[1].result()
    #expect(try desk.text("a") == "1\n2\n3\n" && desk.recorded("a") == "1\n2\n3\n")
    #expect(try desk.text("b") == "B\n" && desk.recorded("b") == "B\n")
    try desk.open()
    #expect(try desk.recorded("a") == "1\n2\n3\n" && desk.recorded("b") == "B\n")
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `a recorder that lost its lock deletes no journal`() throws {
    let desk = try desk()
    let log = try desk.running().log
    // The journal of the process that has the lock now.
    let other = FileLocation.store("journal/0")
    try desk.tree.create(other, bytes: [1], permissions: 0o600, durable: false)
    log.holdsLock = { false }
    #expect(throws: RecordError.self) { try log.checkpoint() }
    #expect(throws: RecordError.self) { try log.close() }
    #expect(try desk.tree.stamp(of: other) != nil)
    log.holdsLock = { true }
    try log.checkpoint()
    #expect(try desk.tree.stamp(of: other) == nil, "a checkpoint deletes earlier journals")
  }

  @Test func `a displaced file that cannot be set aside leaves the file as it was`() throws {
    let desk = try desk()
    desk.tree.onFault { [full] operation, location in
      operation == .move && location.string.contains("/tmp/") ? full : nil
    }
    #expect(try desk.write("a", .text("A\n")) == .refused(.disk(full)))
    desk.tree.onFault(nil)
    #expect(try desk.text("a") == "1\n2\n3\n")
    #expect(try desk.scan().commits.isEmpty)
  }

  @Test func `changes that the disk refuses do not change the number of files that the safety stop compares`() throws {
    let desk = try Desk()
    for index in 0..<30 { try desk.save("n\(index)", "text") }
    try desk.scan()
    desk.tree.onFault { [full] operation, location in
      operation == .move && (location.string.contains("/tmp/") || location.string == "n0") ? full : nil
    }
    for _ in 0..<50 { #expect(try desk.write("locked/x", .text("X\n")) == .refused(.disk(full))) }
    #expect(try desk.write("n0", .delete) == .refused(.disk(full)))
    desk.tree.onFault(nil)
    #expect(try desk.running().tips.fileTotal == 30)
    for index in 0..<30 { try desk.tree.remove(FileLocation(WorkspacePath("n\(index)"))) }
    #expect(try desk.scan().stopped.count == 30)
  }

  @Test func `after a failed sync a new journal is tried, then nothing is written any more (review B7)`() throws {
    let desk = try desk()
    let failures = Counter()
    desk.tree.onFault { [full] operation, location in
      operation == .append && location.string.contains("journal") && failures.add() == 1 ? full : nil
    }
    try desk.write("a", .text("A\n")).result()
    #expect(try desk.running().state == .recording && desk.text("a") == "A\n")
    desk.tree.onFault { [full] operation, location in
      operation == .append && location.string.contains("journal") ? full : nil
    }
    guard case .refused(.readOnly) = try desk.write("a", .text("B\n")) else {
      Issue.record("not read-only")
      return
    }
    #expect(try desk.text("a") == "A\n" && desk.recorded("a") == "A\n")
    guard case .refused(.readOnly) = try desk.write("b", .text("B\n")) else {
      Issue.record("not read-only")
      return
    }
    desk.tree.onFault(nil)
    try desk.open()
    try desk.write("a", .text("B\n")).result()
    #expect(try desk.text("a") == "B\n")
  }

  @Test func `a displaced file that cannot be read prevents no checkpoint and no start, and is kept`() throws {
    let desk = try desk()
    try desk.write("a", .text("A\n")).result()
    let fault: @Sendable (FileOperation, FileLocation) -> FileError? = { operation, location in
      guard operation == .read, location.string.contains("displaced/") else { return nil }
      return FileError(code: .device, operation: "read", path: "displaced", errno: 5, message: "I/O error")
    }
    desk.tree.onFault(fault)
    try desk.running().log.checkpoint()
    try desk.write("b", .text("B\n")).result()
    try desk.running().log.checkpoint()
    #expect(try desk.running().disk.problems.values.contains { $0.contains("I/O error") })
    try desk.open()
    try desk.write("b", .text("C\n")).result()
    #expect(try desk.tree.entries(of: .store("displaced")).isEmpty == false)
    desk.tree.onFault(nil)
    try desk.scan()
    try desk.running().log.checkpoint()
    #expect(try desk.tree.entries(of: .store("displaced")).isEmpty)
    #expect(try desk.running().disk.problems.isEmpty)
    #expect(try desk.recorded("a") == "A\n" && desk.recorded("b") == "C\n")
  }

  @Test func `a folder that cannot be read is a problem until it can, and nothing below it is deleted`() throws {
    let desk = try desk()
    try desk.save("d/c", "one\n")
    try desk.scan()
    desk.tree.onFault { operation, location in
      guard operation == .walk, location.string == "d" else { return nil }
      return FileError(code: .denied, operation: "list", path: "d", errno: 13, message: "denied")
    }
    try desk.scan()
    #expect(try desk.running().disk.problems[NameKey("d")] != nil && desk.recorded("d/c") == "one\n")
    desk.tree.onFault(nil)
    try desk.scan()
    #expect(try desk.running().disk.problems.isEmpty && desk.recorded("d/c") == "one\n")
  }

  @Test(arguments: [false, true])
  func `a folder that is made in a file's place in the instant of a write is kept`(isDeleted: Bool) throws {
    let desk = try desk()
    let (place, inner) = (FileLocation(try WorkspacePath("a")), FileLocation(try WorkspacePath("a/inner")))
    let count = Counter()
    desk.observe { [tree = desk.tree] operation, location in
      let isPlacing = isDeleted ? operation == .move && location == place : operation == .exchange
      guard isPlacing, count.add() == 1 else { return }
      try? tree.remove(place)
      try? tree.makeDirectories(place)
      try? tree.save(inner, bytes: Array("mine\n".utf8))
    }
    let outcome = try desk.write("a", isDeleted ? .delete : .text("A\n"))
    desk.calm()
    guard case .refused(.disk) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try desk.text("a/inner") == "mine\n")
    try desk.open()
    try desk.scan()
    #expect(try desk.recorded("a/inner") == "mine\n")
  }

  @Test(arguments: ["robot ", "robot line\n"])
  func `what a failed append left in the file is its writer's`(part: String) throws {
    let desk = try desk()
    let place = FileLocation(try WorkspacePath("a"))
    desk.tree.onFault { [full, tree = desk.tree] operation, location in
      guard operation == .append, location == place else { return nil }
      guard let file = try? tree.openForWriting(place, append: true) else { return nil }
      tree.write(file, bytes: Array(part.utf8))
      tree.close(file)
      return full
    }
    // The whole text is there: a repeated append would double it.
    switch try desk.write("a", .appending("robot line\n")) {
    case .done: #expect(part == "robot line\n")
    case .refused(let refusal): #expect(refusal == .partial(full) && part == "robot ")
    }
    desk.tree.onFault(nil)
    try desk.scan()
    #expect(try desk.recorded("a") == "1\n2\n3\n" + part)
    #expect(try desk.log().first?.author.name == "Robot")
  }

  private let refused = FileError(code: .device, operation: "append", path: "journal", errno: 5, message: "I/O error")

  @Test(arguments: [1, 2]) func `a start whose journal the device refuses goes on`(times: Int) throws {
    let desk = try desk()
    try desk.running().log.checkpoint()
    try desk.write("a", .text("A\n")).result()
    var generator = SeededGenerator(seed: 1)
    desk.crash(using: &generator)
    let failures = Counter()
    desk.tree.onFault { [refused] operation, location in
      operation == .append && location.string.contains("journal") && failures.add() <= times ? refused : nil
    }
    try desk.open()
    #expect(failures.value >= times)
    let recorder = try desk.running()
    if times == 1 {
      #expect(recorder.state == .recording)
    } else {
      #expect(recorder.state == .readOnly("I/O error; then I/O error") && recorder.isMendable)
      guard case .refused(.readOnly) = try desk.write("a", .text("B\n")) else {
        Issue.record("not read-only")
        return
      }
      #expect(recorder.mend())
    }
    #expect(try desk.recorded("a") == "A\n" && desk.text("a") == "A\n")
    try desk.scan(afterPowerLoss: true)
    try desk.write("b", .text("B\n")).result()
    desk.tree.onFault(nil)
    desk.crash(using: &generator)
    try desk.open()
    #expect(try desk.recorded("a") == "A\n" && desk.recorded("b") == "B\n" && desk.text("b") == "B\n")
  }

  @Test func `a start whose journal the device keeps refusing repeats nothing and loses nothing`() throws {
    let desk = try desk()
    try desk.write("a", .text("A\n")).result()
    for round in 1...3 {
      var generator = SeededGenerator(seed: UInt64(round))
      desk.crash(using: &generator)
      desk.tree.onFault { [refused] operation, location in
        operation == .append && location.string.contains("journal") ? refused : nil
      }
      try desk.open()
      #expect(try desk.running().mend() == false)
      #expect(try desk.recorded("a") == "A\n" && desk.text("a") == "A\n")
    }
    desk.tree.onFault(nil)
    #expect(try desk.running().mend())
    try desk.write("b", .text("B\n")).result()
    #expect(try desk.log().filter { $0.author.name == "Robot" }.count == 2)
  }

  @Test func `where the repository refuses, nothing is recorded until the next opening ends the turn`() throws {
    let desk = try desk()
    desk.store.isFull = true
    // The file and the journal have it.
    _ = try desk.write("a", .text("A\n")).result()
    desk.store.isFull = false
    #expect(throws: RecordError.self) {
      try desk.save("b", "person\n"); try desk.scan()
    }
    try desk.open()
    try desk.scan()
    #expect(try desk.recorded("a") == desk.text("a"))
    #expect(try desk.log().filter { $0.author.name == "Robot" }.count == 1)
    #expect(try desk.recorded("b") == "person\n")
  }

  @Test func `a late writer's text is merged when the file is closed, and kept until then (review A11)`() throws {
    let desk = try desk()
    let handle = try desk.tree.openForWriting(FileLocation(WorkspacePath("a")))
    try desk.write("a", .text("1\n2\nrobot\n")).result()
    #expect(try desk.running().displaced.count == 1)
    desk.tree.write(handle, bytes: Array("person\n2\n3\n".utf8))
    try desk.running().log.checkpoint()
    #expect(try desk.running().displaced.count == 1)
    #expect(try desk.running().settleDisplaced().count == 1)
    desk.tree.close(handle)
    #expect(try desk.running().settleDisplaced().isEmpty)
    #expect(try desk.text("a") == "person\n2\nrobot\n" && desk.recorded("a") == "person\n2\nrobot\n")
    #expect(try desk.log().first?.author.name == "Ann")
    try desk.running().log.checkpoint()
    #expect(try desk.running().displaced.isEmpty)
    #expect(try desk.tree.entries(of: .store("displaced")).isEmpty)
  }

  @Test func `a displaced file stays while somebody reads it`() throws {
    let desk = try desk()
    let handle = try desk.tree.openForReading(FileLocation(WorkspacePath("a")))
    try desk.write("a", .text("A\n")).result()
    try desk.running().log.checkpoint()
    #expect(try desk.running().displaced.count == 1)
    desk.tree.close(handle)
    try desk.running().log.checkpoint()
    #expect(try desk.running().displaced.isEmpty)
  }

  @Test func `a displaced text that cannot be merged at once is merged later, not forgotten`() throws {
    let desk = try desk()
    let place = FileLocation(try WorkspacePath("a"))
    let (begun, moved) = (Counter(), Counter())
    // The person saves just before the exchange; then their editor is between its two renames.
    desk.observe { [tree = desk.tree] operation, location in
      if operation == .exchange, begun.add() == 1 { try? tree.save(place, bytes: Array("person\n2\n3\n".utf8)) }
      if operation == .read, location.string.contains("displaced"), moved.add() == 1 {
        try? tree.move(place, toNew: place.sibling(named: "a~"))
      }
    }
    try desk.write("a", .text("1\n2\nrobot\n")).result()
    desk.calm()
    try desk.running().log.checkpoint()
    try desk.tree.move(place.sibling(named: "a~"), toNew: place)
    try desk.write("b", .text("B\n")).result()
    #expect(try desk.text("a") == "person\n2\nrobot\n" && desk.recorded("a") == "person\n2\nrobot\n")
  }

  @Test(arguments: [
    ("", "empty"), ("\0\0\0\0", "zeros"), ("first\n", "older"), ("sec", "the beginning"),
    ("sec\0\0\0\0", "the beginning, and zeros"),
  ])
  func `after a power cut what it left of a file is brought back, not recorded (review A10)`(
    left: String, name: String
  ) throws {
    let desk = try Desk()
    for text in ["first\n", "second\n"] {
      try desk.save("a", text)
      try desk.scan()
    }
    try desk.save("a", left)
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.text("a") == "second\n" && desk.recorded("a") == "second\n")
    try desk.save("a", "third\n")
    #expect(try desk.scan(afterPowerLoss: true).commits.count == 1)
    try desk.save("a", left)
    #expect(try desk.scan().commits.count == 1)
  }

  @Test func `after a power cut no stamp proves a content`() throws {
    for seed: UInt64 in 0..<20 {
      let desk = try Desk()
      try desk.save("a", "first\n")
      try desk.scan()
      try desk.running().log.checkpoint()
      try desk.running().disk.storeCache()
      var generator = SeededGenerator(seed: seed)
      desk.crash(using: &generator)
      try desk.open()
      try desk.scan(afterPowerLoss: true)
      #expect(try desk.text("a") == desk.recorded("a"), "seed \(seed)")
    }
  }

  @Test func `the journal of a copied store is kept aside and not replayed (review C7)`() throws {
    let desk = try desk()
    try desk.write("a", .text("A\n")).result()
    try desk.open(isCopy: true)
    #expect(try desk.tree.entries(of: .store("rescue/1/journal")).isEmpty == false)
    #expect(try desk.recorded("a") == "A\n")
    try desk.write("a", .text("B\n")).result()
  }
}
