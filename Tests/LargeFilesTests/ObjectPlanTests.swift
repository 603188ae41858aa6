import GitObjects
import LargeFiles
import Testing

@Suite struct `What goes of older versions` {
  /// Five objects of 100 bytes; the fifth was read least lately.
  private static let objects = (1...5).map { StoredObject(id: Samples.id(UInt8($0)), size: 100, lastRead: 100 - $0) }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var needed: Set<UInt8> = []
    var answers: [UInt8: Bool] = [:]
    var wanted: Int
    var dropped: [UInt8] = []
    var asked: [UInt8] = []
  }

  static let cases = [
    Case(testDescription: "nothing is wanted, nobody is asked", wanted: 0),
    Case(testDescription: "only what may be enough is asked about, the oldest first", wanted: 150, asked: [5, 4]),
    Case(testDescription: "what nobody asked about stays", answers: [1: true], wanted: 100, asked: [5]),
    Case(testDescription: "what the remote has goes", answers: [5: true, 4: true], wanted: 150, dropped: [5, 4]),
    Case(
      testDescription: "the last copy stays, and the next is asked about", answers: [5: false, 4: true], wanted: 150,
      dropped: [4], asked: [3]),
    Case(
      testDescription: "what is needed stays whatever the remote says", needed: [5, 4, 2],
      answers: [5: true, 4: true, 3: true, 2: true, 1: true], wanted: 1_000, dropped: [3, 1]),
    Case(
      testDescription: "no more goes than is wanted", answers: [5: true, 4: true, 3: true], wanted: 101,
      dropped: [5, 4]),
    Case(testDescription: "all may be too little", answers: [5: false], wanted: 1_000, asked: [4, 3, 2, 1]),
  ]

  @Test(arguments: cases) func `is what nothing needs and the remote has`(row: Case) {
    var answers: [ContentID: Bool] = [:]
    for (number, answer) in row.answers { answers[Samples.id(number)] = answer }
    let plan = ObjectPlan(
      Self.objects, needed: Set(row.needed.map { Samples.id($0) }), answers: answers, wanted: row.wanted)
    #expect(plan.dropped == row.dropped.map { Samples.id($0) })
    #expect(plan.asked.map(\.id) == row.asked.map { Samples.id($0) })
    #expect(plan.freed == 100 * row.dropped.count)
  }
}
