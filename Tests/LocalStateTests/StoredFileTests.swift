import Dispatch
import FileSystem
import GitObjects
import LocalState
import Synchronization
import TestSupport
import Testing

@Suite struct StoredFileTests {
  private let tree = SimulatedTree { 0 }
  private let full = FileError(code: .noSpace, operation: "create", path: "x", errno: 28, message: "full")

  private func folder() throws -> SimulatedTree {
    try tree.makeDirectories(.store)
    try tree.synchronize(.root)
    return tree
  }

  private func numbers(in tree: any FileTree, _ durability: StoredFile.Durability = .content) -> StoredTable<Set<Int>> {
    StoredTable(StoredFile("numbers"), in: tree, limit: 1 << 20, durability) { bytes in
      Set(String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ").compactMap { Int($0) })
    } encode: { numbers in
      numbers.isEmpty ? nil : Array(numbers.sorted().map(String.init).joined(separator: " ").utf8)
    }
  }

  @Test func `a file is written whole or stays as it was`() throws {
    let tree = try folder()
    let file = StoredFile("words")
    #expect(file.text(from: tree, limit: 100) == nil)
    try file.write("one", .volatile, in: tree)
    tree.onFault { [full] operation, _ in operation == .replace ? full : nil }
    #expect(throws: FileError.self) { try file.write("two", .volatile, in: tree) }
    tree.onFault(nil)
    #expect(file.text(from: tree, limit: 100) == "one")
    // The remains of the failed write disturb nobody.
    try file.write("three", .volatile, in: tree)
    #expect(file.text(from: tree, limit: 100) == "three" && file.text(from: tree, limit: 2) == nil)
    try file.remove(from: tree)
    #expect(try file.read(from: tree, limit: 100) == nil)
  }

  @Test func `missing folders are made, and files for others can be read by them`() throws {
    let tree = try folder()
    let list = StoredFile("objects/list.json")
    try list.write(json: ["b": 2, "a": 1], .content, in: tree)
    #expect(list.text(from: tree, limit: 100) == #"{"a":1,"b":2}"#)
    #expect(list.value([String: Int].self, from: tree, limit: 100) == ["a": 1, "b": 2])
    #expect(try tree.stamp(of: list.location)?.permissions == 0o600)
    let exclude = StoredFile(at: .git("info/exclude"))
    try exclude.write("*~\n", .volatile, in: tree)
    #expect(try tree.stamp(of: exclude.location)?.permissions == 0o644)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a power cut leaves what durability promises`(seed: UInt64) throws {
    let tree = try folder()
    let file = StoredFile("words")
    try file.write("one", .name, in: tree)
    try file.write("two", .content, in: tree)
    var random = SeededGenerator(seed: seed)
    tree.cutPower()
    tree.crash(using: &random)
    #expect(["one", "two"].contains(file.text(from: tree, limit: 100)))
  }

  @Test func `changes from many threads are all kept`() throws {
    let folder = TemporaryFolder()
    let tree = try DiskTree(root: folder.path)
    let table = numbers(in: tree, .volatile)
    DispatchQueue.concurrentPerform(iterations: 16) { lane in
      for number in 0..<20 {
        if number.isMultiple(of: 2) {
          _ = try? table.change { $0.insert(lane * 100 + number) }
        } else {
          table.changeAtOnce { _ = $0.insert(lane * 100 + number) }
        }
      }
    }
    #expect(table.current.count == 320)
    #expect(numbers(in: tree).current == table.current)
  }

  @Test func `a change that cannot be written changes nothing`() throws {
    let tree = try folder()
    let table = numbers(in: tree)
    tree.onFault { [full] operation, _ in operation == .create ? full : nil }
    #expect(throws: FileError.self) { try table.change { _ = $0.insert(1) } }
    #expect(table.current.isEmpty)
    tree.onFault(nil)
    try table.change { _ = $0.insert(2) }
    #expect(table.current == [2] && numbers(in: tree).current == [2])
    try table.change { $0 = [] }
    #expect(try tree.stamp(of: .store("numbers")) == nil)
  }

  @Test func `a change at once is known though it cannot be written, and written with the next`() throws {
    let tree = try folder()
    let table = numbers(in: tree)
    tree.onFault { [full] operation, _ in operation == .create ? full : nil }
    table.changeAtOnce { _ = $0.insert(1) }
    #expect(table.current == [1] && numbers(in: tree).current.isEmpty)
    #expect(throws: FileError.self) { try table.change { _ in } }
    tree.onFault(nil)
    try table.change { _ in }
    #expect(numbers(in: tree).current == [1])
    // A value that stays as it is costs no write.
    let writes = Mutex(0)
    tree.onOperation { operation, _ in if operation == .create { writes.withLock { $0 += 1 } } }
    table.changeAtOnce { _ = $0.insert(1) }
    try table.change { _ = $0.insert(1) }
    try table.change { _ in }
    #expect(writes.withLock { $0 } == 0)
  }

  @Test func `who looks does not wait for a write`() throws {
    let tree = try folder()
    let table = numbers(in: tree)
    let seen = Mutex<Set<Int>?>(nil)
    tree.onOperation { operation, _ in
      guard operation == .create else { return }
      seen.withLock { $0 = table.current }
    }
    try table.change { _ = $0.insert(1) }
    #expect(seen.withLock { $0 } == [])
    table.changeAtOnce { _ = $0.insert(2) }
    #expect(seen.withLock { $0 } == [1, 2])
  }
}
