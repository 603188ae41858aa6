import Git
import GitObjects
import Testing

@Suite struct MissingObjectsTests {
  private let whole = MemoryObjectStore()
  private let person = Signature(name: "Ann", email: "ann@example.org", seconds: 1_700_000_000)

  private func commit(_ files: [String: String], on parents: [ObjectID]) throws -> ObjectID {
    var edits: [TreeEdit] = []
    for (path, text) in files {
      edits.append(.set(path: path, mode: .file, id: try whole.write(.blob, Array(text.utf8))))
    }
    return try whole.write(
      Commit(
        tree: TreeEditor(store: whole).apply(edits, to: nil), parents: parents, author: person, committer: person,
        message: "m\n"))
  }

  /// A store with everything below these commits but what is left out.
  private func store(without lost: Set<ObjectID>, below starts: [ObjectID]) throws -> MemoryObjectStore {
    let copy = MemoryObjectStore()
    var pending = starts
    while let id = pending.popLast() {
      let object = try whole.read(id)
      if !lost.contains(id) { _ = try copy.write(object.kind, object.content) }
      if object.kind == .commit {
        let commit = try Commit(content: object.content)
        pending += commit.parents + [commit.tree]
      } else if object.kind == .tree {
        pending += try Tree(content: object.content).entries.map(\.id)
      }
    }
    return copy
  }

  @Test func `what is missing is named by path and by the commit that has it`() throws {
    let first = try commit(["a": "1", "x/b": "2"], on: [])
    let second = try commit(["a": "one", "x/b": "2"], on: [first])
    let a = try #require(try Tree.entry(at: "a", of: whole.commit(first).tree, in: whole))
    let folder = try #require(try Tree.entry(at: "x", of: whole.commit(second).tree, in: whole))
    let blob = MissingObjects.find(from: [second], in: try store(without: [a.id], below: [second]))
    #expect(blob.map(\.path) == ["a"] && blob.map(\.commit) == [first] && blob.map(\.kind) == [.blob])
    let tree = MissingObjects.find(from: [second], in: try store(without: [folder.id], below: [second]))
    #expect(tree.map(\.path) == ["x"] && tree.map(\.commit) == [second] && tree.map(\.kind) == [.tree])
    let cut = try store(without: [first], below: [second])
    #expect(MissingObjects.find(from: [second], in: cut).map(\.id) == [first])
    #expect(MissingObjects.find(from: [second], in: whole).isEmpty)
  }

  @Test func `a commit has its folders whether or not its files and its past are there`() throws {
    let first = try commit(["a": "1"], on: [])
    let second = try commit(["a": "2", "x/b": "2"], on: [first])
    let b = try #require(try Tree.entry(at: "x/b", of: whole.commit(second).tree, in: whole))
    let folder = try #require(try Tree.entry(at: "x", of: whole.commit(second).tree, in: whole))
    #expect(MissingObjects.hasFolders(second, in: try store(without: [first, b.id], below: [second])))
    #expect(!MissingObjects.hasFolders(second, in: try store(without: [folder.id], below: [second])))
    #expect(!MissingObjects.hasFolders(second, in: try store(without: [second], below: [second])))
  }
}
