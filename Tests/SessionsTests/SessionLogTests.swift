import FileSystem
import Models
import Sessions
import TestSupport
import Testing

@Suite struct SessionLogTests {
  private static let plan = SessionLineTests.plan

  /// The steps that are possible in each state.
  private static let free = SessionLineTests.steps.dropFirst().filter { if case .moved = $0 { false } else { true } }

  private static func begin(_ tree: SimulatedTree) throws -> SessionLog {
    try tree.makeDirectories(.store)
    try tree.synchronizeAll()
    return try SessionLog(beginning: plan, in: tree, lock: nil, now: { 7 })
  }

  @Test func `an opened log goes on with the state that was left`() throws {
    let tree = SimulatedTree { 0 }
    let log = try Self.begin(tree)
    try log.append([.moved(.running), .message(ModelMessage(.user, "Go"))])
    try log.append([.sent])
    let again = try SessionLog(opening: "s1", in: tree, lock: nil, now: { 8 })
    #expect(again.record == log.record)
    try again.append([.cut("gone")])
    let lines = try SessionShelf.lines(of: "s1", in: tree)
    #expect(lines.map(\.number) == [1, 2, 2, 3, 4] && SessionRecord(lines) == again.record)
    #expect(try SessionShelf.summaries(in: tree) == [SessionSummary(again.record)])
  }

  @Test func `a transition that is not allowed is refused and logged`() throws {
    let tree = SimulatedTree { 0 }
    let log = try Self.begin(tree)
    try log.append([.moved(.completed), .moved(.running)])
    let steps = try SessionShelf.lines(of: "s1", in: tree).map(\.step)
    #expect(steps.suffix(2) == [.refused(from: .idle, to: .completed), .moved(.running)])
    #expect(log.record.state == .running)
    try log.append([.moved(.completed), .moved(.running)])
    #expect(log.record.state == .completed)
  }

  @Test func `a log without its first line is no session: its id can be used, and its files be deleted`() throws {
    let whole = SessionLine(number: 1, time: 7, step: .begun(Self.plan)).bytes
    for bytes in [[], Array(whole.prefix(9)), [UInt8](repeating: 0, count: whole.count)] {
      for discards in [false, true] {
        let tree = SimulatedTree { 0 }
        try tree.makeDirectories(.store("sessions/s1"))
        try tree.create(.store("sessions/s1/log.jsonl"), bytes: bytes, permissions: 0o600, durable: false)
        let survey = try SessionShelf.survey(in: tree)
        #expect(survey.summaries.isEmpty && survey.damaged.isEmpty)
        #expect(SpendingBook(tree).read().problem == nil)
        #expect(throws: SessionLogError.missing("s1")) {
          try SessionLog(opening: "s1", in: tree, lock: nil, now: { 7 })
        }
        if discards {
          #expect(try SessionShelf.discard("s1", in: tree) && SessionShelf.ids(in: tree).isEmpty)
        }
        let log = try Self.begin(tree)
        try log.append([.moved(.running)])
        #expect(try SessionShelf.lines(of: "s1", in: tree).count == 2 && !SessionShelf.discard("s1", in: tree))
      }
    }
  }

  @Test func `damaged logs are named, whether their beginning can be read or not`() throws {
    let tree = SimulatedTree { 0 }
    let log = try Self.begin(tree)
    for _ in 1...3 { try log.append([.sent]) }
    let place = FileLocation.store("sessions/s1/log.jsonl")
    let good = try #require(try tree.read(place, limit: 1 << 20)?.bytes)
    let ends = good.indices.filter { good[$0] == 0x0A }
    for (line, isListed) in [(0, false), (1, true)] {
      var bytes = good
      bytes[line == 0 ? 3 : ends[line - 1] + 3] = 0
      try tree.remove(place)
      try tree.create(place, bytes: bytes, permissions: 0o600, durable: true)
      let survey = try SessionShelf.survey(in: tree)
      #expect(survey.damaged == ["s1"] && survey.summaries.isEmpty != isListed, "\(line)")
    }
  }

  @Test func `there is one log of an id, none of a missing one, and no damaged one is continued`() throws {
    let tree = SimulatedTree { 0 }
    let log = try Self.begin(tree)
    #expect(throws: SessionLogError.exists("s1")) {
      try SessionLog(beginning: Self.plan, in: tree, lock: nil, now: { 7 })
    }
    for id in ["s2", "../s1"] {
      #expect(throws: SessionLogError.missing(id)) { try SessionLog(opening: id, in: tree, lock: nil, now: { 7 }) }
    }
    try log.append([.sent])
    _ = try tree.append(.store("sessions/s1/log.jsonl"), bytes: Array("{}\n".utf8), durable: true)
    try log.append([.sent])
    try log.append([.sent])
    #expect(throws: SessionLogError.damaged("s1", line: 3)) {
      try SessionLog(opening: "s1", in: tree, lock: nil, now: { 7 })
    }
  }

  @Test func `no step is lost in a power cut after its append, and the log can be continued`() throws {
    for seed: UInt64 in 0..<200 {
      var generator = SeededGenerator(seed: seed)
      let tree = SimulatedTree { 0 }
      let log = try Self.begin(tree)
      var kept: [SessionStep] = [.begun(Self.plan)]
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let steps = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          Self.free.randomElement(using: &generator) ?? .sent
        }
        try log.append(steps)
        kept += steps
      }
      // The power goes while one more append is on its way.
      let rest = SessionLine(number: 99, time: 7, step: .partial("not durable")).bytes
      _ = try tree.append(.store("sessions/s1/log.jsonl"), bytes: rest, durable: false)
      tree.crash(using: &generator)
      let again = try SessionLog(opening: "s1", in: tree, lock: nil, now: { 8 })
      try again.append([.sent])
      tree.crash(using: &generator)
      let steps = try SessionShelf.lines(of: "s1", in: tree).map(\.step)
      #expect(steps == kept + [.sent], "seed \(seed)")
    }
  }
}
