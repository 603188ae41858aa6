import Git
import GitObjects
import TestSupport
import Testing

@Suite struct ReflogsTests {
  let peer: Peer

  init() throws { peer = try Peer() }

  @Test func `a clone names the commit at which it began, however long its log grew`() throws {
    try peer.record(["a.md": "one\n"])
    let first = peer.tip
    let place = TemporaryFolder()
    let clone = place.path + "/clone"
    try place.run(["git", "clone", "-q", peer.folder.path, clone])
    func cloned() throws -> ObjectID? { try Repository(root: clone).reflogs.cloned("HEAD") }
    #expect(try cloned() == first)
    let commit = "-c user.name=A -c user.email=a@example.org commit -q --allow-empty -m"
    try place.run(["sh", "-c", "for n in $(seq 50); do git -C '\(clone)' \(commit) $n; done"])
    #expect(try cloned() == first)
    try place.run(["git", "-C", clone, "reflog", "expire", "--expire=now", "--all"])
    #expect(try cloned() == nil)
    #expect(peer.repository.reflogs.cloned("HEAD") == nil, "it is no clone")
  }
}
