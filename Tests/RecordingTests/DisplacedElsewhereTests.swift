import FileSystem
import GitObjects
import Testing

@testable import Journal

/// Files that were displaced on another mount than the store stay beside their targets.
@Suite struct `A file that was displaced beside its target` {
  @Test func `is found again after a start, and what was written to it late is merged`() throws {
    let folder = try LargeFolder()
    let path = try folder.path("Films/notes.md")
    try folder.put(path.string, Array("one\ntwo\nthree\n".utf8))
    try folder.scan()
    let version = try #require(try folder.recorder.entry(at: path)?.id)
    let placement = Placement(
      path: path, kind: .exchange, slot: "7-0", expected: version, new: version, besideTarget: true)
    let place = placement.displacedLocation
    try folder.tree.create(place, bytes: Array("one\ntwo\nthree\nlate\n".utf8), permissions: 0o644, durable: true)
    // The entry that a checkpoint takes over to the new journal.
    let journal = try JournalFile.open(in: folder.tree).journal
    try journal.append(.displaced(slot: "7-0", path: path, accounted: version, besideTarget: true))
    try folder.reopen()
    #expect(try folder.bytes(path.string) == Array("one\ntwo\nthree\nlate\n".utf8))
    #expect(try folder.tree.stamp(of: place) == nil)
  }
}
