import Documents
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing
import WorkTree

/// Large files are recorded as pointers (reliability 104 to 114).
@Suite struct `The recording of large files` {
  private let folder: LargeFolder
  private let big = LargeFolder.content(1)

  init() throws { folder = try LargeFolder() }

  private func state(_ path: String) throws -> LargeEntry.State? {
    try folder.recorder.disk.largeEntries(under: nil).first { $0.path == (try? WorkspacePath(path)) }?.state
  }

  @Test func `a large file is an exact pointer, its object, and its line in the same commit`() throws {
    try folder.put("film.mov", big)
    try folder.put("notes.md", Array("one\n".utf8))
    let outcome = try folder.scan()
    #expect(outcome.commits.count == 1)
    let pointer = try pointer(to: big)
    #expect(try folder.recorded("film.mov") == pointer.bytes)
    #expect(try folder.bytes("film.mov") == big)
    #expect(try folder.recorded("notes.md") == Array("one\n".utf8))
    let line = "/film.mov filter=lfs diff=lfs merge=lfs -text\n"
    #expect(try folder.recorded(".gitattributes") == Array(line.utf8))
    #expect(try folder.bytes(".gitattributes") == Array(line.utf8))
    try folder.objects.check(pointer)
    #expect(try state("film.mov") == .content)
    #expect(try folder.scan().commits.isEmpty)
  }

