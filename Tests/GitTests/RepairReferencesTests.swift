import Git
import GitObjects
import Glibc
import TestSupport
import Testing

/// References that name nothing, as power cuts and failing disks leave them.
@Suite struct RepairReferencesTests {
  let folder: TemporaryFolder
  let repository: Repository
  let ids: [ObjectID]

  init() throws {
    (folder, repository) = try TemporaryFolder.withRepository()
    let person = Signature(name: "Ann", email: "ann@example.org", seconds: 1_700_000_000)
    var ids: [ObjectID] = []
    for number in 0..<3 {
      let commit = Commit(
        tree: .emptyTree, parents: ids.suffix(1), author: person, committer: person, message: "\(number)\n")
      ids.append(try repository.write(commit))
      try repository.setReference("refs/heads/main", to: ids[number], expecting: number > 0 ? ids[number - 1] : nil)
    }
    self.ids = ids
  }

  private func mend(_ known: [String: ObjectID] = [:]) throws -> [String] {
    try repository.referenceRepair.repair(branch: "main", knowing: known).map(\.name)
  }

  @Test func `nothing is touched where all is well`() throws {
    try folder.git("pack-refs", "--all")
    try folder.git("tag", "-a", "-m", "one", "v1")
    try folder.git("pack-refs", "--all")
    #expect(try mend().isEmpty)
    #expect(try folder.git("fsck") == folder.git("fsck"))
  }

  @Test func `names that are no UTF-8, and a HEAD that names a reference beside the branches, are no damage`() throws {
    try folder.write(".git/refs/notes/mine", ids[0].hex + "\n")
    let start = "# pack-refs with: peeled fully-peeled sorted \n\(ids[0].hex) refs/heads/caf"
    let latin = Array(start.utf8) + [0xE9, 0x0A]
    try folder.write(".git/packed-refs", latin)
    try folder.write(".git/HEAD", "ref: refs/notes/mine\n")
    #expect(try mend().isEmpty)
    #expect(folder.read(".git/packed-refs") == latin)
    #expect(folder.read(".git/HEAD") == Array("ref: refs/notes/mine\n".utf8))
  }

  @Test(arguments: [
    "", "\n", "garbage\n", String(repeating: "\0", count: 41), String(repeating: "0", count: 40) + "\n",
  ])
  func `a branch stands where it is known to have stood, else where its log says`(content: String) throws {
    try folder.write(".git/refs/heads/main", content)
    #expect(try mend(["refs/heads/main": ids[1]]) == ["refs/heads/main"])
    #expect(try repository.reference("refs/heads/main") == ids[1])
    try folder.write(".git/refs/heads/main", content)
    #expect(try mend(["refs/heads/main": .emptyTree]) == ["refs/heads/main"])
    #expect(try repository.reference("refs/heads/main") == ids[2])
    try folder.git("fsck")
  }

  @Test func `a reference of which nobody knows goes, or gives way to the packed one`() throws {
    try folder.write(".git/refs/remotes/origin/main", "garbage")
    try repository.setReference("refs/stet/seen/origin/main", to: ids[0], expecting: nil)
    try folder.git("pack-refs", "--all")
    try folder.write(".git/refs/stet/seen/origin/main", "garbage")
    #expect(try mend() == ["refs/remotes/origin/main", "refs/stet/seen/origin/main"])
    #expect(try repository.reference("refs/remotes/origin/main") == nil)
    #expect(try repository.reference("refs/stet/seen/origin/main") == ids[0])
    #expect(try mend().isEmpty)
  }

  @Test func `a damaged HEAD names the recorded branch, and no other HEAD is touched`() throws {
    for damage in ["", "xx", "\0\0\0\0", "ref: \n", "ref: refs/`eads/main\n", "ref: refs/notes/mine\n"] {
      try folder.write(".git/HEAD", damage)
      #expect(try mend() == ["HEAD"])
      #expect(try repository.head() == .branch("main", ids[2]))
    }
    for whole in ["ref: refs/heads/side\n", ids[0].hex + "\n"] {
      try folder.write(".git/HEAD", whole)
      #expect(try mend().isEmpty)
    }
  }

  @Test func `of a damaged packed-refs the readable lines stay, branches that it lost come back from their logs`()
    throws
  {
    try folder.git("branch", "side", ids[0].hex)
    try folder.git("branch", "zoo", ids[1].hex)
    try folder.git("pack-refs", "--all")
    let whole = try #require(folder.read(".git/packed-refs"))
    for damaged in [Array(whole.dropLast(20)), Array(whole.prefix(70)), Array(repeating: 0, count: 100)] {
      try folder.write(".git/packed-refs", damaged)
      #expect(try mend().first == "packed-refs")
      for (name, id) in [("main", ids[2]), ("side", ids[0]), ("zoo", ids[1])] {
        #expect(try repository.reference("refs/heads/" + name) == id, "\(damaged.count) bytes, \(name)")
      }
      try folder.git("fsck")
    }
    #expect(folder.read(".git/stet/rescue/packed-refs-3") == Array(repeating: 0, count: 100))
  }

