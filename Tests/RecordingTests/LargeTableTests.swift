import FileSystem
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing
import WorkTree

/// The records of large files that survive a restart.
@Suite struct `The table of large files` {
  private let folder: LargeFolder

  init() throws {
    folder = try LargeFolder()
    for number in 0..<3 { try folder.put("f/\(number).bin", LargeFolder.content(number)) }
    try folder.put("small.md", Array("words\n".utf8))
    try folder.scan()
    let path = try folder.path("f/1.bin")
    #expect(try folder.recorder.makePlaceholder(path, pointer(to: LargeFolder.content(1))) == .done)
  }

  /// The large files; how many there are is what is counted.
  private func entries() throws -> [LargeEntry] {
    let counts = try folder.recorder.disk.largeCounts()
    let entries = try folder.recorder.disk.largeEntries(under: nil)
    #expect(counts == (entries.count, entries.count { $0.state == .content }))
    #expect(try folder.recorder.disk.largeCounts() == counts)
    return entries
  }

  @Test func `a stop keeps it, and a start reads no pointer`() throws {
    let known = try entries()
    #expect(known.map(\.state) == [.content, .placeholder, .content])
    _ = folder.recorder.exchanges.take()
    folder.recorder.exchanges.noteIndexUpdated()
    try folder.recorder.log.close()
    let table = try #require(LargeTable.load(from: folder.tree))
    try folder.reopen()
    #expect(folder.recorder.disk.unreadLargeTree != nil)
    folder.recorder.disk.take(table)
    #expect(folder.recorder.disk.unreadLargeTree == nil)
    #expect(try entries() == known)
  }

  @Test func `what came and went since it was kept is seen`() throws {
    _ = try entries()
    try folder.recorder.log.close()
    try folder.reopen()
    try #require(unlink(folder.root + "/f/0.bin") == 0)
    try folder.put("g.bin", LargeFolder.content(7))
    try folder.scan()
    // Stopped without order: the table on disk is behind.
    try folder.reopen()
    #expect(try entries().map(\.path.string) == ["f/1.bin", "f/2.bin", "g.bin"])
  }

  @Test(arguments: [false, true])
  func `a damaged or lost one costs time only`(isLost: Bool) throws {
    let known = try entries()
    try folder.recorder.log.close()
    let place = folder.root + "/.git/stet/large"
    if isLost {
      try #require(unlink(place) == 0)
    } else {
      try #require(truncate(place, 90) == 0)
    }
    #expect(LargeTable.load(from: folder.tree) == nil)
    try folder.reopen()
    #expect(try entries() == known)
  }

  @Test(arguments: ["f", "f/b.bin"])
  func `an object that cannot be read for a while leaves no file out for ever`(lost: String) throws {
    let objects = TemporaryFolder()
    let desk = try Desk(
      rules: RecordingRules(largeFilter: { $0.name.hasSuffix(".bin") ? .lfs : .unspecified }),
      large: LargeStore(folder: ObjectFolder(path: objects.path), rule: LargeRule(threshold: 1_000)))
    try desk.save("f/a.bin", String(repeating: "a", count: 3_000))
    try desk.scan()
    #expect(try desk.running().disk.largeEntries(under: nil).count == 1)
    try desk.running().log.close()
    try desk.open()
    try desk.save("f/b.bin", String(repeating: "b", count: 3_000))
    try desk.scan()
    // Stopped without order: the table on disk has the first file only, and the start reads neither turns nor pointers.
    try desk.running().log.checkpoint()
    _ = try desk.running().exchanges.take()
    try desk.running().exchanges.noteIndexUpdated()
    let recorder = try desk.open().recorder
    let path = try WorkspacePath("f/b.bin")
    let id = try #require(try recorder.entry(at: WorkspacePath(lost))).id
    let object = try desk.store.read(id)
    desk.store.lose(id)
    // It may be a pointer: neither is its text a content nor is its content superfluous.
    #expect(throws: ObjectStoreError.self) { _ = try recorder.disk.largeEntries(under: path) }
    #expect(throws: ObjectStoreError.self) { _ = try recorder.swapper.neededContents() }
    if lost == path.string {
      #expect(try recorder.disk.largeEntries(under: nil).map(\.path.string) == ["f/a.bin"])
    }
    try desk.store.receive(object.kind, object.content)
    #expect(try recorder.disk.largeEntries(under: nil).map(\.path.string) == ["f/a.bin", "f/b.bin"])
    #expect(try recorder.swapper.neededContents().count == 2)
  }

  @Test func `attributes that are in no tree are judged again`() throws {
    #expect(try entries().count == 3)
    try folder.recorder.log.close()
    let file = open(folder.root + "/.git/info/attributes", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    let line = Array("*.bin -filter\n".utf8)
    try #require(write(file, line, line.count) == line.count)
    close(file)
    try folder.reopen()
    // A content that is there is one still; a text that shows a pointer is a text now.
    #expect(try entries().map(\.path.string) == ["f/0.bin", "f/2.bin"])
  }

  @Test func `read beside the recorder it is the same`() throws {
    let known = try entries()
    let repository = folder.repository
    let table = try LargeTable.read(folder.recorder.tipTree, in: repository) {
      repository.pathAttributes.filter(of: $0) == "lfs"
    }
    _ = folder.recorder.exchanges.take()
    folder.recorder.exchanges.noteIndexUpdated()
    try folder.recorder.log.close()
    try #require(unlink(folder.root + "/.git/stet/large") == 0)
    try folder.reopen()
    folder.recorder.disk.take(table)
    #expect(try entries() == known)
  }

  @Test func `git's index is told after a kill of what changed places before it`() throws {
    #expect(folder.recorder.exchanges.take().map(\.string) == ["f/1.bin"])
    try folder.reopen()
    #expect(folder.recorder.exchanges.take().map(\.string) == ["f/0.bin", "f/1.bin", "f/2.bin"])
    folder.recorder.exchanges.noteIndexUpdated()
    try folder.reopen()
    #expect(folder.recorder.exchanges.take().isEmpty)
  }

  @Test func `git's index is told of contents that come with many others, too`() throws {
    _ = folder.recorder.exchanges.take()
    folder.recorder.exchanges.noteIndexUpdated()
    try folder.put("f/0.bin", LargeFolder.content(0))
    let seen = try ["f/0.bin", "f/2.bin"].map { Observation(path: try folder.path($0)) }
    #expect(folder.recorder.sift(seen[...], within: .none).differing.isEmpty)
    #expect(folder.recorder.exchanges.take().map(\.string) == ["f/0.bin"])
  }

  @Test(arguments: [false, true])
  func `git's index is told of a content that has another stamp than was known`(isForgotten: Bool) throws {
    _ = folder.recorder.exchanges.take()
    folder.recorder.exchanges.noteIndexUpdated()
    if isForgotten {
      try folder.recorder.log.close()
      try #require(unlink(folder.root + "/.git/stet/cache") == 0)
      try folder.reopen()
    } else {
      try folder.put("f/0.bin", LargeFolder.content(0))
    }
    try folder.scan()
    #expect(folder.recorder.exchanges.take().map(\.string) == (isForgotten ? ["f/0.bin", "f/2.bin"] : ["f/0.bin"]))
    try folder.scan()
    #expect(folder.recorder.exchanges.take().isEmpty)
  }
}