  @Test func `a large file whose content could not be stored is tried again without a change`() throws {
    // A file has the name of the folder of the contents.
    let lfs = folder.root + "/.git/lfs"
    let file = Glibc.open(lfs, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    close(file)
    try folder.put("film.mov", big)
    let outcome = try folder.scan()
    #expect(outcome.postponed.map(\.string) == ["film.mov"])
    #expect(outcome.problems.map(\.path) == ["film.mov"])
    #expect(try folder.recorded("film.mov") == nil)
    try #require(unlink(lfs) == 0)
    _ = try folder.recorder.record([Observation(path: folder.path("film.mov"))])
    #expect(try folder.recorded("film.mov") == pointer(to: big).bytes)
    try folder.objects.check(try pointer(to: big))
  }

  @Test func `where a link stands for .gitattributes a large file is held, and recorded when a file stands there`()
    throws
  {
    try folder.put("rules", Array("*.txt text\n".utf8))
    try #require(symlink("rules", folder.root + "/.gitattributes") == 0)
    try folder.put("film.mov", big)
    try folder.scan()
    #expect(folder.recorder.held == [try folder.path("film.mov"): .noAttributes])
    #expect(try folder.recorded("film.mov") == nil && folder.recorded("rules") != nil)
    #expect(try folder.bytes("film.mov") == big)
    try folder.objects.check(try pointer(to: big))
    try #require(unlink(folder.root + "/.gitattributes") == 0)
    try folder.put(".gitattributes", Array("*.txt text\n".utf8))
    try folder.scan()
    #expect(try folder.recorded("film.mov") == pointer(to: big).bytes)
    #expect(folder.recorder.held.isEmpty)
  }

  @Test func `many large files and a person's own lines make one commit each`() throws {
    try folder.put(".gitattributes", Array("*.md text=auto".utf8))
    for number in 0..<5 { try folder.put("\(number).bin", LargeFolder.content(number)) }
    // The first commit has the person's files, the second one the rules that they need.
    #expect(try folder.scan().commits.count == 2)
    let text = String(decoding: try #require(try folder.recorded(".gitattributes")), as: UTF8.self)
    #expect(text.hasPrefix("*.md text=auto\n/"))
    #expect(text.split(separator: "\n").count == 6)
    #expect(try folder.bytes(".gitattributes") == Array(text.utf8))
    #expect(try folder.scan().commits.isEmpty)
  }

  @Test func `what is large stays so when it shrinks, and what grows becomes so`() throws {
    try folder.put("a.bin", big)
    try folder.put("b.bin", Array("small".utf8))
    try folder.scan()
    try folder.put("a.bin", Array("now it is small\n".utf8))
    try folder.put("b.bin", LargeFolder.content(2))
    try folder.scan()
    #expect(try folder.recorded("a.bin") == pointer(to: Array("now it is small\n".utf8)).bytes)
    #expect(try folder.recorded("b.bin") == pointer(to: LargeFolder.content(2)).bytes)
  }

  @Test func `the person's attributes decide before the size does`() throws {
    try folder.put(".gitattributes", Array("*.psd filter=lfs\n*.log -filter\n".utf8))
    try folder.put("a.psd", Array("small".utf8))
    try folder.put("a.log", big)
    try folder.scan()
    #expect(try folder.recorded("a.psd") == pointer(to: Array("small".utf8)).bytes)
    #expect(try folder.recorded("a.log") == big)
    #expect(try folder.recorded(".gitattributes") == Array("*.psd filter=lfs\n*.log -filter\n".utf8))
    try folder.put("a.psd", [])
    try folder.scan()
    #expect(try folder.recorded("a.psd") == [])
  }

  @Test func `a line that the person took out comes back when the file is saved again`() throws {
    try folder.put("a.bin", big)
    try folder.scan()
    try folder.put(".gitattributes", Array("# mine\n".utf8))
    try folder.scan()
    #expect(try folder.recorded(".gitattributes") == Array("# mine\n".utf8))
    try folder.put("a.bin", LargeFolder.content(2))
    try folder.scan()
    #expect(try folder.recorded("a.bin") == pointer(to: LargeFolder.content(2)).bytes)
    let line = "# mine\n/a.bin filter=lfs diff=lfs merge=lfs -text\n"
    #expect(try folder.recorded(".gitattributes") == Array(line.utf8))
  }

  @Test func `a file too large for a turn is hashed beside it, and not again after a start`() throws {
    let file = folder.root + "/film.mov"
    try folder.put("film.mov", [1])
    try #require(truncate(file, 40_000_000) == 0)
    try folder.age("film.mov")
    #expect(try folder.recorder.scan(believesDeletions: true).commits.isEmpty)
    #expect(folder.recorder.swapper.uncopied.map(\.string) == ["film.mov"])
    try folder.scan()
    let entry = try #require(try folder.recorder.disk.largeEntries(under: nil).first)
    #expect(entry.pointer.size == 40_000_000)
    #expect(entry.state == .content)
    try folder.objects.check(entry.pointer)
    try folder.recorder.log.close()
    try folder.reopen()
    #expect(try folder.recorder.scan(believesDeletions: true).commits.isEmpty)
    #expect(folder.recorder.swapper.uncopied.isEmpty)
    #expect(try folder.recorder.disk.largeEntries(under: nil).first?.state == .content)
  }

  @Test func `without the cache a large file is hashed again and no commit is made`() throws {
    try folder.put("a.bin", big)
    try folder.put("film.mov", [1])
    try #require(truncate(folder.root + "/film.mov", 40_000_000) == 0)
    try folder.age("film.mov")
    try folder.scan()
    let tip = folder.recorder.tip
    try folder.reopen()
    #expect(folder.recorder.disk.cache.count == 0)
    try folder.scan()
    #expect(folder.recorder.tip == tip)
    #expect(try folder.recorder.disk.largeEntries(under: nil).map(\.state) == [.content, .content])
  }

  @Test func `documentation about pointers is a document`() throws {
    let text = try pointer(to: big).bytes
    try folder.put("pointers.md", text)
    try folder.scan()
    #expect(try folder.recorded("pointers.md") == text)
    #expect(try folder.recorder.disk.largeEntries(under: nil).isEmpty)
    try folder.put("pointers.md", text + Array("That is one.\n".utf8))
    try folder.scan()
    #expect(try folder.recorded("pointers.md") == text + Array("That is one.\n".utf8))
  }

  @Test func `a mode is recorded, and a link is never large`() throws {
    try folder.put("tool", big)
    try #require(chmod(folder.root + "/tool", 0o755) == 0)
    try folder.put(".gitattributes", Array("link filter=lfs\n".utf8))
    try #require(symlink("tool", folder.root + "/link") == 0)
    try folder.scan()
    #expect(try folder.recorder.entry(at: folder.path("tool"))?.mode == .executable)
    #expect(try folder.recorder.entry(at: folder.path("link"))?.mode == .symlink)
    #expect(try folder.recorded("tool") == pointer(to: big).bytes)
  }
}