  @Test func `a damaged reference of Stet's own is moved all the same, a branch is not`() throws {
    try repository.setReference("refs/stet/tip", to: ids[0], expecting: nil)
    try folder.write(".git/refs/stet/tip", "")
    try repository.setReference("refs/stet/tip", to: ids[1], expecting: ids[0])
    #expect(try repository.reference("refs/stet/tip") == ids[1])
    try folder.write(".git/refs/heads/main", "")
    #expect(throws: ObjectStoreError.moved(reference: "refs/heads/main")) {
      try repository.setReference("refs/heads/main", to: ids[1], expecting: ids[2])
    }
  }

  @Test func `references that name what is lost go, or stand where their log says; the person's ids are kept`() throws {
    let lost = "1111111111111111111111111111111111111111\n"
    try folder.git("update-ref", "-m", "fetch", "--create-reflog", "refs/remotes/origin/main", ids[1].hex)
    try folder.git("pack-refs", "--all")
    let names = ["refs/heads/side", "refs/remotes/origin/main", "refs/stet/replayed/20000", "refs/tags/mine"]
    for name in names { try folder.write(".git/" + name, lost) }
    #expect(try mend().isEmpty)
    // An object of an alternate may only be out of reach; git reports that itself.
    try folder.write(".git/objects/info/alternates", "/nowhere/objects\n")
    let own = try repository.referenceRepair.repair(branch: "main", namingLost: true).map(\.name)
    #expect(own == Array(names[1...2]))
    #expect(unlink(folder.path + "/.git/objects/info/alternates") == 0)
    for name in own { try folder.write(".git/" + name, lost) }
    #expect(try repository.referenceRepair.repair(branch: "main", namingLost: true).map(\.name) == names)
    #expect(try repository.reference("refs/remotes/origin/main") == ids[1])
    for name in names where name != names[1] { #expect(try repository.reference(name) == nil) }
    for name in ["refs-heads-side", "refs-tags-mine"] {
      #expect(folder.read(".git/stet/rescue/damaged/" + name) == Array(lost.utf8))
    }
    #expect(try repository.referenceRepair.repair(branch: "main", namingLost: true).isEmpty)
    try folder.git("fsck")
  }

  @Test func `a pack that was set aside meanwhile answers for no reference, though it is still open`() throws {
    try repository.setReference("refs/stet/held", to: ids[2], expecting: nil)
    try repository.setReference("refs/heads/main", to: ids[1], expecting: ids[2])
    try folder.git("repack", "-adq")
    try folder.git("prune-packed")
    try folder.run(["rm", "-r", folder.path + "/.git/stet/spares"])
    #expect(try repository.read(ids[2]).kind == .commit)
    let other = try Repository(root: folder.path)
    for name in other.damagedFiles.packNames() { try other.damagedFiles.setAsidePack(name) }
    for id in ids.prefix(2) { try other.write(.commit, repository.read(id).content, as: id) }
    let repaired = try repository.referenceRepair.repair(branch: "main", namingLost: true)
    #expect(repaired.first == RepairedReference(name: "refs/stet/held", commit: nil, lost: ids[2]))
    #expect(repaired.first?.description.hasSuffix("which is lost; it was deleted") == true)
    #expect(try repository.reference("refs/stet/held") == nil)
    #expect(try repository.reference("refs/heads/main") == ids[1])
  }

  @Test func `a packed reference that names what is not there gives way to what its log has`() throws {
    try folder.git("pack-refs", "--all")
    let text = String(decoding: try #require(folder.read(".git/packed-refs")), as: UTF8.self)
    try folder.write(".git/packed-refs", text.replacing(ids[2].hex, with: "1" + ids[2].hex.dropFirst()))
    #expect(try repository.referenceRepair.repair(branch: "main", namingLost: true).map(\.name) == ["refs/heads/main"])
    #expect(try repository.reference("refs/heads/main") == ids[2])
    try folder.git("fsck")
  }

  @Test func `lines of a log that name lost commits go, and the log as it was is kept`() throws {
    let path = ".git/logs/refs/heads/main"
    let log = String(decoding: try #require(folder.read(path)), as: UTF8.self)
    let lost = log.replacing(ids[1].hex, with: "1111111111111111111111111111111111111111")
    try folder.write(path, lost)
    #expect(
      try repository.referenceRepair.repair(branch: "main", namingLost: true).map(\.name) == ["logs/refs/heads/main"])
    #expect(String(decoding: try #require(folder.read(path)), as: UTF8.self).split(separator: "\n").count == 1)
    #expect(folder.read(".git/stet/rescue/damaged/logs-refs-heads-main") == Array(lost.utf8))
    try folder.git("fsck")
  }

  @Test(arguments: ["ref: refs/heads/mai", "ref: refs/head", "ref: refs/", "re", ""])
  func `a HEAD that is cut off is whole again`(left: String) throws {
    try folder.write(".git/HEAD", left)
    #expect(try ReferenceRepair.restoreHead(root: folder.path)?.name == "HEAD")
    #expect(folder.read(".git/HEAD") == Array("ref: refs/heads/main\n".utf8))
  }

  @Test(arguments: ["ref: refs/heads/main", "ref: refs/heads/m\n", "ref: refs/notes/mine", "ref: refs/heads/main2"])
  func `a HEAD that a person wrote stays`(whole: String) throws {
    try folder.write(".git/HEAD", whole)
    #expect(try ReferenceRepair.restoreHead(root: folder.path) == nil)
    #expect(folder.read(".git/HEAD") == Array(whole.utf8))
  }

  @Test func `a deleted HEAD names the branch that was recorded last`() throws {
    try folder.git("branch", "-m", "main", "notes")
    try repository.setReference("refs/stet/branch/notes", to: ids[2], expecting: nil)
    for isPacked in [false, true] {
      if isPacked { try folder.git("pack-refs", "--all") }
      #expect(unlink(folder.path + "/.git/HEAD") == 0)
      #expect(try ReferenceRepair.restoreHead(root: folder.path)?.name == "HEAD")
      #expect(try Repository(root: folder.path).head() == .branch("notes", ids[2]))
      #expect(try ReferenceRepair.restoreHead(root: folder.path) == nil)
    }
  }

  @Test(arguments: [
    ("at the tip", ["refs/stet/tip"], [], "notes"), ("written last", [], [], "notes"),
    ("configured", ["refs/stet/tip"], ["config", "stet.branch", "alpha"], "alpha"),
  ])
  func `of several branches that were recorded a deleted HEAD names the last, and the configured one before all`(
    rule: String, tips: [String], configured: [String], branch: String
  ) throws {
    for (name, id) in [("alpha", ids[1]), ("notes", ids[2]), ("zoo", ids[0])] {
      try repository.setReference("refs/stet/branch/" + name, to: id, expecting: nil)
      var times = [timespec(tv_sec: name == "notes" ? 2_000 : 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
      if name == "notes", tips.isEmpty { times[1].tv_sec = 2_000 }
      #expect(utimensat(AT_FDCWD, folder.path + "/.git/refs/stet/branch/" + name, times, 0) == 0)
    }
    for tip in tips { try repository.setReference(tip, to: ids[2], expecting: nil) }
    if !configured.isEmpty { _ = try folder.git(configured) }
    #expect(unlink(folder.path + "/.git/HEAD") == 0)
    #expect(try ReferenceRepair.restoreHead(root: folder.path)?.name == "HEAD")
    #expect(folder.read(".git/HEAD") == Array("ref: refs/heads/\(branch)\n".utf8))
  }

  @Test(arguments: ["", "\0\0\0\0\0\0", "[core\n\tbare = false\n", nil])
  func `a configuration that cannot be read comes back as it was last read`(damage: String?) throws {
    try folder.git("remote", "add", "origin", "/nowhere")
    let whole = try #require(folder.read(".git/config"))
    try ConfigurationCopy(root: repository.root).keep()
    #expect(try ConfigurationCopy(root: folder.path).restore() == nil)
    if let damage {
      try folder.write(".git/config", damage)
    } else {
      #expect(unlink(folder.path + "/.git/config") == 0)
    }
    #expect(try ConfigurationCopy(root: folder.path).restore()?.name == "config")
    #expect(folder.read(".git/config") == whole)
    // A damaged one is not kept in its place.
    try folder.write(".git/config", "[core\n")
    try ConfigurationCopy(root: repository.root).keep()
    #expect(folder.read(".git/stet/config") == whole)
  }

  @Test func `a configuration that ends within a line of its copy comes back, and one with fewer lines stays`() throws {
    try folder.git("remote", "add", "origin", "/nowhere")
    let whole = try #require(folder.read(".git/config"))
    try ConfigurationCopy(root: repository.root).keep()
    for count in whole.indices.dropFirst() {
      let cut = Array(whole[..<count])
      try folder.write(".git/config", String(decoding: cut, as: UTF8.self))
      let isCut = cut.last != UInt8(ascii: "\n")
      #expect((try ConfigurationCopy(root: folder.path).restore() != nil) == isCut, "\(count)")
      #expect(folder.read(".git/config") == (isCut ? whole : cut), "\(count)")
    }
  }

  @Test(arguments: [
    ("", true), ("\0\0\0\0\0\0", true), ("[core]\n\tbare = fal", true), ("[core]\n\0\0\0\0", true),
    ("[core\n\tbare = false\n", false), ("[core]\n", false), ("[core]\n\tbare = false\n[user]\n\tname Ann\n", false),
  ])
  func `of a configuration that may be at work on only what no program writes is replaced`(
    text: String, isDamage: Bool
  ) throws {
    try folder.write(".git/config", "[core]\n\tbare = false\n[user]\n\tname = Ann\n")
    let whole = try #require(folder.read(".git/config"))
    try ConfigurationCopy(root: repository.root).keep()
    try folder.write(".git/config", text)
    #expect(try (ConfigurationCopy(root: folder.path).restore(mayBeEdited: true) != nil) == isDamage)
    #expect(folder.read(".git/config") == (isDamage ? whole : Array(text.utf8)))
  }

  @Test(arguments: [(UInt8(0x80), true), (0x20, true), (0x04, false)])
  func `a bit that makes a remote's address no text is no edit, and another address is one`(
    bit: UInt8, isDamage: Bool
  ) throws {
    try folder.git("remote", "add", "origin", "/srv/r0mote")
    try ConfigurationCopy(root: repository.root).keep()
    let whole = try #require(folder.read(".git/config"))
    var flipped = whole
    flipped[try #require(whole.lastIndex(of: UInt8(ascii: "0")))] ^= bit
    try folder.write(".git/config", flipped)
    for mayBeEdited in [true, false] {
      #expect(try (ConfigurationCopy(root: folder.path).restore(mayBeEdited: mayBeEdited) != nil) == isDamage)
      #expect(folder.read(".git/config") == (isDamage ? whole : flipped))
      if isDamage { try folder.write(".git/config", flipped) }
    }
  }

  @Test func `a flipped bit that makes a configuration unreadable is no edit, and a held lock is waited for`() throws {
    let whole = try #require(folder.read(".git/config"))
    try ConfigurationCopy(root: repository.root).keep()
    try folder.write(".git/config", [whole[0] ^ 4] + whole.dropFirst())
    try folder.write(".git/config.lock", "")
    #expect(try ConfigurationCopy(root: folder.path).restore(mayBeEdited: true) == nil)
    #expect(unlink(folder.path + "/.git/config.lock") == 0)
    #expect(try ConfigurationCopy(root: folder.path).restore(mayBeEdited: true)?.name == "config")
    #expect(folder.read(".git/config") == whole)
  }

  /// libgit2 reads some files that git refuses, for instance one with an open quotation mark.
  @Test func `each flipped bit that git cannot read is restored, and the copy stays`() throws {
    try folder.git("remote", "add", "origin", "/srv/remote")
    let whole = try #require(folder.read(".git/config"))
    try ConfigurationCopy(root: repository.root).keep()
    let quote = try #require(whole.lastIndex(of: UInt8(ascii: "="))) + 1
    let flips = [(quote, UInt8(2))] + whole.indices.map { ($0, UInt8(1) << ($0 % 7)) }
    var unreadable = 0
    for (place, bit) in flips {
      var flipped = whole
      flipped[place] ^= bit
      try folder.write(".git/config", flipped)
      guard (try? folder.git("config", "--file", folder.path + "/.git/config", "--list")) == nil else { continue }
      unreadable += 1
      try ConfigurationCopy(root: repository.root).keep()
      #expect(folder.read(".git/stet/config") == whole, "\(place) \(bit)")
      #expect(try ConfigurationCopy(root: folder.path).restore(mayBeEdited: true) != nil, "\(place) \(bit)")
      #expect(folder.read(".git/config") == whole, "\(place) \(bit)")
    }
    #expect(unreadable > 20)
  }

  @Test func `a lock goes where nobody alive can own it, and stays where somebody may`() throws {
    let now = Int64(time(nil))
    let names = [
      "HEAD.lock", "refs/remotes/origin/main.lock", "refs/heads/main.lock", "shallow.lock", "FETCH_HEAD.lock",
    ]
    for name in names { try folder.write(".git/" + name, "") }
    #expect(repository.locks.removeStaleLocks(now: now).isEmpty)
    #expect(repository.locks.removeStaleLocks(now: now + 120) == ["refs/remotes/origin/main.lock"])
    #expect(
      Set(repository.locks.removeStaleLocks(now: now + 1_000))
        == Set(names).subtracting(["refs/remotes/origin/main.lock"]))
    #expect(repository.locks.removeStaleLocks(now: now + 1_000).isEmpty)
  }
}
