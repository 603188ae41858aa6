import Git
import GitObjects
import TestSupport
import Testing

/// The rules of every `ObjectStore`: the repository on disk and the one in memory alike.
struct ObjectStoreConformanceTests {
  /// The stores under test.
  enum Kind: CaseIterable {
    case disk
    case memory
  }

  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  func make(_ kind: Kind) throws -> any ObjectStore {
    guard kind == .disk else { return MemoryObjectStore() }
    try NewRepository.create(root: folder.path, branch: "main")
    return try Repository(root: folder.path)
  }

  @Test(arguments: Kind.allCases)
  func `what was written is read back, whatever its size`(kind: Kind) throws {
    let store = try make(kind)
    var generator = SeededGenerator(seed: 1)
    for size in [0, 1, 100, 3_999, 4_000, 4_001, 65_534, 65_535, 65_536, 200_000] {
      for type in [ObjectKind.blob, .tree] {
        var content: [UInt8] = []
        if type == .blob {
          content = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
        } else {
          let entries = (0..<(size / 40)).map { TreeEntry(name: "entry-\($0)-padded", mode: .file, id: .emptyBlob) }
          content = Tree(entries).content
        }
        let id = try store.write(type, content)
        #expect(id == store.id(of: type, content))
        #expect(try store.write(type, content) == id)
        #expect(store.contains(id))
        let read = try store.read(id)
        #expect(read.kind == type && read.content == content, "\(type) of \(size) bytes")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a blob in pieces is the same blob, and one of another size is refused`(kind: Kind) throws {
    let store = try make(kind)
    let piece = Array(String(repeating: "0123456789", count: 1_000).utf8)
    let whole = Array((0..<30).map { _ in piece }.joined())
    let id = try store.writeBlob(size: 300_000) { take in for _ in 0..<30 { try take(piece) } }
    #expect(try id == store.id(of: .blob, whole) && store.blob(id) == whole)
    #expect(try store.writeBlob(size: 0) { _ in } == .emptyBlob)
    for wrong in [Int64(1), 20_000] {
      #expect(throws: ObjectStoreError.self) { try store.writeBlob(size: wrong) { try $0(piece) } }
    }
    #expect(!store.contains(store.id(of: .blob, piece)))
    struct Stopped: Error {}
    #expect(throws: Stopped.self) {
      try store.writeBlob(size: 20_000) { take in
        try take(piece)
        throw Stopped()
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `kind and size are told without the content`(kind: Kind) throws {
    let store = try make(kind)
    var generator = SeededGenerator(seed: 2)
    for size in [0, 1, 57, 4_000, 4_001, 200_000] {
      let id = try store.write(.blob, (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
      let header = try store.header(of: id)
      #expect(header.kind == .blob && header.size == size)
      #expect(try store.blob(id, ofAtMost: size)?.count == size)
      #expect(try size == 0 || store.blob(id, ofAtMost: size - 1) == nil)
    }
    let tree = try store.write(Tree([TreeEntry(name: "a", mode: .file, id: .emptyBlob)]))
    #expect(try store.header(of: tree) == (.tree, 29))
    let piece = [UInt8](repeating: 0, count: 1_000_000)
    let zeros = try store.writeBlob(size: 20_000_000) { take in for _ in 0..<20 { try take(piece) } }
    #expect(try store.header(of: zeros) == (.blob, 20_000_000))
    let missing = store.id(of: .blob, [1, 2, 3])
    #expect(throws: ObjectStoreError.missing(missing)) { try store.header(of: missing) }
  }

  @Test(arguments: Kind.allCases)
  func `an object that was never written is missing`(kind: Kind) throws {
    let store = try make(kind)
    let id = store.id(of: .blob, [1, 2, 3])
    #expect(!store.contains(id))
    #expect(throws: ObjectStoreError.missing(id)) { try store.read(id) }
  }

  @Test(arguments: Kind.allCases)
  func `ids are git's`(kind: Kind) throws {
    let store = try make(kind)
    #expect(store.id(of: .blob, []) == .emptyBlob)
    #expect(store.id(of: .tree, []) == .emptyTree)
    #expect(store.id(of: .blob, Array("hello\n".utf8)).hex == "ce013625030ba8dba906f756967f9e9ca394464a")
  }

  @Test(arguments: Kind.allCases)
  func `a reference moves only from where it is expected`(kind: Kind) throws {
    let store = try make(kind)
    let one = try store.write(.blob, [1])
    let two = try store.write(.blob, [2])
    let name = "refs/stet/tip"
    let moved = ObjectStoreError.moved(reference: name)
    #expect(try store.reference(name) == nil)
    #expect(throws: moved) { try store.setReference(name, to: two, expecting: one) }
    try store.setReference(name, to: one, expecting: nil)
    #expect(throws: moved) { try store.setReference(name, to: two, expecting: nil) }
    #expect(throws: moved) { try store.setReference(name, to: nil, expecting: two) }
    try store.setReference(name, to: two, expecting: one)
    #expect(try store.reference(name) == two)
    try store.setReference(name, to: nil, expecting: two)
    #expect(try store.reference(name) == nil)
  }

  @Test(arguments: Kind.allCases)
  func `references are listed by prefix`(kind: Kind) throws {
    let store = try make(kind)
    let id = try store.write(.blob, [1])
    let names = ["refs/stet/tip", "refs/stet/rescue/1", "refs/stet/rescue/2", "refs/heads/stet"]
    for name in names { try store.setReference(name, to: id, expecting: nil) }
    #expect(try store.references(withPrefix: "refs/stet/rescue/").keys.sorted() == Array(names[1...2]))
    #expect(try store.references(withPrefix: "refs/stet/r").count == 2)
    #expect(try store.references(withPrefix: "").count == 4)
    #expect(try store.references(withPrefix: "refs/none/").isEmpty)
  }

  @Test(
    arguments: Kind.allCases,
    ["refs/../config", "refs/heads/a..b", "config", "refs/heads/", "refs//a", "refs/heads/a.lock", "refs/a b", ""])
  func `names that are no references are refused`(kind: Kind, name: String) throws {
    let store = try make(kind)
    #expect(throws: ObjectStoreError.self) { try store.setReference(name, to: .emptyBlob, expecting: nil) }
    #expect(throws: ObjectStoreError.self) { try store.reference(name) }
  }

  @Test(arguments: Kind.allCases)
  func `a reference cannot stand below or above another`(kind: Kind) throws {
    let store = try make(kind)
    try store.setReference("refs/stet/a", to: .emptyBlob, expecting: nil)
    #expect(throws: ObjectStoreError.self) { try store.setReference("refs/stet/a/b", to: .emptyBlob, expecting: nil) }
    try store.setReference("refs/stet/a", to: nil, expecting: .emptyBlob)
    try store.setReference("refs/stet/a/b", to: .emptyBlob, expecting: nil)
    #expect(throws: ObjectStoreError.self) { try store.setReference("refs/stet/a", to: .emptyBlob, expecting: nil) }
    try store.setReference("refs/stet/a/b", to: nil, expecting: .emptyBlob)
    try store.setReference("refs/stet/a", to: .emptyBlob, expecting: nil)
  }
}
