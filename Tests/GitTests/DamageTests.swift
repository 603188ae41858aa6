import Git
import GitObjects
import TestSupport
import Testing

/// Damage on disk: nothing crashes, hangs or is served wrong.
struct DamageTests {
  let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    try NewRepository.create(root: folder.path, branch: "main")
  }

  /// Writes some related blobs and packs them; the repository is closed behind it.
  func pack() throws -> (ids: [ObjectID], name: String) {
    let repository = try Repository(root: folder.path)
    let ids = try (0..<4).map { number in
      try repository.write(.blob, Array(String(repeating: "line \(number) of text\n", count: 50).utf8))
    }
    let name = try repository.writePack(objects: ids)
    try repository.dropLoose(ids)
    return (ids, name)
  }

  @Test(arguments: ["pack", "idx"], [true, false])
  func `a pack with any byte changed, or cut anywhere, is never served wrong`(kind: String, cut: Bool) throws {
    let packed = try pack()
    let file = ".git/objects/pack/\(packed.name).\(kind)"
    let whole = try #require(folder.read(file))
    try folder.run(["chmod", "u+w", folder.path + "/" + file])
    for place in stride(from: 0, to: whole.count, by: kind == "idx" ? 13 : 3) {
      var damaged = whole
      if cut { damaged.removeSubrange(place...) } else { damaged[place] ^= 0x41 }
      try folder.write(file, damaged)
      let repository = try Repository(root: folder.path)
      for id in packed.ids {
        guard let object = try? repository.read(id) else { continue }
        #expect(repository.id(of: object.kind, object.content) == id, "byte \(place)")
      }
    }
  }

  @Test func `content that stands in a damaged pack is stored again`() throws {
    let packed = try pack()
    let content = Array(String(repeating: "line 0 of text\n", count: 50).utf8)
    let file = ".git/objects/pack/\(packed.name).pack"
    let whole = try #require(folder.read(file))
    try folder.run(["chmod", "u+w", folder.path + "/" + file])
    try folder.write(file, Array(whole.prefix(12)) + [UInt8](repeating: 0xFF, count: whole.count - 12))
    let repository = try Repository(root: folder.path)
    #expect(try repository.write(.blob, content) == packed.ids[0])
    #expect(try repository.blob(packed.ids[0]) == content)
  }

  @Test func `a loose file cut anywhere is damaged, never waited for`() throws {
    let repository = try Repository(root: folder.path)
    let id = try repository.write(.blob, Array(String(repeating: "some words ", count: 600).utf8))
    let file = ".git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
    let whole = try #require(folder.read(file))
    try folder.run(["chmod", "u+w", folder.path + "/" + file])
    for size in 0..<whole.count {
      try folder.write(file, Array(whole.prefix(size)))
      #expect(throws: ObjectStoreError.self, "\(size) bytes") { try repository.read(id) }
    }
    try folder.write(file, whole)
    #expect(repository.contains(id))
  }

  @Test func `objects borrowed from another repository are read`() throws {
    let packed = try pack()
    let other = TemporaryFolder()
    try NewRepository.create(root: other.path, branch: "main")
    try other.write(".git/objects/info/alternates", folder.path + "/.git/objects\n")
    let repository = try Repository(root: other.path)
    for id in packed.ids { #expect(repository.contains(id)) }
    #expect(try repository.blob(packed.ids[0]).count == 750)
  }
}
