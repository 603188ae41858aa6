import FileSystem
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing
import WorkTree

/// Many contents and placeholders that take each other's place together.
@Suite struct `Large files in groups` {
  private let folder: LargeFolder
  private let names = (0..<20).map { "\($0).bin" }

  init() throws {
    folder = try LargeFolder()
    for (number, name) in names.enumerated() { try folder.put(name, LargeFolder.content(number)) }
    try folder.scan()
  }

  private func states() throws -> [LargeEntry.State] {
    try folder.recorder.disk.largeEntries(under: nil).map(\.state)
  }

  /// Begins, writes and exchanges as the queue before the recorder does, without the last step.
  private func exchange(toPlaceholders: Bool) throws -> (outcomes: [ExchangeOutcome], displaced: [LargeDisplaced]) {
    var outcomes: [ExchangeOutcome] = []
    var placings: [LargePlacement] = []
    for (number, name) in names.enumerated() {
      let pointer = try pointer(to: LargeFolder.content(number))
      let path = try folder.path(name)
      switch try toPlaceholders
        ? folder.recorder.swapper.beginEvicting(path, pointer) : folder.recorder.swapper.beginPlacing(path, pointer)
      {
      case .failure(let stop): outcomes.append(stop.outcome)
      case .success(let placing): placings.append(placing)
      }
    }
    var displaced: [LargeDisplaced] = []
    for (placing, slot) in zip(placings, LargeGroup(placings, after: []).run().slots) {
      let ended = try folder.recorder.exchangeLarge(placing, in: slot.get())
      outcomes.append(ended.outcome)
      if let file = ended.displaced { displaced.append(file) }
    }
    return (outcomes, displaced)
  }

  @Test func `all give way and all come back, nothing is recorded and nothing is left over`() throws {
    let tip = folder.recorder.tip
    for toPlaceholders in [true, false] {
      let (outcomes, displaced) = try exchange(toPlaceholders: toPlaceholders)
      #expect(outcomes == Array(repeating: .done, count: names.count))
      #expect(displaced.count == names.count)
      #expect(LargeGroup([], after: displaced).run().kept.isEmpty)
      #expect(try folder.tree.entries(of: .store("tmp")).isEmpty)
      #expect(try Set(states()) == [toPlaceholders ? .placeholder : .content])
      try folder.scan()
    }
    for (number, name) in names.enumerated() { #expect(try folder.bytes(name) == LargeFolder.content(number)) }
    #expect(folder.recorder.tip == tip)
  }

  @Test func `what is open stays, the others go`() throws {
    let reader = open(folder.root + "/7.bin", O_RDONLY | O_CLOEXEC)
    let (outcomes, displaced) = try exchange(toPlaceholders: true)
    close(reader)
    #expect(outcomes.count { $0 == .busy } == 1 && outcomes.count { $0 == .done } == names.count - 1)
    _ = LargeGroup([], after: displaced).run()
    #expect(try folder.bytes("7.bin") == LargeFolder.content(7))
    #expect(try folder.tree.entries(of: .store("tmp")).isEmpty)
  }

  @Test func `what is written late to what gave way comes back as a version`() throws {
    let (_, displaced) = try exchange(toPlaceholders: true)
    let slot = try #require(
      try folder.tree.entries(of: .store("tmp")).first { entry in
        try folder.tree.read(.store("tmp/\(entry.name)"), limit: .max)?.bytes == LargeFolder.content(3)
      })
    let late = Array("the end of the film".utf8)
    let file = open(folder.root + "/.git/stet/tmp/\(slot.name)", O_WRONLY | O_APPEND | O_CLOEXEC)
    try #require(write(file, late, late.count) == late.count)
    close(file)
    let kept = LargeGroup([], after: displaced).run().kept
    #expect(kept.count == 1)
    kept.forEach(folder.recorder.keepDisplaced)
    #expect(try folder.recorded("3.bin") == pointer(to: LargeFolder.content(3) + late).bytes)
    #expect(try folder.bytes("3.bin") == LargeFolder.content(3) + late)
  }

  @Test func `a stop before what gave way is gone loses nothing and leaves nothing`() throws {
    _ = try exchange(toPlaceholders: true)
    try folder.reopen()
    #expect(try folder.tree.entries(of: .store("tmp")).isEmpty)
    #expect(folder.recorder.disk.problems.isEmpty)
    try folder.scan()
    #expect(try Set(states()) == [.placeholder])
  }

  @Test func `the files of a folder are listed without those beside it`() throws {
    for name in ["f/a.bin", "f/g/b.bin", "f.bin", "f-.bin", "f0.bin"] { try folder.put(name, LargeFolder.content(99)) }
    try folder.scan()
    #expect(
      try folder.recorder.disk.largeEntries(under: folder.path("f")).map(\.path.string) == ["f/a.bin", "f/g/b.bin"])
    #expect(try folder.recorder.disk.largeEntries(under: folder.path("f.bin")).map(\.path.string) == ["f.bin"])
    #expect(try folder.recorder.disk.largeEntries(under: folder.path("nothing")).isEmpty)
    let all = try folder.recorder.disk.largeEntries(under: nil).map(\.path)
    #expect(all == all.sorted() && all.count == names.count + 5)
    try #require(unlink(folder.root + "/f/a.bin") == 0)
    try folder.scan()
    #expect(try folder.recorder.disk.largeEntries(under: folder.path("f")).map(\.path.string) == ["f/g/b.bin"])
  }
}
