import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing

@Suite struct `What is mended when the disk has room again` {
  private let full = FileError(code: .noSpace, operation: "append", path: "journal", errno: 28, message: "full")

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.save("a", "1\n")
    try desk.scan()
    return desk
  }

  @Test func `a journal that could not be written is begun anew, and what was saved meanwhile is recorded`() throws {
    let desk = try desk()
    desk.tree.onFault { [full] operation, location in
      operation == .append && location.string.contains("journal") ? full : nil
    }
    guard case .refused(.readOnly) = try desk.write("a", .text("A\n")) else {
      Issue.record("not read-only")
      return
    }
    try #expect(!desk.running().mend(), "the disk is full still")
    desk.tree.onFault(nil)
    try desk.save("b", "person\n")
    try #expect(desk.running().mend())
    try desk.scan()
    try desk.write("a", .text("B\n")).result()
    #expect(try desk.recorded("a") == "B\n" && desk.recorded("b") == "person\n")
    try desk.open()
    #expect(try desk.scan().commits.isEmpty)
  }

  /// Numbers that a closure reads.
  private final class Room {
    var bytes = 1_500_000
    var next = 1_500_000
  }

  @Test func `a save that has no room waits, and what is smaller is recorded meanwhile`() throws {
    let room = Room()
    let desk = try Desk { surroundings in surroundings.durability.room = { room.bytes } }
    let large = String(repeating: "0123456789abcde\n", count: 20_000)
    try desk.save("large", large)
    try desk.save("note", "tiny\n")
    let outcome = try desk.scan()
    #expect(outcome.postponed.map(\.string) == ["large"] && outcome.problems.map(\.path) == ["large"])
    #expect(try desk.recorded("note") == "tiny\n" && desk.recorded("large") == nil)
    try desk.write("agent", .text("x\n")).result()
    guard case .refused(.disk(let error)) = try desk.write("other", .text(large)) else {
      Issue.record("written")
      return
    }
    #expect(error.code == .noSpace)
    #expect(try desk.running().state == .recording)
    room.bytes = 2_100_000
    #expect(try desk.scan().problems.isEmpty)
    #expect(try desk.recorded("large") == large)
    try desk.write("other", .text(large)).result()
    #expect(try desk.running().disk.problems.isEmpty)
  }

  @Test func `a file that changes between a turn without room and its retry is recorded as it is then`() throws {
    let room = Room()
    let desk = try Desk { surroundings in
      surroundings.durability.room = {
        defer { room.bytes = room.next }
        return room.bytes
      }
    }
    let before = String(repeating: "0123456789abcde\n", count: 20_000)
    let after = String(repeating: "1123456789abcde\n", count: 20_000)
    // The look at the file finds room, its turn does not.
    (room.bytes, room.next) = (1 << 31, 0)
    try desk.save("a", before)
    #expect(throws: RecordError.self) { try desk.scan() }
    (room.bytes, room.next) = (1 << 31, 1 << 31)
    let reads = Counter()
    desk.observe { [tree = desk.tree] operation, location in
      guard operation == .read, location.string == "a", reads.add() == 1 else { return }
      try? tree.save(location, bytes: Array(after.utf8))
    }
    try desk.scan()
    try desk.scan()
    #expect(reads.value > 0)
    #expect(try desk.recorded("a") == after)
    // Every commit names only what is stored.
    #expect(try desk.reachableTexts().contains(after))
  }

  /// A save has no temporary; all need 1 MiB more than they take.
  @Test(
    arguments: [
      ("save", 1_600_000, false), ("save", 1_700_000, true), ("write", 1_900_000, false), ("write", 2_100_000, true),
      ("restore", 1_900_000, false), ("restore", 2_100_000, true),
    ] as [(String, Int, Bool)])
  func `a change is recorded where its temporary, its journal entry and its object have room`(
    kind: String, bytes: Int, isRecorded: Bool
  ) throws {
    let room = Room()
    let desk = try Desk { surroundings in surroundings.durability.room = { room.bytes } }
    let large = String(repeating: "0123456789abcde\n", count: 20_000)
    room.bytes = 1 << 31
    if kind == "restore" { try desk.write("doc", .text(large)).result() }
    try desk.write("doc", .text("1\n")).result()
    room.bytes = bytes
    var outcome: WriteOutcome?
    switch kind {
    case "save":
      try desk.save("doc", large)
      try desk.scan()
    case "write": outcome = try desk.write("doc", .text(large))
    default: outcome = try desk.write("doc", .place(mode: .file, blob: desk.store.id(of: .blob, Array(large.utf8))))
    }
    #expect(try (desk.recorded("doc") == large) == isRecorded)
    if case .refused(.disk(let error)) = outcome { #expect(error.code == .noSpace && !isRecorded) }
    #expect(try desk.text("doc") == (isRecorded || kind == "save" ? large : "1\n"))
    #expect(try desk.running().state == .recording)
  }

  /// An event of a recorder.
  enum Event: String, CaseIterable { case pause, resume, fail, mend }

  @Test(
    arguments: [
      ([Event.pause], "paused"), ([.pause, .resume], "recording"), ([.fail], "read-only"),
      ([.fail, .mend], "recording"),
      ([.pause, .fail], "read-only"), ([.fail, .pause], "read-only"), ([.pause, .fail, .mend], "paused"),
      ([.fail, .pause, .mend], "paused"), ([.pause, .fail, .resume], "read-only"),
      ([.pause, .fail, .resume, .mend], "recording"), ([.fail, .pause, .resume, .mend], "recording"),
      ([.fail, .pause, .mend, .resume], "recording"),
    ])
  func `a pause and a fault of the disk end each for itself`(events: [Event], state: String) throws {
    let desk = try desk()
    for event in events {
      switch event {
      case .pause: try desk.running().log.pause("why")
      case .resume: try desk.running().log.resume()
      case .fail:
        desk.tree.onFault { [full] operation, location in
          operation == .append && location.string.contains("journal") ? full : nil
        }
        try desk.save("a", "2\n")
        _ = try desk.running().capture([WorkspacePath("a")], omitting: .trees([]))
      case .mend:
        desk.tree.onFault(nil)
        try #expect(desk.running().mend())
      }
    }
    let name =
      switch try desk.running().state {
      case .recording: "recording"
      case .paused: "paused"
      case .readOnly: "read-only"
      }
    #expect(name == state)
  }

  @Test func `a turn whose commits could not be stored is ended in its author's name`() throws {
    let desk = try desk()
    desk.store.isFull = true
    // The file and the journal have it.
    _ = try desk.write("a", .text("A\n")).result()
    desk.store.isFull = false
    try #expect(desk.running().mend())
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.recorded("a") == "A\n")
    #expect(try desk.log().filter { $0.author.name == "Robot" }.count == 1)
  }

  @Test func `a stop before that keeps the journal, which alone knows the author`() throws {
    let desk = try desk()
    desk.store.isFull = true
    _ = try desk.write("a", .text("A\n"))
    desk.store.isFull = false
    #expect(throws: RecordError.self) { try desk.running().log.close() }
    try desk.open()
    #expect(try desk.scan().commits.isEmpty)
    #expect(try desk.log().filter { $0.author.name == "Robot" }.count == 1)
  }
}
