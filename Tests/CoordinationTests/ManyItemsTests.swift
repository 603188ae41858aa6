import WorkspaceAPI
import GitObjects
import TestSupport
import Testing

@testable import Coordination

/// Requests with very many items.
@Suite struct ManyItemsTests {
  private static let names = ["a", "b", "f", "f/a", "f/b", "f/g", "f/g/c", "f.md", "f/é", "f/e\u{301}"]

  private func items(_ count: Int, _ random: inout SeededGenerator) throws -> [ClaimItem] {
    try (0..<count).map { _ in
      ClaimItem(
        try WorkspacePath(
          "\(Int.random(in: 0..<12, using: &random))/\(Self.names.randomElement(using: &random) ?? "a")"),
        ClaimIntent.allCases.randomElement(using: &random) ?? .reading)
    }
  }

  @Test(arguments: UInt64(1)...200) func `an index says what the items say, each by itself`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let many = try items(Int.random(in: 32...40, using: &random), &random)
    let index = try #require(ClaimIndex(many))
    for item in try items(20, &random) + [ClaimItem(try WorkspacePath("1"), .moving)] {
      #expect(index.meets(item) == many.contains { $0.conflicts(with: item) }, "seed \(seed): \(item)")
    }
  }

  @Test func `an adoption of 100,000 files and a claim of 1,000 are told apart at once, and follow a rename`() throws {
    let files = try (0..<100_000).map { ClaimItem(try WorkspacePath("f\($0 % 100)/\($0).md"), .writing) }
    var office = Office()
    let adoption = ClaimRequest(
      ticket: 1_000, holder: ClaimHolder(party: "sync", name: "Stet"), items: files, waitUntil: 0, lasts: .max / 4,
      isBrief: true, insists: true)
    office.take(office.table.ask(adoption, at: 0))
    let clock = ContinuousClock()
    var far: UInt64 = 0
    let time = try clock.measure {
      far = try office.ask("A", (0..<1_000).map { ("g/\($0).md", .writing) })
    }
    #expect(office.granted[far] != nil)
    #expect(time < .seconds(1), "\(time)")
    let near = try office.ask("B", "f7/107.md", .reading)
    #expect(office.granted[near] == nil)
    office.take(office.table.noteMove(from: try WorkspacePath("f7"), to: try WorkspacePath("h"), at: 0))
    let moved = try office.ask("C", "h/207.md", .reading)
    #expect(office.granted[moved] == nil)
    office.release(1_000)
    #expect(office.granted[near] != nil && office.granted[moved] != nil)
  }
}
