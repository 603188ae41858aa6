import WorkspaceAPI
import Coordination
import GitObjects
import TestSupport
import Testing

/// The rules that hold in every schedule.
@Suite struct ClaimPropertyTests {
  private static let paths = ["a.md", "f", "f/a.md", "f/b.md", "f/g", "f/g/c.md", "h.md"]
  private static let parties = ["A", "B", "C", "D", "E"]

  @Test(arguments: UInt64(1)...30) func `no two claims stand that cannot, all are answered, and everything ends`(
    _ seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var office = Office()
    var asked: [UInt64: Int64] = [:]
    var editors: [Int] = []
    for _ in 0..<300 {
      try step(&office, &asked, &editors, &random)
      try check(office, seed)
    }
    // The workspace's own writes end, and nobody does anything any more: time alone ends the rest.
    for _ in 0..<(40 + 2 + 60 + 60) {
      for write in office.table.claims where write.request.isBrief {
        office.take(office.table.release(write.number, at: office.now))
      }
      office.pass(1)
    }
    #expect(office.table.claims.isEmpty && office.table.waiting.isEmpty, "seed \(seed)")
    for (ticket, _) in asked {
      #expect(
        office.granted[ticket] != nil || office.refused[ticket] != nil, "seed \(seed): \(ticket) was left waiting")
    }
    #expect(Set(office.granted.values.map(\.number)).count == office.granted.count, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...20) func `who can wait is served, however many come after`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var office = Office()
    try office.ask("A", "f/a.md", .reading, lasts: 5)
    let patient = try office.ask("B", "f", .deleting, wait: 3_600)
    // Others come and go without end, each of them holding for as long as it may.
    for turn in 0..<200 where office.granted[patient] == nil {
      let party = "reader \(turn % 7)"
      _ = try office.ask(party, Self.paths.randomElement(using: &random) ?? "f", .reading, wait: 600, lasts: 30)
      office.pass(Int64.random(in: 0...1, using: &random))
    }
    #expect(office.granted[patient] != nil, "seed \(seed)")
    #expect((office.granted[patient]?.until ?? 0) <= (5 + 60) * second, "seed \(seed): no sooner than its turn")
  }

  private func step(
    _ office: inout Office, _ asked: inout [UInt64: Int64], _ editors: inout [Int], _ random: inout SeededGenerator
  ) throws {
    let party = Self.parties.randomElement(using: &random) ?? "A"
    let path = Self.paths.randomElement(using: &random) ?? "a.md"
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4:
      let items = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        (
          Self.paths.randomElement(using: &random) ?? "a.md",
          ClaimIntent.allCases.randomElement(using: &random) ?? .reading
        )
      }
      let ticket = try office.ask(
        party, items, wait: .random(in: 0...40, using: &random), lasts: .random(in: 1...60, using: &random),
        connection: Bool.random(using: &random) ? UInt64.random(in: 1...3, using: &random) : nil,
        isBrief: Int.random(in: 0..<4, using: &random) == 0, insists: Int.random(in: 0..<9, using: &random) == 0)
      asked[ticket] = office.now
    case 5, 6:
      if let claim = office.table.claims.randomElement(using: &random) {
        office.take(office.table.release(claim.number, at: office.now))
      }
    case 7: office.pass(Int64.random(in: 0...8, using: &random))
    case 8: office.take(office.table.endConnection(.random(in: 1...3, using: &random), at: office.now))
    case 9:
      let target = Self.paths.randomElement(using: &random) ?? "a.md"
      let (from, to) = (try WorkspacePath(path), try WorkspacePath(target))
      guard from != to, !to.isBelow(from), !from.isBelow(to) else { return }
      office.take(office.table.noteMove(from: from, to: to, at: office.now))
    case 10:
      _ = try office.present(party, path, connection: .random(in: 1...3, using: &random))
    default:
      if let notice = office.notices.randomElement(using: &random) {
        office.answer(notice, connection: .random(in: 1...3, using: &random))
      }
      if let claim = office.table.claims.randomElement(using: &random) {
        office.take(office.table.renew(claim.number, lasts: 20 * second, at: office.now).1)
      }
    }
  }

  private func check(_ office: Office, _ seed: UInt64) throws {
    let claims = office.table.claims
    for (place, claim) in claims.enumerated() {
      #expect(claim.request.isBrief || claim.until > office.now, "seed \(seed): \(claim.number) outlived its time")
      for other in claims[(place + 1)...] where other.request.holder.party != claim.request.holder.party {
        guard !(claim.request.isBrief && other.request.isBrief) else { continue }
        guard !claim.request.insists, !other.request.insists else { continue }
        let meets = claim.request.items.contains { item in other.request.items.contains { $0.conflicts(with: item) } }
        #expect(!meets, "seed \(seed): \(claim.number) and \(other.number) stand together")
      }
    }
  }
}
