import Documents
import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing

/// Counts the objects that the search for unseen changes of a save reads.
@Suite struct `Judging a save costs what the change costs` {
  private final class Reads { var all: [ObjectID] = [] }
  private static let base = (0..<40).map { "line \($0)\n" }.joined()

  private func desk(_ reads: Reads) throws -> Desk {
    let desk = try Desk { surroundings in
      surroundings.store = CountingStore(surroundings.store) { reads.all.append($0) }
    }
    try desk.save("a.md", Self.base)
    try desk.save("b.md", Self.base)
    try desk.record("a.md", "b.md")
    return desk
  }

  private func edit(_ desk: Desk, _ line: Int, _ path: String = "a.md") throws {
    try desk.write(path, .edit(old: "line \(line)\n", new: "agent \(line)\n", everywhere: false)).result()
  }

  private func save(_ desk: Desk, _ text: String) throws {
    try desk.save("a.md", text)
    try desk.record("a.md")
  }

  @Test func `history of before the start is looked at in slices, and a save waits for what is left of that`() throws {
    var costs: [Int] = []
    for slices in [0, 3, 100] {
      let reads = Reads()
      let desk = try desk(reads)
      for line in 0..<10 { try edit(desk, line, "b.md") }
      try edit(desk, 0)
      try desk.running().log.close()
      try desk.open()
      var looked = 0
      while looked < slices, try desk.running().saves.seedVersions(while: { false }) { looked += 1 }
      #expect(looked == min(slices, 12))
      reads.all = []
      try save(desk, Self.base + "mine\n")
      costs.append(reads.all.count)
      #expect(try desk.running().saves.unseen.all.keys.map(\.string) == ["a.md"])
    }
    #expect(costs[0] >= costs[1] + 3 && costs[1] >= costs[2] + 8, "\(costs)")
  }

  @Test func `saves beside an open question read none of the missed versions again`() throws {
    let reads = Reads()
    let desk = try desk(reads)
    for line in 0..<6 { try edit(desk, line) }
    var text = Self.base + (0..<30).map { "mine \($0)\n" }.joined()
    try save(desk, text)
    #expect(try desk.running().saves.unseen.all.count == 1)
    text += "more\n"
    try save(desk, text)
    reads.all = []
    let missed = desk.token(Self.base.replacing("line 0\n", with: "agent 0\n"))
    for number in 0..<5 {
      text += "\(number)\n"
      try save(desk, text)
      // A line that others wrote nothing about goes: no reason to merge.
      text = text.replacing("mine \(number)\n", with: "")
      try save(desk, text)
    }
    // To find out what each of the ten was made from, once; nothing to see what it lacks.
    #expect(reads.all.count { $0 == missed } <= 10)
    #expect(try desk.running().saves.unseen.all.count == 1)
    for line in 0..<6 { text = text.replacing("line \(line)\n", with: "agent \(line)\n") }
    try save(desk, text)
    #expect(try desk.running().saves.unseen.all.isEmpty)
  }

  @Test func `lines that the person takes out as others did end the question too`() throws {
    let reads = Reads()
    let desk = try desk(reads)
    try desk.write("a.md", .edit(old: "line 3\n", new: "", everywhere: false)).result()
    try save(desk, Self.base + "mine\n")
    #expect(try desk.running().saves.unseen.all.count == 1)
    try save(desk, Self.base.replacing("line 3\n", with: "") + "mine\n")
    #expect(try desk.running().saves.unseen.all.isEmpty)
  }
}
