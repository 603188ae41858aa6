import FileSystem
import GitObjects
import Testing

@testable import Recording

@Suite struct SlotLedgerTests {
  private var ledger = SlotLedger()
  private let first = ObjectID.emptyBlob
  private let second = ObjectID.emptyTree

  init() throws {
    for slot in ["b", "a"] { ledger.put(try file(slot, first), in: slot) }
  }

  private func file(_ slot: String, _ version: ObjectID) throws -> Displaced {
    Displaced(path: try WorkspacePath(slot), location: .store("displaced/\(slot)"), accounted: version, since: 0)
  }

  @Test mutating func `queued files are read one at a time, in order`() {
    ledger.queue("b")
    ledger.queue("a")
    let begun = ledger.beginReading()?.slot
    #expect(begun == "a")
    // It is being read: what it has now is found by that.
    ledger.queue("a")
    let other = ledger.beginReading()?.slot
    #expect(other == nil)
    ledger.endReading("a")
    let next = ledger.beginReading()?.slot
    #expect(next == "b")
    ledger.endReading("b")
    let last = ledger.beginReading()?.slot
    #expect(last == nil)
  }

  @Test mutating func `only a file of the version that a checkpoint made durable may be deleted`() {
    ledger.noteDurable()
    ledger.account("a", for: second)
    var dropped: [String: Bool] = [:]
    while let (slot, file) = ledger.takeDroppable() { dropped[slot] = file != nil }
    #expect(dropped == ["a": false, "b": true] && ledger.isDropped)
    // Reading it showed the durable version: it may be deleted without another checkpoint.
    ledger.noteRead("a", second)
    #expect(ledger.isDropped)
    ledger.noteRead("b", first)
    let again = ledger.takeDroppable()?.slot
    #expect(again == "b")
  }

  @Test
  mutating func
    `a reason to observe a file again is kept until it is cleared or the file is deleted`()
  {
    ledger.noteLate("a")
    ledger.setLate("b", .refused)
    ledger.noteLate("b")
    ledger.setLate("unknown", .beingSaved)
    #expect(ledger.late == ["a": .beingSaved, "b": .refused] && ledger.refused == ["b"])
    ledger.setLate("a", nil)
    ledger.remove("b")
    #expect(ledger.late.isEmpty && ledger.names == ["a"])
  }

  @Test mutating func `what is known of a slot stays when its file is replaced`() throws {
    ledger.setMissingRoom("a", 7)
    ledger.queue("a")
    ledger.put(try file("a", second), in: "a")
    #expect(ledger.missingRoom("a") == 7 && ledger["a"]?.accounted == second)
    let begun = ledger.beginReading()?.slot
    #expect(begun == "a")
  }
}
