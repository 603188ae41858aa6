import FileSystem
import GitObjects
import Recording
import TestSupport
import Testing

/// A question about a save is in no commit: the file that has it must survive damage.
@Suite struct UnseenSavesTests {
  /// The kinds of damage as functions of a file's bytes; nil deletes the file.
  static let damages: [(name: String, damage: @Sendable ([UInt8]) -> [UInt8]?)] = [
    ("deleted", { _ in nil }), ("empty", { _ in [] }), ("zeros", { $0.map { _ in 0 } }),
    ("cut", { Array($0.prefix($0.count / 2)) }), ("cut by a line", { Array($0.dropLast(2)) }),
    ("a bit", { [$0[0] ^ 4] + $0.dropFirst() }),
  ]

  @Test(arguments: ["unseen-saves", "unseen-saves.copy"], damages.indices)
  func `it is open again after a start, and closes for good`(file: String, index: Int) throws {
    let desk = try Desk()
    desk.tree.rememberReaders()
    try desk.save("a.md", "1\n2\n3\n4\n5\n6\n7\n8\n")
    try desk.record("a.md")
    try desk.write("a.md", .edit(old: "1\n", new: "one\n", everywhere: false)).result()
    try desk.tree.close(desk.tree.openForReading(FileLocation(WorkspacePath("a.md"))))
    try desk.save("a.md", "1\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    try desk.record("a.md")
    #expect(try desk.running().saves.unseen.all.count == 1)

    let location = FileLocation.store(file)
    let stored = try #require(try desk.tree.read(location, limit: 1 << 20)).bytes
    try desk.tree.remove(location)
    if let bytes = Self.damages[index].damage(stored) {
      try desk.tree.create(location, bytes: bytes, permissions: 0o600, durable: true)
    }
    try desk.open()
    #expect(try desk.running().saves.unseen.all.count == 1)
    try #require(try desk.running().reapply(WorkspacePath("a.md"))).result()
    #expect(try desk.text("a.md") == "one\n2\n3\n4\n5\n6\n7\n8\nmine\n")
    try desk.open()
    #expect(try desk.running().saves.unseen.all.isEmpty)
  }
}
