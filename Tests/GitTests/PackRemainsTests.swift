import Git
import GitObjects
import Testing

/// Objects are restored from a pack that git refuses.
struct PackRemainsTests {
  /// A repository whose objects are in one pack, most of them as differences.
  private struct Lab {
    let peer: Peer
    let name: String
    /// The offset of each object, and the object that it is a difference to.
    let objects: [ObjectID: (start: Int, base: ObjectID?)]

    init() throws {
      peer = try Peer()
      for version in 0..<12 {
        let lines = (0..<60).map { "line \($0) of text, \($0 % 12 == version ? version : 0)" }
        try peer.record(["a.md": lines.joined(separator: "\n"), "b/c.md": "\(version)\n"])
      }
      try peer.folder.git("repack", "-adq")
      try peer.folder.git("prune-packed")
      // As after a checkpoint: the pack alone has them.
      try peer.folder.run(["rm", "-r", peer.folder.path + "/.git/stet/spares"])
      try peer.repository.refresh()
      name = try #require(peer.repository.damagedFiles.packNames().first)
      try peer.folder.run(["chmod", "-R", "u+w", peer.folder.path + "/.git/objects"])
      var objects: [ObjectID: (start: Int, base: ObjectID?)] = [:]
      for line in try peer.folder.git("verify-pack", "-v", ".git/objects/pack/\(name).idx").split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let id = ObjectID(hex: String(words[0])), words.count >= 5, let start = Int(words[4]) else { continue }
        objects[id] = (start, words.count == 7 ? ObjectID(hex: String(words[6])) : nil)
      }
      self.objects = objects
    }

    var pack: String { ".git/objects/pack/\(name).pack" }

    /// An object, and all that are differences to it.
    func chain(below id: ObjectID) -> Set<ObjectID> {
      objects.filter { $0.value.base == id }.keys.reduce([id]) { $0.union(chain(below: $1)) }
    }

    /// Damages the pack and takes it apart; answers what is lost.
    func damage(_ change: (inout [UInt8]) -> Void) throws -> Set<ObjectID> {
      var bytes = try #require(peer.folder.read(pack))
      change(&bytes)
      try peer.folder.write(pack, bytes)
      let place = try peer.repository.damagedFiles.setAsidePack(name)
      try peer.repository.refresh()
      #expect(peer.repository.damagedFiles.packsSetAside() == [place])
      #expect(try peer.repository.damagedFiles.takeObjects(ofPack: place))
      return Set(objects.keys.filter { (try? peer.repository.read($0)) == nil })
    }
  }

  @Test(arguments: [0, 5, 9, -1])
  func `a bit of a pack's first or last bytes costs no object`(place: Int) throws {
    let lab = try Lab()
    #expect(try lab.objects.count > 30 && lab.damage { $0[place < 0 ? $0.count - 1 : place] ^= 4 } == [])
    try lab.peer.folder.git("fsck", "--full", "--strict")
  }

  @Test(arguments: [0, 7, 13, 21, 30])
  func `a bit in an object costs that one and those that are differences to it`(number: Int) throws {
    let lab = try Lab()
    let (id, object) = lab.objects.sorted { $0.value.start < $1.value.start }[number]
    let lost = try lab.damage { $0[object.start + 6] ^= 4 }
    #expect(lost.isSubset(of: lab.chain(below: id)), "\(lost.count)")
  }

  @Test func `what a difference is one to may come from elsewhere`() throws {
    let lab = try Lab()
    let (id, object) = try #require(lab.objects.first { lab.chain(below: $0.key).count > 2 })
    let whole = try lab.peer.repository.read(id)
    #expect(try lab.damage { $0[object.start + 6] ^= 4 }.contains(id))
    _ = try lab.peer.repository.write(whole.kind, whole.content)
    for place in lab.peer.repository.damagedFiles.packsSetAside() {
      #expect(try lab.peer.repository.damagedFiles.takeObjects(ofPack: place, wanted: lab.chain(below: id)))
    }
    #expect(lab.objects.keys.allSatisfy { (try? lab.peer.repository.read($0)) != nil })
  }

  @Test func `of a pack that was cut short all before the cut is whole`() throws {
    let lab = try Lab()
    var end = 0
    let lost = try lab.damage { bytes in
      end = bytes.count / 2
      bytes.removeLast(bytes.count - end)
    }
    let last = try #require(lab.objects.values.map(\.start).filter { $0 < end }.max())
    let cut = lab.objects.filter { $0.value.start >= last }.keys.reduce(Set()) { $0.union(lab.chain(below: $1)) }
    #expect(!lost.isEmpty && lost.isSubset(of: cut))
  }

  @Test func `without a whole index nobody knows where objects begin`() throws {
    let lab = try Lab()
    let index = ".git/objects/pack/\(lab.name).idx"
    var bytes = try #require(lab.peer.folder.read(index))
    bytes[bytes.count / 2] ^= 4
    try lab.peer.folder.write(index, bytes)
    let place = try lab.peer.repository.damagedFiles.setAsidePack(lab.name)
    #expect(try !lab.peer.repository.damagedFiles.takeObjects(ofPack: place))
  }
}
