import FileSystem
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing
import WorkTree

/// An editor saves `.gitattributes` by renaming it away and putting a new one in its place.
@Suite struct `While attributes are missing` {
  @Test func `a small file that they make large waits for them`() throws {
    let folder = try LargeFolder()
    try folder.put(".gitattributes", Array("*.bin filter=lfs diff=lfs merge=lfs -text\n".utf8))
    try folder.scan()
    try #require(rename(folder.root + "/.gitattributes", folder.root + "/.gitattributes~") == 0)
    folder.recorder.disk.rules.reload()
    let content = LargeFolder.content(1, size: 500)
    try folder.put("a.bin", content)
    let observation = Observation(path: try folder.path("a.bin"))
    #expect(try folder.recorder.record([observation]).postponed.map(\.string) == ["a.bin"])
    #expect(try folder.recorded("a.bin") == nil)
    try #require(rename(folder.root + "/.gitattributes~", folder.root + "/.gitattributes") == 0)
    folder.recorder.disk.rules.reload()
    #expect(try folder.recorder.record([observation]).postponed.isEmpty)
    #expect(try folder.recorded("a.bin") == pointer(to: content).bytes)
  }

  @Test func `nothing waits for long: they may stay away`() throws {
    let desk = try Desk(large: LargeStore(folder: ObjectFolder(path: TemporaryFolder().path), rule: .standard))
    try desk.save(".gitattributes", "*.bin filter=lfs\n")
    try desk.scan()
    try desk.tree.remove(FileLocation(WorkspacePath(".gitattributes")))
    try desk.save("notes.md", "words\n")
    #expect(try desk.record("notes.md").postponed.count == 1)
    desk.wait(milliseconds: 5_000)
    #expect(try desk.record("notes.md").postponed.isEmpty)
    #expect(try desk.recorded("notes.md") == "words\n")
    // Back, and away once more.
    try desk.save(".gitattributes", "*.bin filter=lfs\n")
    try desk.record(".gitattributes")
    try desk.tree.remove(FileLocation(WorkspacePath(".gitattributes")))
    try desk.save("notes.md", "more words\n")
    #expect(try desk.record("notes.md").postponed.count == 1)
  }
}
