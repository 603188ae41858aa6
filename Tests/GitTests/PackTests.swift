import Git
import GitObjects
import Testing

struct PackTests {
  let peer: Peer

  init() throws { peer = try Peer() }

  func packs() throws -> [Substring] {
    try peer.folder.run(["ls", peer.folder.path + "/.git/objects/pack"]).split(separator: "\n")
  }

  @Test func `a checkpoint pack holds its objects, and their loose copies can go`() throws {
    for version in 0..<20 {
      try peer.record(["a.md": String(repeating: "line of text \(version)\n", count: 300), "b/c.md": "\(version)\n"])
    }
    let ids = try peer.folder.looseObjects()
    let left = try peer.repository.write(.blob, Array("not packed".utf8))
    let name = try peer.repository.writePack(objects: ids)
    #expect(try packs().contains("\(name).pack"))
    #expect(try packs().contains("\(name).idx"))
    let sizes = try ids.map { try peer.repository.header(of: $0).size }
    #expect(try peer.repository.dropLoose(ids + [left]) == ids.count)
    #expect(try peer.folder.looseObjects() == [left])
    for id in ids { #expect(peer.repository.contains(id)) }
    #expect(try ids.map { try peer.repository.header(of: $0).size } == sizes)
    #expect(try ids.map { try Int64(peer.repository.read($0).content.count) } == sizes)
    #expect(try peer.folder.git("fsck", "--full", "--strict").split(separator: "\n") == ["dangling blob \(left.hex)"])
    #expect(try peer.folder.git("log", "--oneline").split(separator: "\n").count == 20)
    #expect(try peer.repository.write(.blob, Array("0\n".utf8)) == peer.repository.id(of: .blob, Array("0\n".utf8)))
    #expect(try peer.folder.looseObjects() == [left], "what is packed is not stored again")
  }

  @Test func `a pack that another handle is writing is neither installed nor removed`() throws {
    let other = ".git/stet/packs/stet-1-1/pack-" + String(repeating: "0", count: 40)
    for ending in [".pack", ".idx"] { try peer.folder.write(other + ending, "half") }
    let left = ".git/stet/packs/stet-\(Int32.max)-1/pack-1.pack"
    try peer.folder.write(left, "half")
    let id = try peer.repository.write(.blob, Array("text".utf8))
    let name = try peer.repository.writePack(objects: [id])
    let importer = PackImporter(peer.repository)
    _ = try importer.add(.blob, Array("imported".utf8))
    try importer.finish()
    importer.release()
    #expect(try packs().count == 4 && packs().contains("\(name).pack"))
    #expect(peer.folder.read(other + ".pack") == Array("half".utf8))
    #expect(peer.folder.read(left) != nil)
    peer.repository.locks.removeLeftTemporaries()
    #expect(peer.folder.read(left) == nil, "its process is gone")
    #expect(peer.folder.read(other + ".idx") == Array("half".utf8), "its process runs")
  }

  @Test func `git collects nothing of an import until it is released, or Stet starts again`() throws {
    func isThere(_ id: ObjectID) throws -> Bool { try Repository(root: peer.folder.path).contains(id) }
    func imported(_ text: String) throws -> (PackImporter, ObjectID) {
      let importer = PackImporter(peer.repository)
      let id = try importer.add(.blob, Array(text.utf8))
      try importer.finish()
      return (importer, id)
    }
    let (first, one) = try imported("one")
    let (_, two) = try imported("two")
    try peer.folder.git("gc", "-q", "--prune=now")
    #expect(try isThere(one) && isThere(two))
    first.release()
    try peer.folder.git("gc", "-q", "--prune=now")
    #expect(try !isThere(one) && isThere(two))
    try peer.folder.write(".git/objects/pack/pack-other.keep", "of another program")
    peer.repository.locks.removeLeftTemporaries()
    #expect(try packs().filter { $0.hasSuffix(".keep") } == ["pack-other.keep"])
    try peer.folder.git("gc", "-q", "--prune=now")
    #expect(try !isThere(two))
  }

  @Test func `an import of what only a pack has keeps it when git deletes the pack`() throws {
    let text = Array("text".utf8)
    let id = try peer.repository.write(.blob, text)
    let name = try peer.repository.writePack(objects: [id])
    try peer.repository.dropLoose([id])
    let importer = PackImporter(peer.repository)
    #expect(try importer.add(.blob, text) == id)
    try importer.finish()
    for ending in [".pack", ".idx"] {
      try peer.folder.run(["rm", "-f", "\(peer.folder.path)/.git/objects/pack/\(name)\(ending)"])
    }
    #expect(try Repository(root: peer.folder.path).read(id).content == text)
  }

  @Test func `an object that is damaged is named, and no pack is made`() throws {
    let id = try peer.repository.write(.blob, Array("text".utf8))
    try peer.folder.run(["chmod", "-R", "u+w", peer.folder.path + "/.git/objects"])
    try peer.folder.write(".git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))", [0x78, 1, 1])
    #expect(throws: ObjectStoreError.self) { try peer.repository.writePack(objects: [id]) }
    #expect(try packs().isEmpty)
    #expect(peer.repository.damagedFiles.removeIfDamaged(id))
    #expect(!peer.repository.damagedFiles.removeIfDamaged(id))
  }

  @Test func `an import goes into packs, and is read back by stock git`() throws {
    let importer = PackImporter(peer.repository)
    var edits: [TreeEdit] = []
    for number in 0..<2_500 {
      let id = try importer.add(.blob, Array("note \(number % 2_000)\n".utf8))
      edits.append(.set(path: "dir\(number / 100)/note-\(number).md", mode: .file, id: id))
    }
    try importer.finish()
    #expect(importer.packs == 1)
    #expect(try peer.folder.looseObjects().isEmpty)
    let tree = try TreeEditor(store: peer.repository).apply(edits, to: nil)
    #expect(try peer.folder.git("ls-tree", "-r", "--name-only", tree.hex).split(separator: "\n").count == 2_500)
    #expect(try peer.folder.git("cat-file", "-p", "\(tree.hex):dir3/note-333.md") == "note 333\n")
    let fsck = try peer.folder.git("fsck", "--full", "--strict").split(separator: "\n")
    #expect(fsck.allSatisfy { $0.hasPrefix("dangling") || $0.hasPrefix("notice") }, "\(fsck)")
    #expect(throws: Never.self) { try importer.finish() }
  }

  @Test func `objects of every length class are packed whole`() throws {
    let importer = PackImporter(peer.repository)
    var expected: [ObjectID: [UInt8]] = [:]
    // The length takes four bits in the first byte and seven in each further one.
    for length in [0, 1, 15, 16, 2_047, 2_048, 262_143, 262_144, 300_000] {
      let content = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ length) }
      expected[try importer.add(.blob, content)] = content
    }
    let tree = try Tree(content: [])
    expected[try importer.add(.tree, tree.content)] = []
    try importer.finish()
    for (id, content) in expected { #expect(try peer.repository.read(id).content == content) }
    let index = try #require(try packs().first { $0.hasSuffix(".idx") })
    let listed = try peer.folder.git("verify-pack", "-v", ".git/objects/pack/" + index)
    for id in expected.keys { #expect(listed.contains(id.hex)) }
  }

  @Test func `blobs that other threads compressed make the same pack`() throws {
    let contents = (0..<200).map { number in Array("note \(number)\n".utf8) + [UInt8](repeating: 0, count: number * 40)
    }
    let other = try Peer()
    let (one, two) = (PackImporter(peer.repository), PackImporter(other.repository))
    for content in contents {
      let id = try one.add(.blob, content)
      let blob = try BlobPacker().pack(content)
      #expect(blob.id == id && !two.contains(id))
      try two.add(blob)
      #expect(two.contains(id))
    }
    for importer in [one, two] { try importer.finish() }
    let made = try packs()
    #expect(try made == other.folder.run(["ls", other.folder.path + "/.git/objects/pack"]).split(separator: "\n"))
    for name in made {
      #expect(peer.folder.read(".git/objects/pack/\(name)") == other.folder.read(".git/objects/pack/\(name)"))
    }
  }

  @Test func `an import knows the objects that are loose, packed, or kept as a spare alone`() throws {
    let ids = try ["loose", "packed", "spare"].map { try peer.repository.write(.blob, Array($0.utf8)) }
    _ = try peer.repository.writePack(objects: [ids[1]])
    try peer.repository.dropLoose([ids[1]])
    try peer.folder.run([
      "rm", "-f", "\(peer.folder.path)/.git/objects/\(ids[2].hex.prefix(2))/\(ids[2].hex.dropFirst(2))",
    ])
    let importer = PackImporter(peer.repository)
    for id in ids { #expect(importer.contains(id)) }
    #expect(!importer.contains(peer.repository.id(of: .blob, Array("new".utf8))))
  }
}
