import Git
import GitObjects
import Testing

@Suite struct TreeDiffBoundTests {
  /// A tree of 10^10 files made of eleven objects, and one with a file beside it.
  private static func bomb(in store: MemoryObjectStore) throws -> (bomb: ObjectID, file: ObjectID) {
    let blob = try store.write(.blob, Array("x".utf8))
    var id = try store.write(Tree((0..<10).map { TreeEntry(name: "f\($0)", mode: .file, id: blob) }))
    for _ in 0..<9 { id = try store.write(Tree((0..<10).map { TreeEntry(name: "d\($0)", mode: .tree, id: id) })) }
    return (id, try store.write(Tree([TreeEntry(name: "new", mode: .file, id: blob)])))
  }

  @Test func `a few objects that stand for files without end are looked at as far as is asked for`() throws {
    let store = MemoryObjectStore()
    let (bomb, file) = try Self.bomb(in: store)
    let added = try TreeDiff.changes(from: file, to: bomb, in: store, atMost: 1_000)
    #expect((1_000..<1_100).contains(added.count))
    let kept = try TreeDiff.changes(from: bomb, to: file, in: store, withRemovals: false)
    #expect(kept.map(\.path) == ["new"])
  }
}
