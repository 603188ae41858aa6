import Testing

@testable import FileWatching

struct FolderTableTests {
  private func name(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func path(_ table: FolderTable, _ watch: Int32) -> String? {
    table.parts(of: watch).map { $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/") }
  }

  private func sample() -> FolderTable {
    var table = FolderTable()
    table.setRoot(1)
    table.put(2, in: 1, name: name("a"))
    table.put(3, in: 2, name: name("x"))
    table.put(4, in: 1, name: name("b"))
    return table
  }

  @Test func `a renamed folder takes all below it along`() {
    var table = sample()
    let lifted = table.lift(from: 1, name: name("a"))
    #expect(lifted == 2)
    #expect(path(table, 3) == "a/x")
    table.put(2, in: 4, name: name("c"))
    #expect(path(table, 3) == "b/c/x")
    let removed = table.remove(4).sorted()
    #expect(removed == [2, 3, 4])
    #expect(table.count == 1)
  }

  @Test func `an exchange is two renames, the first onto a name that is taken`() {
    var table = sample()
    let lifted = table.lift(from: 1, name: name("a"))
    #expect(lifted == 2)
    table.put(2, in: 1, name: name("b"))
    let covered = table.lift(from: 1, name: name("b"))
    #expect(covered == 4)
    table.put(4, in: 1, name: name("a"))
    #expect(path(table, 2) == "b" && path(table, 4) == "a" && path(table, 3) == "b/x")
  }

  @Test func `a folder that was replaced is forgotten when its watch ends`() {
    var table = sample()
    let lifted = table.lift(from: 1, name: name("a"))
    #expect(lifted == 2)
    table.put(2, in: 1, name: name("b"))
    table.removeCovered(4)
    #expect(!table.contains(4))
    let again = table.lift(from: 1, name: name("b"))
    #expect(again == 2)
  }

  @Test func `a number met at another place is a folder that moved there`() {
    var table = sample()
    let isNew = table.put(3, in: 4, name: name("y"))
    #expect(!isNew)
    #expect(path(table, 3) == "b/y")
    #expect(table.child(of: 2, name: name("x")) == nil)
  }

  @Test func `names that differ in form only are two folders`() {
    var table = sample()
    table.put(5, in: 1, name: name("\u{E9}"))
    table.put(6, in: 1, name: name("e\u{301}"))
    #expect(table.child(of: 1, name: name("\u{E9}")) == 5)
    #expect(table.child(of: 1, name: name("e\u{301}")) == 6)
  }
}
