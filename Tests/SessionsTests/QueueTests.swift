import FileSystem
import Sessions
import TestSupport
import Testing

@Suite struct QueueTests {
  private static func conditions(_ outputs: [MachineConditions.Query: String]) -> MachineConditions {
    outputs.reduce(into: MachineConditions()) { $0.take($1.value, of: $1.key) }
  }

  @Test func `the answers of busctl are read, and any other text is unknown`() {
    let known = Self.conditions([
      .connectivity: "u 4\n", .metered: "u 3\n", .percentage: "d 15\n", .state: "u 2\n",
      .profile: "s \"power-saver\"\n",
    ])
    #expect(known.isOnline == true && known.isMetered == true && known.battery == 0.15)
    #expect(known.isCharging == false && known.savesPower == true && known.defersHeavyWork)
    let none = Self.conditions(
      .init(uniqueKeysWithValues: MachineConditions.Query.allCases.map { ($0, "Failed to get property") }))
    #expect(none == MachineConditions() && none.hindrance == nil)
    #expect(Self.conditions([.percentage: "d 0"]).battery == nil, "a display device without a battery")
    #expect(Self.conditions([.connectivity: "u 1"]).isOnline == false)
  }

  @Test(
    arguments: [
      (0.19, false, true), (0.19, true, false), (0.2, false, false), (0.19, nil, true), (nil, false, false),
    ] as [(Double?, Bool?, Bool)])
  func `heavy work waits under 20 percent and not charging`(battery: Double?, isCharging: Bool?, waits: Bool) {
    var conditions = MachineConditions()
    (conditions.battery, conditions.isCharging) = (battery, isCharging)
    #expect(conditions.defersHeavyWork == waits)
    #expect((conditions.hindrance?.until == .charging) == waits)
  }

  @Test func `the kernel's battery counts as UPower's, and only large runs wait for it`() {
    var conditions = MachineConditions()
    conditions.take(charge: 0.1, isOnBattery: true)
    #expect(conditions.hindrance(of: .research)?.until == .charging && conditions.hindrance(of: .quickChat) == nil)
    conditions.take(charge: 0.1, isOnBattery: false)
    #expect(conditions.hindrance(of: .research) == nil)
    conditions.isMetered = true
    #expect(conditions.hindrance(of: .research)?.until == .unmetered)
  }

  @Test func `a condition is a word or a time of the day`() throws {
    for text in ["online", "charging", "unmetered", "7:05", "22:30", "0:00"] {
      #expect(try #require(QueueCondition(text)).text == text)
    }
    for text in ["", "offline", "24:00", "7:60", "7", "7:5:1", "+7:05", "007:05"] {
      #expect(QueueCondition(text) == nil)
    }
  }

  @Test func `a condition holds if it is met or unknown, and a time comes once after it was added`() throws {
    var conditions = MachineConditions()
    func holds(_ text: String, now: Int64 = 0, added: Int64 = 0, offset: Int = 0) throws -> Bool {
      try #require(QueueCondition(text)).holds(conditions, added: added, now: now, offset: offset)
    }
    for text in ["online", "charging", "unmetered"] { #expect(try holds(text)) }
    (conditions.isOnline, conditions.isCharging) = (false, false)
    for text in ["online", "charging", "unmetered"] { #expect(try !holds(text)) }
    (conditions.isOnline, conditions.isMetered, conditions.isCharging) = (true, true, true)
    #expect(try holds("online") && holds("charging") && !holds("unmetered"))
    // 1:00 in a zone two hours east of UTC is 23:00 of the day before; it was added at noon of the first day.
    let (hour, noon): (Int64, Int64) = (3_600_000, 12 * 3_600_000)
    #expect(try !holds("1:00", now: 23 * hour - 1, added: noon, offset: 120))
    #expect(try holds("1:00", now: 23 * hour, added: noon, offset: 120))
    #expect(try !holds("12:00", now: noon, added: noon) && holds("12:00", now: noon + 24 * hour, added: noon))
  }

  @Test func `a queue of 100 sessions keeps each exactly until it is done, through power cuts`() throws {
    for seed: UInt64 in 1...10 {
      var generator = SeededGenerator(seed: seed)
      let tree = SimulatedTree { 0 }
      try tree.makeDirectories(.store)
      try tree.synchronizeAll()
      let queue = SessionQueue(tree)
      var waiting: [String] = []
      for number in 1...100 {
        try queue.add("s\(number)", when: .online, now: 5)
        waiting.append("s\(number)")
        if Int.random(in: 0..<3, using: &generator) == 0 {
          let done = waiting.remove(at: Int.random(in: 0..<waiting.count, using: &generator))
          try queue.finish(done)
        }
        if Int.random(in: 0..<10, using: &generator) == 0 {
          // A line on its way is lost or torn.
          let line = Array(#"{"k":"done","session":"s1"#.utf8)
          _ = try tree.append(.store("queue.jsonl"), bytes: line, durable: false)
          tree.crash(using: &generator)
        }
      }
      #expect(try queue.items().map(\.session) == waiting, "seed \(seed)")
      for session in waiting { try queue.finish(session) }
      #expect(try queue.items().isEmpty)
    }
  }

  @Test func `the queue looks again when the first time comes, after ten seconds for other conditions`() {
    func pause(_ conditions: [(QueueCondition, Int64)], now: Int64) -> Duration {
      let items = conditions.map { SessionQueue.Item(session: "s", condition: $0, added: $1) }
      return SessionQueue.pause(items, now: now, offset: 0)
    }
    let minute: Int64 = 60_000
    #expect(pause([(.time(10), 0), (.time(9), 0)], now: 9 * minute - 5_000) == .seconds(5))
    #expect(pause([(.time(600), 0)], now: 0) == .seconds(60))
    #expect(pause([(.time(600), 0), (.online, 0)], now: 0) == .seconds(10))
    #expect(pause([(.answer, 0)], now: 0) == .seconds(10))
    #expect(pause([(.time(9), 0)], now: 9 * minute) == .seconds(10), "it had to pause")
  }
}
