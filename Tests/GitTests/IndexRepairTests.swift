import Git
import GitObjects
import Testing

struct IndexRepairTests {
  @Test(arguments: [[], Array(repeating: 0, count: 700), Array("DIRC".utf8)] as [[UInt8]])
  func `an index that a power cut tore is made again, a whole one stays`(torn: [UInt8]) throws {
    let peer = try Peer()
    try peer.record(["a.md": "one\n", "b/c.md": "two\n"])
    let whole = try #require(peer.folder.read(".git/index"))
    #expect(try !BranchFollower(peer.repository).repairIndex())
    #expect(peer.folder.read(".git/index") == whole)
    try peer.folder.write(".git/index", torn)
    #expect(try BranchFollower(peer.repository).repairIndex())
    #expect(try peer.status() == "")
    #expect(peer.folder.read(".git/index.lock") == nil)
  }
}
