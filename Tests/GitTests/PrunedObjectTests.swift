import Git
import GitObjects
import Glibc
import TestSupport
import Testing

/// `git prune` beside a recorder: it deletes what nothing named when it began.
@Suite struct PrunedObjectTests {
  let folder: TemporaryFolder
  let repository: Repository

  init() throws {
    (folder, repository) = try TemporaryFolder.withRepository()
  }

  /// Whether stock git has an object.
  private func isThere(_ id: ObjectID) -> Bool { (try? folder.git("cat-file", "-e", id.hex)) != nil }

  private func spares() throws -> [String] {
    try folder.run(["find", folder.path + "/.git/stet/spares", "-type", "f"]).split(separator: "\n").map(String.init)
  }

  /// How the content came into the repository before it is written.
  enum Earlier: String, CaseIterable {
    case never, looseOfGit, packed, streamed
  }

  @Test(arguments: Earlier.allCases)
  func `an object that git prunes after it was written is there again`(_ earlier: Earlier) throws {
    let content = Array(repeating: UInt8(ascii: "x"), count: 5_000)
    try folder.write("a", String(decoding: content, as: UTF8.self))
    switch earlier {
    case .never, .streamed: break
    case .looseOfGit: try folder.git("hash-object", "-w", "a")
    case .packed:
      let id = try repository.write(.blob, content)
      _ = try repository.writePack(objects: [id])
      try repository.dropLoose([id])
      #expect(try spares().isEmpty)
    }
    let id =
      earlier == .streamed
      ? try repository.writeBlob(size: Int64(content.count)) { try $0(content) } : try repository.write(.blob, content)
    try folder.git("repack", "-a", "-d", "-q")
    try folder.git("prune", "--expire=now")
    #expect(!isThere(id))
    #expect(try repository.restorePruned() == 1)
    #expect(isThere(id))
    #expect(try repository.restorePruned() == 0)
    try folder.git("prune", "--expire=now")
    #expect(try repository.blob(id) == content, "also where it is read first")
    #expect(isThere(id))
    try folder.git("prune", "--expire=now")
    #expect(try repository.header(of: id).size == 5_000)
    try folder.git("prune", "--expire=now")
    #expect(repository.contains(id))
    try folder.git("prune", "--expire=now")
    #expect(try !repository.writePack(objects: [id]).isEmpty)
    try repository.dropLoose([id])
    #expect(try spares().isEmpty)
    #expect(isThere(id))
  }

  @Test func `an object of git's that was made durable outlasts a prune`() throws {
    try folder.write("a", "one\n")
    let id = try #require(ObjectID(hex: String(try folder.git("hash-object", "-w", "a").dropLast())))
    try repository.synchronize([id])
    try folder.git("prune", "--expire=now")
    #expect(repository.contains(id))
    repository.dropOldSpares(now: .max / 2)
    #expect(try spares().isEmpty)
    #expect(isThere(id))
  }

  @Test func `a prune while the program was away is made good, but not with what a power cut left`() throws {
    let ids = try ["one", "two"].map { try repository.write(.blob, Array($0.utf8)) }
    try folder.git("prune", "--expire=now")
    try folder.run(["truncate", "-s", "0", folder.path + "/.git/stet/spares/\(ids[1].hex)"])
    let later = try Repository(root: folder.path)
    try later.restorePrunedAtStart()
    #expect(isThere(ids[0]))
    #expect(!later.contains(ids[1]))
    #expect(try later.write(.blob, Array("two".utf8)) == ids[1])
    try folder.git("prune", "--expire=now")
    #expect(try later.blob(ids[1]) == Array("two".utf8))
  }

  @Test func `a lock that git holds on a reference of ours is respected`() throws {
    let blob = try repository.write(.blob, Array("x".utf8))
    try repository.setReference("refs/stet/tip", to: blob, expecting: nil)
    // The reader of `end` keeps git's input open, and with it the lock.
    let begin = """
      cd "$1"; mkfifo in out end
      git update-ref --stdin < in > out 2> errors &
      exec 3> in 4< out
      printf 'start\\nverify refs/stet/tip %s\\nprepare\\n' $2 >&3
      until [ "$line" = "prepare: ok" ]; do read -r line <&4 || exit 1; done
      (read -r _ < end) > /dev/null 2>&1 &
      """
    try folder.run(["bash", "-c", begin, "bash", folder.path, blob.hex])
    #expect(throws: ObjectStoreError.locked(folder.path + "/.git/refs/stet/tip.lock")) {
      try repository.setReference("refs/stet/tip", to: nil, expecting: blob)
    }
    #expect(folder.read(".git/refs/stet/tip.lock") != nil)
    try folder.run(["bash", "-c", "cd \"$1\" && exec 4< out && echo > end && cat <&4", "bash", folder.path])
    try repository.setReference("refs/stet/tip", to: nil, expecting: blob)
    #expect(try repository.reference("refs/stet/tip") == nil)
  }
}
