import FileSystem
import GitObjects
import Glibc
import LargeFiles
import Recording
import TestSupport
import Testing

/// The remains of large files after a power cut are not recorded as content.
@Suite(.serialized) struct `A large file after a power cut` {
  private let folder: LargeFolder

  /// Two versions of a file of this size are recorded.
  private static let sizes = [5_000, 17_000_000]

  init() throws {
    folder = try LargeFolder()
    try folder.put(".gitattributes", Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8))
    try folder.scan()
  }

  private func record(_ size: Int) throws -> (old: Pointer, new: Pointer) {
    var pointers: [Pointer] = []
    for first: UInt8 in [1, 2] {
      try folder.putSparse("a.bin", first: first, size: size)
      try folder.scan()
      pointers.append(try folder.pointed("a.bin"))
    }
    return (pointers[0], pointers[1])
  }

  /// The power comes back, and the folder is looked at.
  private func start() throws {
    try folder.reopen(isSameBoot: false)
    try folder.scan(afterPowerLoss: true)
  }

  private func firstByte() throws -> UInt8? { try folder.bytes("a.bin")?.first }

  private func place(_ pointer: Pointer) throws {
    #expect(folder.recorder.exchanges.takeToPlace().map(\.string) == ["a.bin"])
    #expect(try folder.place("a.bin", pointer) == .done)
    #expect(try firstByte() == 2)
  }

  @Test(arguments: sizes, [true, false])
  func `of zeros is restored and not recorded, and the zeros are kept nowhere`(size: Int, isWhole: Bool) throws {
    let (_, new) = try record(size)
    let tip = folder.recorder.tip
    let count = try folder.objects.list().count
    try folder.putSparse("a.bin", first: 0, size: isWhole ? size : size - 500)
    try start()
    #expect(folder.recorder.tip == tip)
    #expect(try folder.bytes("a.bin") == new.bytes)
    try place(new)
    try folder.checkpoint()
    #expect(try folder.tree.entries(of: .store("displaced")).isEmpty)
    #expect(try folder.objects.list().count == count)
    try folder.scan()
    #expect(folder.recorder.tip == tip)
    #expect(folder.recorder.disk.problems.isEmpty)
  }

  @Test(arguments: sizes) func `of zeros that was recorded so is left alone`(size: Int) throws {
    try folder.putSparse("a.bin", first: 0, size: size)
    try folder.scan()
    let (tip, before) = (folder.recorder.tip, try folder.tree.stamp(of: FileLocation(folder.path("a.bin"))))
    try start()
    #expect(folder.recorder.tip == tip)
    #expect(try folder.tree.stamp(of: FileLocation(folder.path("a.bin"))) == before)
  }

  @Test func `that is empty is restored and not recorded`() throws {
    let (_, new) = try record(5_000)
    let tip = folder.recorder.tip
    try folder.putSparse("a.bin", first: 0, size: 0)
    try start()
    #expect(folder.recorder.tip == tip)
    try place(new)
  }

  @Test(arguments: sizes)
  func `as it was before is brought up to date and not recorded`(size: Int) throws {
    let (_, new) = try record(size)
    let tip = folder.recorder.tip
    try folder.putSparse("a.bin", first: 1, size: size)
    try start()
    #expect(folder.recorder.tip == tip)
    #expect(try firstByte() == 1)
    try place(new)
    #expect(folder.recorder.tip == tip)
  }

  @Test(arguments: sizes)
  func `with anything else in it is recorded`(size: Int) throws {
    _ = try record(size)
    let tip = folder.recorder.tip
    try folder.putSparse("a.bin", first: 3, size: size)
    try start()
    #expect(folder.recorder.tip != tip)
    #expect(try firstByte() == 3)
  }

  @Test(arguments: [UInt8(0), 1])
  func `that somebody saves after the start is theirs, whatever is in it`(first: UInt8) throws {
    _ = try record(17_000_000)
    let tip = folder.recorder.tip
    try folder.putSparse("a.bin", first: first, size: 17_000_100)
    try folder.reopen(isSameBoot: false)
    _ = try folder.recorder.scan(believesDeletions: true, afterPowerLoss: true)
    try folder.putSparse("a.bin", first: first, size: 17_000_000)
    try folder.scan()
    #expect(folder.recorder.tip != tip)
    #expect(try firstByte() == first)
  }

  @Test func `of zeros that was displaced is nobody's late save`() throws {
    _ = try record(5_000)
    try folder.adopt(folder.remoteCommit(["a.bin": nil]))
    let tip = folder.recorder.tip
    let name = try #require(try folder.tree.entries(of: .store("displaced")).first?.name)
    let file = folder.root + "/.git/stet/displaced/\(name)"
    try #require(truncate(file, 0) == 0 && truncate(file, 5_000) == 0)
    try start()
    #expect(folder.recorder.tip == tip)
    #expect(try folder.bytes("a.bin") == nil)
    #expect(try folder.tree.entries(of: .store("displaced")).isEmpty)
  }
}
