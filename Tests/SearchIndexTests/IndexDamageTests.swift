import FoundationEssentials
import GitObjects
import TestSupport
import Testing

@testable import SearchIndex

/// Damage of the database, and disks that fail.
@Suite struct IndexDamageTests {
  private static let name = ".git/stet/index.sqlite"

  @Test(arguments: Seeds.blocks(plain: 60, long: 2_000))
  func `a database that was damaged at a random place gives the right answers`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = RandomFiles(generator: SeededGenerator(seed: seed))
      let folder = try IndexFolder()
      var files: [String: [UInt8]] = [:]
      for _ in 0..<5 { random.change(&files) }
      try folder.commit(files, at: 1)
      try folder.index()
      folder.indexer.close()
      var bytes = try #require(folder.folder.read(Self.name))
      let place = Int.random(in: 0..<bytes.count, using: &random.generator)
      switch Int.random(in: 0..<3, using: &random.generator) {
      case 0: bytes[place] ^= UInt8.random(in: 1...255, using: &random.generator)
      case 1: bytes.removeSubrange(place...)
      default:
        for index in place..<min(bytes.count, place + 512) {
          bytes[index] = UInt8.random(in: 0...255, using: &random.generator)
        }
      }
      try folder.folder.write(Self.name, bytes)
      try folder.reopen(closing: false)
      for _ in 0..<5 {
        let query = random.query()
        #expect(try Set(folder.paths(query)) == folder.scan(query), "seed \(seed), query \(query)")
      }
      #expect(folder.indexer.progress.problem == nil, "seed \(seed)")
    }
  }

  @Test func `a database of another version is built anew`() throws {
    let folder = try IndexFolder()
    try folder.commit(["a.md": "word"])
    try folder.index()
    folder.indexer.close()
    var bytes = try #require(folder.folder.read(Self.name))
    // The version is at byte 60 of the file's header.
    bytes[63] = 99
    try folder.folder.write(Self.name, bytes)
    try FileManager.default.removeItem(atPath: folder.folder.file(".git/stet/index.sum"))
    try folder.reopen(closing: false)
    #expect(try folder.paths("word") == ["a.md"])
  }

  @Test func `deleting the database changes no answer`() throws {
    let folder = try IndexFolder()
    try folder.commit(["a.md": "word", "b.md": "word word"])
    let before = try folder.search("word")
    folder.indexer.close()
    try FileManager.default.removeItem(atPath: folder.folder.file(Self.name))
    try folder.reopen(closing: false)
    #expect(try folder.search("word") == before)
  }

  @Test func `a database that cannot be on the disk is in memory, and on the disk once that is possible`() throws {
    let folder = try IndexFolder()
    try folder.commit(["a.md": "word"])
    // A folder in its place can neither be opened nor be removed as a file.
    try folder.folder.write(Self.name + "/x", "")
    #expect(try folder.paths("word") == ["a.md"])
    #expect(folder.indexer.progress.problem != nil)
    try folder.commit(["b.md": "word"])
    #expect(try folder.paths("word") == ["a.md", "b.md"])
    try FileManager.default.removeItem(atPath: folder.folder.file(Self.name))
    folder.indexer.retryDisk()
    #expect(try folder.paths("word") == ["a.md", "b.md"])
    #expect(folder.indexer.progress.problem == nil && folder.folder.read(Self.name) != nil)
  }

  @Test func `a lost commit of the past hides no file from a new index, nor the authors of later commits`() throws {
    let folder = try IndexFolder()
    let lost = try folder.commit(["a.md": "word"])
    try folder.commit(["b.md": "word"])
    folder.store.lose(lost)
    #expect(try folder.paths("word") == ["a.md", "b.md"])
    try folder.commit(["c.md": "word"], by: .agent(name: "Robot", session: nil))
    #expect(try folder.paths("word") == ["a.md", "b.md", "c.md"])
    var filter = SearchFilter()
    filter.author = "Robot"
    #expect(try folder.paths("word", filter) == ["c.md"])
    try folder.reopen()
    #expect(try folder.paths("word", filter) == ["c.md"])
  }

  @Test func `a tip that cannot be read leaves the index as it is`() throws {
    let folder = try IndexFolder()
    let tip = try folder.commit(["a.md": "word"])
    try folder.index()
    let lost = try folder.commit(["b.md": "word"])
    folder.store.lose(try folder.store.commit(lost).tree)
    #expect(throws: IndexFault.self) { try folder.indexer.step(to: lost) { true } }
    #expect(try folder.indexer.step(to: tip) { true })
    #expect(try folder.indexer.search(SearchQuery("word"), SearchFilter(), limit: 5).files.map(\.path) == ["a.md"])
  }
}
