import FileSystem
import GitObjects
import Glibc
import History
import LargeFiles
import TestSupport
import Testing

/// Pointers that come from elsewhere.
@Suite struct `The adoption of large files` {
  private let folder: LargeFolder
  private let old = LargeFolder.content(1)
  private let new = LargeFolder.content(2)
  private let attributes = Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8)

  init() throws { folder = try LargeFolder() }

  private func standing() throws -> LargeEntry.Standing? {
    try folder.recorder.largeEntries(under: folder.path("a.bin")).first?.standing
  }

  private func haveOld() throws {
    try folder.put(".gitattributes", attributes)
    try folder.put("a.bin", old)
    try folder.scan()
  }

  @Test func `a new pointer is a placeholder until its content is placed`() throws {
    try folder.adopt(folder.remoteCommit([".gitattributes": attributes, "a.bin": pointer(to: new).bytes]))
    #expect(try folder.bytes("a.bin") == pointer(to: new).bytes)
    #expect(try standing() == .placeholder)
    #expect(folder.recorder.takeToPlace().map(\.string) == ["a.bin"])
    _ = try folder.objects.store(new)
    #expect(try folder.place("a.bin", pointer(to: new)) == .done)
    #expect(try folder.bytes("a.bin") == new)
    let tip = folder.recorder.tip
    try folder.scan()
    #expect(folder.recorder.tip == tip)
  }

  @Test(arguments: [false, true])
  func `a content stays until the newer one is here, also over a start`(isClean: Bool) throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    let tip = folder.recorder.tip
    for _ in 0..<2 {
      #expect(try folder.bytes("a.bin") == old)
      #expect(try standing() == .changed)
      try folder.scan()
      #expect(folder.recorder.tip == tip)
      #expect(try folder.write("a.bin", .put(LargeFolder.content(7))) == .refused(.notHere))
      if isClean { try folder.recorder.close() }
      try folder.reopen()
    }
    _ = try folder.objects.store(new)
    #expect(try folder.place("a.bin", pointer(to: new)) == .done)
    #expect(try folder.bytes("a.bin") == new)
    #expect(try folder.tree.entries(of: .store("displaced")).isEmpty)
    try folder.scan()
    #expect(folder.recorder.tip == tip)
    #expect(try standing() == .content)
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
    #expect(try standing() == .content)
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
    #expect(try folder.bytes("a.bin")?.count == 20_000_000)
    #expect(try standing() == .content)
  }

  @Test func `a placeholder follows its pointer`() throws {
    try haveOld()
    #expect(try folder.recorder.makePlaceholder(folder.path("a.bin"), pointer(to: old)) == .done)
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    #expect(try folder.bytes("a.bin") == pointer(to: new).bytes)
    #expect(try standing() == .placeholder)
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

  @Test func `the newer one turns back to the one that stands`() throws {
    try haveOld()
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: old).bytes]))
    #expect(try standing() == .content)
    try folder.write("a.bin", .put(LargeFolder.content(7))).result()
  }
}
