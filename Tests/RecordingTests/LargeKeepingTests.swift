import FileSystem
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing
import WorkTree

/// A displaced content is deleted only when its bytes can be restored.
@Suite struct `A large content that was displaced` {
  private let folder: LargeFolder
  private let old = LargeFolder.content(1)
  private let new = LargeFolder.content(2)
  private let pointed: Pointer

  init() throws {
    folder = try LargeFolder()
    pointed = try pointer(to: old)
    try folder.put(".gitattributes", Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8))
    try folder.put("a.bin", old)
    try folder.scan()
  }

  /// Waits for nothing: what a checkpoint leaves to be looked at beside the turns is looked at here.
  private func checkpoint() throws { try folder.checkpoint() }

  private func displaced() throws -> Int { try folder.tree.entries(of: .store("displaced")).count }

  @Test func `is an object again before it goes, where somebody took the object away`() throws {
    try folder.objects.remove(pointed.id)
    try folder.adopt(folder.remoteCommit(["a.bin": nil]))
    #expect(try folder.bytes("a.bin") == nil)
    try checkpoint()
    try folder.objects.check(pointed)
    #expect(try displaced() == 0)
  }

  @Test func `is an object again also where a newer content took its place`() throws {
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: new).bytes]))
    try folder.objects.remove(pointed.id)
    _ = try folder.objects.store(new)
    #expect(try folder.place("a.bin", pointer(to: new)) == .done)
    try checkpoint()
    try folder.objects.check(pointed)
    #expect(try displaced() == 0)
  }

  @Test(arguments: ["displaced/7-0", "tmp/a7-0", "tmp/l7-1"])
  func `and that no journal names is an object again at the next start`(leftover: String) throws {
    try folder.objects.remove(pointed.id)
    try folder.tree.create(.store(leftover), bytes: old, permissions: 0o644, durable: true)
    try folder.reopen()
    try folder.objects.check(pointed)
    #expect(try folder.tree.stamp(of: .store(leftover)) == nil)
    #expect(folder.recorder.disk.problems.isEmpty)
  }

  @Test(arguments: [false, true])
  func `by an eviction goes with its object, since the remote said that it has it`(isStopped: Bool) throws {
    guard case .success(let placing) = try folder.recorder.swapper.beginEvicting(folder.path("a.bin"), pointed) else {
      Issue.record("it was not begun")
      return
    }
    let slot = try placing.run()
    let ended = try folder.recorder.exchangeLarge(placing, in: slot)
    let file = try #require(ended.displaced)
    let reader = open(folder.root + "/.git/stet/tmp/" + slot, O_RDONLY | O_CLOEXEC)
    try #require(reader >= 0)
    #expect(!file.drop())
    folder.recorder.keepDisplaced(file)
    close(reader)
    #expect(try displaced() == 1)
    try folder.objects.remove(pointed.id)
    if isStopped { try folder.reopen() }
    try checkpoint()
    #expect(try displaced() == 0)
    #expect(!folder.objects.holds(pointed))
  }

  /// Displaces a very large file whose object somebody removed.
  private func displaceFilm() throws -> Pointer {
    try folder.putSparse("b.bin", first: 1, size: 17_000_000)
    try folder.scan()
    let film = try folder.pointed("b.bin")
    try folder.objects.remove(film.id)
    try folder.adopt(folder.remoteCommit(["b.bin": nil]))
    try folder.recorder.log.checkpoint()
    return film
  }

  @Test func `and is very large is read beside the turns`() throws {
    let film = try displaceFilm()
    #expect(try displaced() == 1)
    #expect(!folder.objects.holds(film))
    try checkpoint()
    #expect(try displaced() == 0)
    try folder.objects.check(film)
  }

  @Test func `and cannot be kept as an object stays where it is, and that is said until it can`() throws {
    let film = try displaceFilm()
    let (slot, _) = try #require(folder.recorder.log.beginReadingDisplaced())
    let full = ObjectFolderError.noSpace(path: "objects")
    #expect(try !folder.recorder.endReadingDisplaced(slot, .failure(full)))
    #expect(folder.recorder.disk.problems.count == 1)
    #expect(folder.recorder.settleDisplaced().isEmpty)
    try checkpoint()
    #expect(folder.recorder.disk.problems.isEmpty)
    #expect(try displaced() == 0)
    try folder.objects.check(film)
  }

  @Test func `and for whose object the disk has no room stays, unwritten, until it has`() throws {
    let film = try displaceFilm()
    folder.floor.bytes = .max
    let (slot, reading) = try #require(folder.recorder.log.beginReadingDisplaced())
    let result = Result { try reading.run(into: folder.repository) }
    guard case .failure(let error) = result, error is LargeCopy.NoRoom else {
      // A copy that shares the file's blocks needs no space.
      #expect(folder.objects.sharesBlocks(with: folder.root))
      return
    }
    #expect(try !folder.recorder.endReadingDisplaced(slot, result))
    // It is looked at again, and nothing of it is read.
    for _ in 0..<2 {
      #expect(folder.recorder.settleDisplaced([slot]) == [slot])
      try folder.recorder.log.checkpoint()
      #expect(folder.recorder.log.beginReadingDisplaced() == nil)
    }
    #expect(folder.recorder.disk.problems.values.map { $0.contains("keep_free") } == [true])
    #expect(!folder.objects.holds(film))
    folder.floor.bytes = 0
    #expect(folder.recorder.settleDisplaced([slot]).isEmpty)
    try checkpoint()
    #expect(try displaced() == 0)
    try folder.objects.check(film)
    #expect(folder.recorder.disk.problems.isEmpty)
  }

  @Test func `and of which a problem was told is not told of any more when it went`() throws {
    let film = try displaceFilm()
    let (slot, _) = try #require(folder.recorder.log.beginReadingDisplaced())
    _ = try folder.recorder.endReadingDisplaced(slot, .failure(ObjectFolderError.noSpace(path: "objects")))
    #expect(folder.recorder.disk.problems.count == 1)
    try folder.tree.remove(.store("displaced/\(slot)"))
    #expect(folder.recorder.settleDisplaced().isEmpty)
    #expect(folder.recorder.disk.problems.isEmpty)
    #expect(!folder.objects.holds(film))
  }

  @Test func `and is very large goes unread where its stamp says what it is`() throws {
    try folder.putSparse("b.bin", first: 1, size: 17_000_000)
    try folder.scan()
    try folder.adopt(folder.remoteCommit(["b.bin": nil]))
    #expect(folder.recorder.log.beginReadingDisplaced() == nil)
    try folder.recorder.log.checkpoint()
    #expect(try displaced() == 0)
  }

  @Test func `and very large gets late bytes: they are recorded, and a start reads it beside the turns too`() throws {
    try folder.putSparse("b.bin", first: 1, size: 17_000_000)
    try folder.scan()
    let writer = open(folder.root + "/b.bin", O_WRONLY | O_CLOEXEC)
    try folder.adopt(folder.remoteCommit(["b.bin": nil]))
    #expect(Glibc.pwrite(writer, [7], 1, 5) == 1)
    #expect(!folder.recorder.settleDisplaced().isEmpty)
    close(writer)
    try folder.reopen()
    #expect(try displaced() == 1)
    #expect(try folder.recorded("b.bin") == nil)
    try checkpoint()
    #expect(try folder.recorded("b.bin") != nil)
    let late = try folder.pointed("b.bin")
    try folder.objects.check(late)
    try checkpoint()
    #expect(try displaced() == 0)
  }

  @Test func `is needed until it went, and so is what the tip names and what waits for a newer one`() throws {
    let newest = LargeFolder.content(3)
    try folder.put("a.bin", new)
    try folder.scan()
    #expect(try folder.recorder.swapper.neededContents() == [pointer(to: new).id])
    try folder.adopt(folder.remoteCommit(["a.bin": pointer(to: newest).bytes]))
    #expect(try folder.recorder.swapper.neededContents() == [pointer(to: new).id, pointer(to: newest).id])
    try folder.adopt(folder.remoteCommit(["a.bin": nil]))
    #expect(try folder.recorder.swapper.neededContents() == [pointer(to: new).id])
    try checkpoint()
    #expect(try folder.recorder.swapper.neededContents().isEmpty)
  }
}
