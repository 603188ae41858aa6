import Git
import GitObjects
import Glibc
import TestSupport
import Testing

struct RepositoryTests {
  let folder: TemporaryFolder
  let repository: Repository

  init() throws {
    (folder, repository) = try TemporaryFolder.withRepository()
  }

  /// Stores a commit of files over parents.
  func commit(_ files: [String: String], parents: [ObjectID] = []) throws -> ObjectID {
    var edits: [TreeEdit] = []
    for (path, text) in files {
      edits.append(.set(path: path, mode: .file, id: try repository.write(.blob, Array(text.utf8))))
    }
    let tree = try TreeEditor(store: repository).apply(edits, to: nil)
    let by = Signature(name: "Ann", email: "ann@example.org", seconds: 1_700_000_000)
    return try repository.write(Commit(tree: tree, parents: parents, author: by, committer: by, message: "Edit\n"))
  }

  @Test func `stock git accepts what is created, and what is stored in it`() throws {
    #expect(try folder.git("status", "--porcelain").isEmpty)
    #expect(try repository.head() == .unborn("main"))
    let wide = Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("wide/note-\($0).md", "text \($0)") })
    let id = try commit(["a.md": "one\n", "b/c.md": String(repeating: "long ", count: 9_000)].merging(wide) { $1 })
    try repository.setReference("refs/heads/main", to: id, expecting: nil)
    #expect(try folder.git("fsck", "--full", "--strict") == "")
    #expect(try folder.git("rev-parse", "HEAD") == id.hex + "\n")
    #expect(try folder.git("show", "HEAD:a.md") == "one\n")
    #expect(try folder.git("ls-tree", "-r", "--name-only", "HEAD").split(separator: "\n").count == 3_002)
    #expect(try folder.git("reflog", "--format=%gs") == "stet: record\n")
    #expect(try repository.head() == .branch("main", id))
  }

  @Test func `creating where a repository stands leaves it alone`() throws {
    let id = try commit(["a": "1"])
    try repository.setReference("refs/heads/main", to: id, expecting: nil)
    try folder.git("config", "user.name", "Somebody")
    try NewRepository.create(root: folder.path, branch: "other")
    #expect(try Repository(root: folder.path).head() == .branch("main", id))
    #expect(try Repository(root: folder.path).settings.text("user.name") == "Somebody")
  }

  @Test(arguments: [0, 5])
  func `an empty or cut object file is not there, and writing stores the content again`(size: Int) throws {
    let content = Array(String(repeating: "text that was lost\n", count: 500).utf8)
    for content in [content, Array("short".utf8)] {
      let id = try repository.write(.blob, content)
      let file = ".git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
      try folder.run(["chmod", "u+w", folder.path + "/" + file])
      try folder.run(["truncate", "-s", "\(size)", folder.path + "/" + file])
      #expect(!repository.contains(id))
      #expect(throws: ObjectStoreError.self) { try repository.read(id) }
      #expect(try repository.write(.blob, content) == id)
      #expect(repository.contains(id))
      #expect(try repository.blob(id) == content)
      #expect(try folder.git("fsck", "--full", "--strict").contains("dangling"))
    }
  }

  @Test func `an object whose bytes changed on disk is damaged, not served`() throws {
    let id = try repository.write(.blob, Array("right".utf8))
    let other = LooseBytes.stored("wrong")
    try folder.run(["chmod", "-R", "u+w", folder.path + "/.git/objects"])
    try folder.write(".git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))", other)
    #expect(throws: ObjectStoreError.self) { try repository.read(id) }
    #expect(!repository.contains(id))
  }

  @Test func `packs that git writes and takes away are seen`() throws {
    let first = try commit(["a": "1", "b": "2"])
    try repository.setReference("refs/heads/main", to: first, expecting: nil)
    let second = try commit(["a": "3"], parents: [first])
    try repository.setReference("refs/heads/main", to: second, expecting: first)
    try folder.git("gc", "--quiet", "--prune=now")
    #expect(try repository.commit(first).tree != repository.commit(second).tree)
    #expect(try repository.reference("refs/heads/main") == second, "packed-refs is read")
    try folder.git("update-ref", "-d", "refs/heads/main")
    try folder.git("reflog", "expire", "--expire=now", "--all")
    try folder.git("gc", "--quiet", "--prune=now")
    let again = try repository.write(.blob, Array("1".utf8))
    #expect(try Repository(root: folder.path).blob(again) == Array("1".utf8), "stored again after gc dropped it")
  }

  @Test func `a packed reference is moved and deleted for stock git too`() throws {
    let first = try commit(["a": "1"])
    for name in ["refs/heads/main", "refs/heads/side", "refs/stet/tip"] {
      try repository.setReference(name, to: first, expecting: nil)
    }
    try folder.git("tag", "-a", "-m", "t", "v1", "main")
    try folder.git("pack-refs", "--all")
    let second = try commit(["a": "2"], parents: [first])
    try repository.setReference("refs/heads/main", to: second, expecting: first)
    try repository.setReference("refs/heads/side", to: nil, expecting: first)
    #expect(try folder.git("for-each-ref", "--format=%(refname)") == "refs/heads/main\nrefs/stet/tip\nrefs/tags/v1\n")
    #expect(try folder.git("rev-parse", "main") == second.hex + "\n")
    #expect(try repository.references(withPrefix: "refs/heads/") == ["refs/heads/main": second])
  }

  @Test func `a standing lock on a branch is respected, one of ours is cleared`() throws {
    let id = try commit(["a": "1"])
    try folder.write(".git/refs/heads/main.lock", "")
    #expect(throws: ObjectStoreError.locked(folder.path + "/.git/refs/heads/main.lock")) {
      try repository.setReference("refs/heads/main", to: id, expecting: nil)
    }
    #expect(folder.read(".git/refs/heads/main.lock") != nil)
    try folder.write(".git/refs/stet/tip.lock", "")
    try repository.setReference("refs/stet/tip", to: id, expecting: nil)
    #expect(try repository.reference("refs/stet/tip") == id)
    #expect(folder.read(".git/refs/stet/tip.lock") == nil)
  }

  @Test func `a reference of ours is moved although git deletes the lock on it meanwhile`() throws {
    let first = try commit(["a": "1"])
    let second = try commit(["a": "2"], parents: [first])
    try repository.setReference("refs/stet/held", to: first, expecting: nil)
    // The log is written under the lock, and a pipe of its name keeps the writer until somebody reads.
    let (lock, log) = (folder.path + "/.git/refs/stet/held.lock", folder.path + "/.git/logs/refs/stet/held")
    try folder.run(["mkdir", "-p", folder.path + "/.git/logs/refs/stet"])
    try folder.run(["mkfifo", log])
    let script = "while [ ! -e '\(lock)' ]; do sleep 0.01; done; rm '\(lock)'; cat '\(log)'"
    try folder.run(["sh", "-c", "timeout 60 sh -c \"\(script)\" >/dev/null 2>&1 </dev/null &"])
    try repository.setReference("refs/stet/held", to: second, expecting: first)
    #expect(try repository.reference("refs/stet/held") == second)
    #expect(folder.read(".git/refs/stet/held.lock") == nil)
  }

  @Test func `an empty reference and an empty HEAD, as power cuts leave them, are told`() throws {
    try folder.write(".git/refs/heads/main", "")
    #expect(try repository.reference("refs/heads/main") == nil)
    #expect(try repository.isBroken("refs/heads/main"))
    let id = try commit(["a": "1"])
    try repository.setReference("refs/heads/main", to: id, expecting: nil)
    #expect(try !repository.isBroken("refs/heads/main"))
    try folder.write(".git/HEAD", "")
    #expect(try repository.head() == .broken(""))
  }

  @Test func `a HEAD that a power cut left empty or zero names the branch again, any other stays`() throws {
    for torn in ["", "\0\0\0\0"] {
      try folder.write(".git/HEAD", torn)
      _ = try repository.referenceRepair.repair(branch: "side")
      #expect(try repository.head() == .unborn("side"))
    }
    _ = try repository.referenceRepair.repair(branch: "main")
    #expect(try repository.head() == .unborn("side"))
    try repository.durability.makeFrameDurable()
  }

  @Test func `what the user's git is doing is told`() throws {
    let first = try commit(["a": "1\n"])
    try repository.setReference("refs/heads/main", to: first, expecting: nil)
    try folder.git("reset", "-q", "--hard")
    #expect(repository.operationInProgress() == nil)
    try folder.git("bisect", "start")
    #expect(repository.operationInProgress() == "bisect")
    try folder.git("bisect", "reset")
    try folder.git("checkout", "-q", "--detach")
    #expect(try repository.head() == .detached(first))
  }
}

/// A loose object's bytes made by hand.
enum LooseBytes {
  /// A blob of another text, valid in itself.
  static func stored(_ text: String) -> [UInt8] {
    let body = Array("blob \(text.utf8.count)\0\(text)".utf8)
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in body {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let sum = b << 16 | a
    let size = UInt8(body.count)
    return [0x78, 1, 1, size, 0, ~size, 0xFF] + body + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }
}
