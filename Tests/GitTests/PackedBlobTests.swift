import Git
import GitObjects
import Testing

struct PackedBlobTests {
  let peer: Peer

  init() throws { peer = try Peer() }

  @Test func `a large blob comes out of a pack piece by piece, and none is large`() throws {
    let size = 40 << 20
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let id = try peer.repository.writeBlob(size: Int64(size)) { take in for _ in 0..<40 { try take(piece) } }
    try peer.record(["a.md": "text\n"])
    let small = peer.repository.id(of: .blob, Array("text\n".utf8))
    func read(_ id: ObjectID) throws -> (bytes: Int, largest: Int) {
      var found = (bytes: 0, largest: 0)
      try peer.repository.readBlob(id) { found = (found.bytes + $0.count, max(found.largest, $0.count)) }
      return found
    }
    #expect(try read(id).bytes == size, "a loose one")
    try peer.folder.git("tag", "large", id.hex)
    try peer.folder.git("repack", "-adq")
    try peer.repository.refresh()
    #expect(try read(id) == (size, 1 << 20))
    #expect(try read(small) == (5, 5))
    #expect(throws: ObjectStoreError.self) { try read(peer.repository.id(of: .blob, [1, 2, 3])) }
    struct Stopped: Error {}
    #expect(throws: Stopped.self) { try peer.repository.readBlob(id) { _ in throw Stopped() } }
  }
}
