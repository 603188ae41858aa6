import Documents
import FileSystem
import GitObjects
import Glibc
import LargeFiles
import Merge
import Recording
import TestSupport
import Testing
import WorkTree

/// Pointers that come from elsewhere.
@Suite struct `The adoption of large files` {
  private let folder: LargeFolder
  private let old = LargeFolder.content(1)
  private let new = LargeFolder.content(2)
  private let attributes = Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8)

  init() throws { folder = try LargeFolder() }

  private func state() throws -> LargeEntry.State? {
    try folder.recorder.disk.largeEntries(under: folder.path("a.bin")).first?.state
  }

  private func haveOld() throws {
    try folder.put(".gitattributes", attributes)
    try folder.put("a.bin", old)
    try folder.scan()
  }

  @Test func `a new pointer is a placeholder until its content is placed`() throws {
    try folder.adopt(folder.remoteCommit([".gitattributes": attributes, "a.bin": pointer(to: new).bytes]))
    #expect(try folder.bytes("a.bin") == pointer(to: new).bytes)
    #expect(try state() == .placeholder)
    #expect(folder.recorder.exchanges.takeToPlace().map(\.string) == ["a.bin"])
    _ = try folder.objects.store(new)
    #expect(try folder.place("a.bin", pointer(to: new)) == .done)
    #expect(try folder.bytes("a.bin") == new)
    let tip = folder.recorder.tip
    try folder.scan()
    #expect(folder.recorder.tip == tip)
  }

  @Test(arguments: [5_000, 17_000_000])
  func `the content of a pointer in another spelling is no change of it`(size: Int) throws {
    let content = [UInt8](repeating: 7, count: size)
    let pointed = try pointer(to: content)
    let text = pointed.bytes.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
    try folder.adopt(folder.remoteCommit([".gitattributes": attributes, "a.bin": text]))
    let tip = folder.recorder.tip
    _ = try folder.objects.store(content)
    #expect(try folder.place("a.bin", pointed) == .done)
    // Its stamp no longer proves it; a large one is read beside the turns.
    try folder.age("a.bin")
    try folder.scan()
    #expect(folder.recorder.tip == tip)
    #expect(try folder.recorded("a.bin") == text)
    #expect(try state() == .content)
  }

  @Test(arguments: [false, true])
  func `a content stays until the newer one is here, also over a start`(isClean: Bool) throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    let tip = folder.recorder.tip
    for _ in 0..<2 {
      #expect(try folder.bytes("a.bin") == old)
      #expect(try state() == .changed)
      try folder.scan()
      #expect(folder.recorder.tip == tip)
      #expect(try folder.write("a.bin", .put(LargeFolder.content(7))) == .refused(.notHere))
      if isClean { try folder.recorder.log.close() }
      try folder.reopen()
    }
    _ = try folder.objects.store(new)
    #expect(try folder.place("a.bin", pointer(to: new)) == .done)
    #expect(try folder.bytes("a.bin") == new)
    #expect(try folder.tree.entries(of: .store("displaced")).isEmpty)
    try folder.scan()
    #expect(folder.recorder.tip == tip)
    #expect(try state() == .content)
  }

  @Test(arguments: [false, true])
  func `what is saved over the older content is a conflict with the newer one`(byAnAgentsWrite: Bool) throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.put("a.bin", LargeFolder.content(3))
    if byAnAgentsWrite {
      // The person's save is recorded before what the agent writes over it.
      _ = try folder.write("a.bin", .put(LargeFolder.content(7)))
      #expect(try folder.recorded("a.bin") == pointer(to: LargeFolder.content(7)).bytes)
    } else {
      try folder.scan()
    }
    let store = folder.repository
    #expect(
      try folder.listed() == [
        Conflict(
          path: "a.bin", reason: .content, base: store.id(of: .blob, pointer(to: old).bytes),
          kept: store.id(of: .blob, pointer(to: LargeFolder.content(3)).bytes),
          other: store.id(of: .blob, pointer(to: new).bytes), store: store)
      ])
    // The next save had seen the present text.
    try folder.put("a.bin", LargeFolder.content(5))
    try folder.scan()
    #expect(try folder.listed().count == 1)
  }

  @Test(arguments: [false, true])
  func `what is saved over the older content is a conflict also after a turn that the disk refused`(
    reopens: Bool
  ) throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.put("a.bin", LargeFolder.content(3))
    // Nothing can be staged.
    let staging = folder.root + "/.git/stet/tmp"
    try #require(rename(staging, staging + ".away") == 0 && symlink("nowhere/at/all", staging) == 0)
    let outcome = try folder.write("a.bin", .put(LargeFolder.content(7)))
    guard case .refused(.disk) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    try #require(unlink(staging) == 0 && rename(staging + ".away", staging) == 0)
    if reopens { try folder.reopen() }
    try folder.scan()
    #expect(try folder.recorded("a.bin") == pointer(to: LargeFolder.content(3)).bytes)
    #expect(try folder.listed().map(\.other) == [folder.repository.id(of: .blob, pointer(to: new).bytes)])
  }

  @Test func `what somebody saves over the older content comes over the newer one`() throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.put("a.bin", LargeFolder.content(3))
    try folder.scan()
    #expect(try folder.recorded("a.bin") == pointer(to: LargeFolder.content(3)).bytes)
    #expect(try folder.bytes("a.bin") == LargeFolder.content(3))
    _ = try folder.objects.store(new)
    #expect(try folder.place("a.bin", pointer(to: new)) == .changed)
    #expect(try state() == .content)
  }

  @Test func `what was saved and not recorded when a newer one came stands over it`() throws {
    try haveOld()
    let commit = try folder.remoteCommit(["a.bin": pointer(to: new).bytes])
    // Too large to be recorded in the turn that adopts.
    try folder.put("a.bin", [3])
    try #require(truncate(folder.root + "/a.bin", 20_000_000) == 0)
    try folder.age("a.bin")
    try folder.adopt(commit)
    #expect(try folder.bytes("a.bin")?.count == 20_000_000)
    try folder.scan()
    #expect(try folder.recorded("a.bin") == pointer(to: [3] + [UInt8](repeating: 0, count: 19_999_999)).bytes)
    #expect(try folder.listed().map(\.other) == [folder.repository.id(of: .blob, pointer(to: new).bytes)])
    #expect(try folder.bytes("a.bin")?.count == 20_000_000)
    #expect(try state() == .content)
  }

  @Test func `a placeholder follows its pointer`() throws {
    try haveOld()
    #expect(try folder.recorder.makePlaceholder(folder.path("a.bin"), pointer(to: old)) == .done)
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    #expect(try folder.bytes("a.bin") == pointer(to: new).bytes)
    #expect(try state() == .placeholder)
  }

  @Test func `a deletion from elsewhere takes the content away, and an older one that was waited for too`() throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.adopt(folder.remoteCommit(["a.bin": nil]))
    try folder.scan()
    #expect(try folder.bytes("a.bin") == nil)
    #expect(try folder.recorder.entry(at: folder.path("a.bin")) == nil)
  }

  @Test func `two newer contents in a row are waited for as one`() throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: LargeFolder.content(4)).bytes]))
    try folder.scan()
    #expect(try folder.bytes("a.bin") == old)
    #expect(try folder.recorded("a.bin") == pointer(to: LargeFolder.content(4)).bytes)
    _ = try folder.objects.store(LargeFolder.content(4))
    #expect(try folder.place("a.bin", pointer(to: LargeFolder.content(4))) == .done)
    #expect(try folder.bytes("a.bin") == LargeFolder.content(4))
  }

  @Test(arguments: [false, true], [5_000, 17_000_000])
  func `what was placed is nobody's save when the next adoption is cut short`(isReopened: Bool, size: Int) throws {
    let versions: [[UInt8]] = (1...3).map { [UInt8](repeating: $0, count: size) }
    var next: ObjectID?
    var killed: LargeFolder?
    let hooks = RecorderHooks { [folder] step in
      if step == .journalled, next != nil, killed == nil { killed = try? LargeFolder(asKilled: folder.root) }
    }
    try folder.reopen(hooks: hooks)
    try folder.put(".gitattributes", attributes)
    try folder.put("a.bin", versions[0])
    try folder.scan()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: versions[1]).bytes]))
    // The journal says, at its end or its beginning, that the first version is there and a newer one is on its way.
    if isReopened {
      try folder.reopen(hooks: hooks)
      try folder.scan()
    }
    _ = try folder.objects.store(versions[1])
    #expect(try folder.place("a.bin", pointer(to: versions[1])) == .done)
    // The next one is in the journal, and nothing of it was done.
    next = try folder.remoteCommit(["a.bin": pointer(to: versions[2]).bytes])
    try folder.adopt(#require(next))
    let after = try #require(killed)
    try after.scan()
    #expect(after.recorder.tip == next, "somebody's save was seen where nobody saved")
    #expect(try after.bytes("a.bin") == versions[1])
    _ = try after.objects.store(versions[2])
    #expect(try after.place("a.bin", pointer(to: versions[2])) == .done)
    #expect(try after.bytes("a.bin") == versions[2])
  }

  @Test func `the newer one turns back to the one that stands`() throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: old).bytes]))
    #expect(try state() == .content)
    try folder.write("a.bin", .put(LargeFolder.content(7))).result()
  }

  private func isExecutable() throws -> Bool {
    let stamp = try #require(try folder.tree.stamp(of: FileLocation(folder.path("a.bin"))))
    return stamp.permissions & 0o100 != 0
  }

  @Test(arguments: [false, true])
  func `a mode that comes from elsewhere is given to what stands, and the content stays`(isPlaceholder: Bool) throws {
    try haveOld()
    if isPlaceholder {
      #expect(try folder.recorder.makePlaceholder(folder.path("a.bin"), pointer(to: old)) == .done)
    }
    let standsThere = try folder.bytes("a.bin")
    for mode in [FileMode.executable, .file] {
      try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: old).bytes], mode: mode))
      #expect(try isExecutable() == (mode == .executable))
      #expect(try folder.bytes("a.bin") == standsThere)
      #expect(try state() == (isPlaceholder ? .placeholder : .content))
      let tip = folder.recorder.tip
      try folder.scan()
      try folder.reopen()
      try folder.scan()
      #expect(folder.recorder.tip == tip)
      #expect(try isExecutable() == (mode == .executable))
    }
    try folder.write("a.bin", .put(LargeFolder.content(7))).result()
  }

  @Test func `the mode of a content that is too large to be looked at in a turn comes when it was looked at`() throws {
    try folder.put(".gitattributes", attributes)
    try folder.putSparse("a.bin", first: 1, size: 17_000_000)
    try folder.scan()
    let text = try #require(try folder.recorded("a.bin"))
    try folder.age("a.bin")
    try folder.adopt(folder.remoteCommit(["a.bin": text], mode: .executable))
    let tip = folder.recorder.tip
    try folder.scan()
    #expect(try isExecutable())
    #expect(folder.recorder.tip == tip)
    #expect(try state() == .content)
    #expect(try folder.bytes("a.bin")?.count == 17_000_000)
  }

  @Test func `a newer content that waits takes back its mode with its version`() throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: old).bytes], mode: .executable))
    #expect(try isExecutable())
    #expect(try state() == .content)
  }
}
