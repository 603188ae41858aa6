import FileSystem
import GitObjects
import Glibc
import LargeFiles
import Recording
import Testing

/// A remote was asked about the version that gave way, and about no other.
@Suite struct `What is written late to an evicted content` {
  @Test(arguments: [5_000, 17_000_000])
  func `is an object before the displaced file goes`(size: Int) throws {
    let folder = try LargeFolder()
    try folder.put(".gitattributes", Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8))
    try folder.putSparse("a.bin", first: 1, size: size)
    try folder.scan()
    let film = try folder.pointed("a.bin")
    guard case .success(let placing) = try folder.recorder.swapper.beginEvicting(folder.path("a.bin"), film) else {
      Issue.record("it was not begun")
      return
    }
    let slot = try placing.run()
    let file = try #require(try folder.recorder.exchangeLarge(placing, in: slot).displaced)
    let writer = open(folder.root + "/.git/stet/tmp/" + slot, O_WRONLY | O_CLOEXEC)
    #expect(pwrite(writer, [2], 1, 0) == 1)
    close(writer)
    folder.recorder.keepDisplaced(file)
    if let (slot, reading) = folder.recorder.log.beginReadingDisplaced() {
      _ = try folder.recorder.endReadingDisplaced(slot, Result { try reading.run(into: folder.repository) })
    }
    let late = try folder.pointed("a.bin")
    #expect(late != film)
    // Somebody prunes it.
    try folder.objects.remove(late.id)
    try folder.checkpoint()
    #expect(try folder.tree.entries(of: .store("displaced")).isEmpty)
    try folder.objects.check(late)
  }
}
