import GitObjects
import TestSupport
import Testing

@testable import Git

struct PackJoinTests {
  let peer: Peer

  init() throws { peer = try Peer() }

  private func packs() throws -> Set<String> {
    Set(
      try peer.folder.run(["ls", peer.folder.path + "/.git/objects/pack"]).split(separator: "\n").map(String.init)
        .filter { $0.hasSuffix(".pack") })
  }

  /// Makes packs with one version of a text each.
  private func makePacks(_ count: Int) throws {
    for version in 0..<count {
      let lines = (0..<80).map { $0 == version ? "edited \(version)" : "a line of text, number \($0)" }
      try peer.record(["a.md": lines.joined(separator: "\n") + "\n"])
      let loose = try peer.folder.looseObjects()
      _ = try peer.repository.writePack(objects: loose)
      _ = try peer.repository.dropLoose(loose)
    }
  }

  /// Has git write the joined pack, as the engine does.
  private func write(_ join: PackJoin) throws {
    let list = join.packs.joined(separator: "\n")
    try peer.folder.run([
      "sh", "-c", "printf '%s\\n' \"$1\" | git -C \"$2\" pack-objects --stdin-packs --stdout -q >\"$3\"", "sh", list,
      peer.folder.path, join.file,
    ])
    try peer.folder.git("index-pack", "--no-rev-index", join.file)
  }

  @Test func `joined packs are replaced by one that has all of their objects`() throws {
    try makePacks(6)
    let before = try packs()
    let ids = try peer.folder.git("rev-list", "--all", "--objects")
    let join = try #require(try PackJoin(root: peer.folder.path, atLeast: 4))
    defer { join.end() }
    #expect(Set(join.packs) == before)
    try write(join)
    try join.finish()
    #expect(try packs().count == 1 && packs().isDisjoint(with: before))
    #expect(try peer.folder.git("rev-list", "--all", "--objects") == ids)
    try peer.folder.git("fsck", "--full", "--strict")
    let tip = try #require(ObjectID(hex: try peer.folder.git("rev-parse", "HEAD").prefix(40)))
    #expect(peer.repository.contains(tip), "an open handle finds the new pack")
    #expect(try PackJoin(root: peer.folder.path, atLeast: 2) == nil)
  }

  @Test func `no pack is deleted that an index of several packs names meanwhile`() throws {
    try makePacks(5)
    let before = try packs()
    let join = try #require(try PackJoin(root: peer.folder.path, atLeast: 4))
    defer { join.end() }
    try write(join)
    try peer.folder.git("multi-pack-index", "write")
    try join.finish()
    #expect(try packs().isSuperset(of: before))
    try peer.folder.git("multi-pack-index", "verify")
  }

  @Test func `without a complete pack nothing is replaced`() throws {
    try makePacks(5)
    let before = try packs()
    let join = try #require(try PackJoin(root: peer.folder.path, atLeast: 4))
    #expect(throws: ObjectStoreError.self) { try join.finish() }
    try write(join)
    let size = try peer.folder.run(["stat", "-c", "%s", join.file]).prefix { $0.isNumber }
    try peer.folder.run(["truncate", "-s", "\((Int(size) ?? 0) - 1)", join.file])
    #expect(throws: ObjectStoreError.self) { try join.finish() }
    #expect(try packs() == before)
    join.end()
    #expect(try peer.folder.run(["ls", peer.folder.path + "/.git/stet/packs"]).isEmpty)
  }

  @Test func `a pack with further objects, or with a keep file, stays`() throws {
    try makePacks(6)
    let kept = try #require(try packs().min())
    try peer.folder.write(".git/objects/pack/\(kept.dropLast(5)).keep", "")
    let join = try #require(try PackJoin(root: peer.folder.path, atLeast: 4))
    defer { join.end() }
    #expect(!join.packs.contains(kept))
    let other = try #require(join.packs.first)
    let some = join.packs.dropFirst().joined(separator: "\n")
    try peer.folder.run([
      "sh", "-c", "printf '%s\\n' \"$1\" | git -C \"$2\" pack-objects --stdin-packs --stdout -q >\"$3\"", "sh", some,
      peer.folder.path, join.file,
    ])
    try peer.folder.git("index-pack", "--no-rev-index", join.file)
    try join.finish()
    #expect(try packs().count == 3 && packs().isSuperset(of: [kept, other]))
    try peer.folder.git("fsck", "--full", "--strict")
  }

  @Test(
    arguments: [
      ([], []), ([5], []), ([1, 2, 4], []), ([1, 2, 3], [1, 2, 3]), ([3, 3], [3, 3]), ([2, 2, 100], [2, 2]),
      ([2, 2, 7, 100], [2, 2, 7]), ([1, 50, 60, 300], [1, 50, 60]), ([10, 10, 39, 400], [10, 10, 39]),
      ([10, 10, 40, 400], [10, 10]),
    ] as [([Int], [Int])])
  func `small packs are joined until the next one has twice as many objects`(sizes: [Int], joined: [Int]) {
    let packs = sizes.enumerated().map { (name: $0.offset, objects: $0.element) }
    #expect(PackGeometry.joined(packs.reversed()).map { sizes[$0] } == joined)
  }
}
