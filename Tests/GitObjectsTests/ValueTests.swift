import Git
import GitObjects
import TestSupport
import Testing

struct ValueTests {
  @Test func `a tree with a file and a directory of one name keeps the last`() {
    let entries = [
      TreeEntry(name: "a", mode: .file, id: .emptyBlob), TreeEntry(name: "a.b", mode: .file, id: .emptyBlob),
      TreeEntry(name: "a", mode: .tree, id: .emptyTree),
    ]
    #expect(Tree(entries).entries.map(\.name) == ["a.b", "a"])
    #expect(Tree(entries)["a"]?.mode == .tree)
  }

  @Test func `names that only Unicode takes for equal are two files`() throws {
    let composed = TreeEntry(name: "\u{E9}", mode: .file, id: .emptyBlob)
    let decomposed = TreeEntry(name: "e\u{301}", mode: .file, id: .emptyBlob)
    #expect(Tree([composed, decomposed]).entries.count == 2)
    #expect(try WorkspacePath("\u{E9}") != WorkspacePath("e\u{301}"))
    #expect(try Set([WorkspacePath("\u{E9}"), WorkspacePath("e\u{301}")]).count == 2)
    #expect(try !WorkspacePath("e\u{301}/x").isBelow(WorkspacePath("\u{E9}")))
  }

  @Test(arguments: ["a\u{301}", "/\u{301}a", "x/\u{301}y", "..\u{301}"])
  func `combining marks do not hide slashes and dots`(text: String) throws {
    guard let path = try? WorkspacePath(text) else { return }
    #expect(path.components.map(String.init).joined(separator: "/").utf8.elementsEqual(path.string.utf8))
    #expect(path.string.utf8.first != UInt8(ascii: "/"))
  }

  @Test(arguments: [
    "100644", "100644 ", "100644 a", "100644 a\0short", "999999 a\0" + String(repeating: "x", count: 20),
    "100644 \0" + String(repeating: "x", count: 20),
  ])
  func `bytes that are no tree are refused`(text: String) {
    #expect(throws: ObjectFormatError.tree) { try Tree(content: Array(text.utf8)) }
  }

  @Test func `a name with a slash is one name and no path`() throws {
    let content = Array(("100644 ../\u{E9}\0" + String(repeating: "x", count: 20)).utf8)
    let tree = try Tree(content: content)
    let name = try #require(tree.entries.first?.name)
    #expect(!name.utf8.contains(UInt8(ascii: "/")) && NameText.encode(name) == Array("../\u{E9}".utf8))
    #expect(tree.content == content && tree[name] != nil)
    #expect(throws: WorkspacePathError.self) { try WorkspacePath("a/" + name) }
  }

  @Test func `a tree out of order is read in order`() throws {
    let id = [UInt8](repeating: 1, count: 20)
    let content = Array("100644 b\0".utf8) + id + Array("100644 a\0".utf8) + id
    #expect(try Tree(content: content).entries.map(\.name) == ["a", "b"])
  }

  @Test(arguments: ["subject\r\nbody\r\n", "", "one line", "s\n\nb\n\nStet-Actor: user\n", "\n\nleading"])
  func `a commit is read back as it was written, carriage returns too`(message: String) throws {
    let by = Signature(name: "Änn", email: "a@example.org", seconds: 1, offset: -210)
    let commit = Commit(
      tree: .emptyTree, parents: [.emptyBlob], author: by, committer: by,
      otherHeaders: ["encoding UTF-8", "gpgsig -----BEGIN\n line\n -----END"], message: message)
    #expect(try Commit(content: commit.content) == commit)
  }

  @Test(arguments: ["", "tree x\n\nm", "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nparent 1\n\nm"])
  func `bytes that are no commit are refused`(text: String) {
    #expect(throws: ObjectFormatError.commit) { try Commit(content: Array(text.utf8)) }
  }

  @Test func `an id keeps its bytes in every form`() throws {
    let hex = "00ff10ce013625030ba8dba906f756967f9e9ca3"
    let id = try #require(ObjectID(hex: hex))
    #expect(id.hex == hex)
    #expect(ObjectID(bytes: id.bytes) == id)
    #expect(id.bytes.withUnsafeBytes { ObjectID(prefixOf: $0) } == id)
    #expect(id.bytes.withUnsafeBytes { ObjectID(prefixOf: UnsafeRawBufferPointer(rebasing: $0[1...])) } == nil)
    var copy = [UInt8](repeating: 0, count: 20)
    copy.withUnsafeMutableBytes { id.copyBytes(to: $0) }
    #expect(copy == id.bytes)
  }

  @Test(arguments: UInt64(0)..<30)
  func `a crash loses only what was not marked durable`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = MemoryObjectStore()
    let kept = try store.write(.blob, [1])
    try store.setReference("refs/stet/tip", to: kept, expecting: nil)
    store.markDurable()
    let risked = try store.write(.blob, [2])
    try store.setReference("refs/stet/tip", to: risked, expecting: kept)
    store.crash(using: &generator)
    #expect(store.contains(kept))
    let tip = try #require(try store.reference("refs/stet/tip"))
    #expect([kept, risked].contains(tip))
  }
}
