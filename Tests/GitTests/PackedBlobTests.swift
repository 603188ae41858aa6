import FoundationEssentials
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
    #expect(try read(id) == (size, 1 << 20), "a loose one")
    try peer.folder.git("tag", "large", id.hex)
    try peer.folder.git("repack", "-adq")
    try peer.repository.refresh()
    #expect(try read(id) == (size, 1 << 20))
    #expect(try read(small) == (5, 5))
    #expect(throws: ObjectStoreError.self) { try read(peer.repository.id(of: .blob, [1, 2, 3])) }
    struct Stopped: Error {}
    #expect(throws: Stopped.self) { try peer.repository.readBlob(id) { _ in throw Stopped() } }
  }

  @Test func `a large delta comes out of a pack piece by piece, as it was stored`() throws {
    var lines = (0..<700_000).map { "line \($0 &* 2_654_435_761 % 1_000_003)" }
    var versions: [(id: ObjectID, bytes: [UInt8])] = []
    for version in 0..<4 {
      lines[version * 1_000] = "version \(version)"
      lines.insert("between", at: 500_000)
      lines.swapAt(10, 300_000 + version)
      let bytes = Array(lines.joined(separator: "\n").utf8)
      try peer.record(["a.txt": String(decoding: bytes, as: UTF8.self)])
      versions.append((peer.repository.id(of: .blob, bytes), bytes))
    }
    try peer.folder.git("repack", "-adfq")
    try peer.repository.refresh()
    let path = peer.folder.path
    let list = try peer.folder.run(["sh", "-c", "git -C '\(path)' verify-pack -v '\(path)'/.git/objects/pack/*.idx"])
    #expect(list.contains("chain length = 3"), "\(list)")
    for version in versions {
      var (read, largest): ([UInt8], Int) = ([], 0)
      try peer.repository.readBlob(version.id) {
        read += $0
        largest = max(largest, $0.count)
      }
      #expect(read == version.bytes)
      #expect(largest <= 2 << 20)
    }
  }
}

struct LooseBlobTests {
  let peer: Peer

  init() throws { peer = try Peer() }

  @Test func `no piece of a damaged large object is passed on`() throws {
    let size = 6 << 20
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    let id = try peer.repository.writeBlob(size: Int64(size)) { take in try take(bytes) }
    var read: [UInt8] = []
    try peer.repository.readBlob(id) { read += $0 }
    #expect(read == bytes)
    let hex = id.hex
    let path = ".git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
    let whole = try #require(peer.folder.read(path))
    for damage in ["cut", "flip"] {
      var damaged = whole
      if damage == "cut" { damaged.removeLast(1_000) } else { damaged[damaged.count / 2] ^= 0x41 }
      try peer.folder.write(path, damaged)
      var passed = 0
      #expect(throws: ObjectStoreError.self, "\(damage)") { try peer.repository.readBlob(id) { passed += $0.count } }
      #expect(passed == 0, "\(damage)")
    }
  }
}

@Suite struct GzipTests {
  /// "a line of text\n" 3 times, as `gzip -n` writes it.
  private static let file = [UInt8](
    Data(base64Encoded: "H4sIAAAAAAAAA0tUyMnMS1XIT1MoSa0o4UrEywUA7s5CJS0AAAA=") ?? Data())

  @Test func `a gzip file is read up to its limit, and what is damaged or none is nil`() throws {
    let text = String(repeating: "a line of text\n", count: 3)
    #expect(Gzip.content(of: Self.file, limit: 1_000).map { String(decoding: $0, as: UTF8.self) } == text)
    #expect(Gzip.content(of: Self.file, limit: 6).map { String(decoding: $0, as: UTF8.self) } == "a line")
    #expect(Gzip.content(of: Array(Self.file.prefix(20)), limit: 1_000) == nil)
    #expect(Gzip.content(of: Array("text".utf8), limit: 1_000) == nil)
    #expect(Gzip.content(of: [], limit: 1_000) == nil)
  }
}
