import HTTPDoor
import Testing

/// Sessions of older clients, and the memory that messages may take.
struct SessionTableTests {
  @Test func `a session is found until nothing came for its lifetime`() {
    var table = SessionTable<Int>(limit: 10, lifetime: 60)
    table.insert(1, id: "a", at: 0)
    #expect(table.use("a", at: 59) == 1)
    #expect(table.use("b", at: 59) == nil)
    #expect(table.use("a", at: 118) == 1)
    #expect(table.use("a", at: 178) == nil)
    #expect(table.count == 0)
  }

  @Test func `a full table forgets the one that was unused for longest`() {
    var table = SessionTable<Int>(limit: 3, lifetime: 1_000)
    for (at, id) in ["a", "b", "c"].enumerated() { table.insert(at, id: id, at: Double(at)) }
    #expect(table.use("a", at: 5) == 0)
    table.insert(3, id: "d", at: 6)
    #expect(table.count == 3)
    #expect(table.use("b", at: 7) == nil)
    #expect(table.use("a", at: 7) == 0)
  }

  @Test func `a session that its client ended is gone`() {
    var table = SessionTable<Int>(limit: 3, lifetime: 1_000)
    table.insert(1, id: "a", at: 0)
    #expect(table.remove("a") == 1)
    #expect(table.remove("a") == nil)
    #expect(table.use("a", at: 0) == nil)
  }

  @Test func `messages share a budget, and one always goes`() {
    var budget = ByteBudget(limit: 100)
    let first = [budget.take(500), budget.take(1)]
    #expect(first == [true, false])
    budget.giveBack(500)
    let second = [budget.take(60), budget.take(41), budget.take(40)]
    #expect(second == [true, false, true])
    budget.giveBack(60)
    let third = budget.take(60)
    #expect(third)
  }
}
