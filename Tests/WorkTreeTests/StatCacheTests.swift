import FileSystem
import GitObjects
import Testing

@testable import WorkTree

@Suite struct `Stat cache` {
  private func filled() throws -> StatCache {
    var cache = StatCache()
    for index in 0..<20 {
      let stamp = FileStamp(
        kind: index % 3 == 0 ? .symlink : .file, size: Int64(index), modified: -1, changed: Int64.max,
        inode: UInt64(index), device: .max, permissions: 0o755, links: 1, owner: 7, group: 8)
      cache[try WorkspacePath("folder/ä\(index)")] = CachedFile(
        stamp: stamp, blob: .emptyTree, isTrusted: index % 2 == 0, isLarge: index % 3 == 0)
    }
    return cache
  }

  @Test func `what was stored comes back`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    var cache = try filled()
    try cache.store(in: tree)
    #expect(!cache.isDirty)
    let loaded = StatCache(from: tree)
    #expect(loaded.count == 20)
    for index in 0..<20 {
      let path = try WorkspacePath("folder/ä\(index)")
      #expect(loaded[path] == cache[path])
    }
  }

  @Test(arguments: [false, true])
  func `the files of a folder are known by their names, also after the cache was stored`(isStored: Bool) throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    var cache = StatCache()
    for (index, path) in ["a", "b/a", "b/c/a", "b/c/é", "b/c/e\u{301}"].enumerated() {
      cache[try WorkspacePath(path)] = file(UInt64(index))
    }
    cache[try WorkspacePath("b/a")] = nil
    cache[try WorkspacePath("b/c/a")] = file(9)
    if isStored {
      try cache.store(in: tree)
      cache = StatCache(from: tree)
    }
    func inodes(_ folder: String) -> [String: UInt64] {
      Dictionary(cache.files(in: folder).map { (String($0.key.text), $0.value.stamp.inode) }) { $0 + $1 }
    }
    #expect(cache.count == 4)
    #expect(inodes("") == ["a": 0] && inodes("b") == [:] && inodes("missing") == [:])
    // Two spellings of one letter are two files; as texts they are equal.
    #expect(inodes("b/c") == ["a": 9, "é": 7] && cache.files(in: "b/c").count == 3)
  }

  private func file(
    _ inode: UInt64, links: UInt64 = 1, modified: Int64 = 1, changed: Int64 = 5
  ) -> CachedFile {
    let stamp = FileStamp(
      kind: .file, size: 1, modified: modified, changed: changed, inode: inode, device: 1, permissions: 0o644,
      links: links, owner: 0, group: 0)
    return CachedFile(stamp: stamp, blob: .emptyTree, isTrusted: true, isLarge: false)
  }

  private func parted(_ cache: inout StatCache) -> [String] { cache.takeParted().map { "\($0.from) \($0.to)" } }

  @Test(arguments: [false, true])
  func `a link that is separated from its other name is told, also after it was stored`(isStored: Bool) throws {
    let (secret, copy) = (try WorkspacePath("secret"), try WorkspacePath("copy"))
    var cache = StatCache()
    // The first name was read before the link was made.
    cache[secret] = file(1)
    cache[copy] = file(1, links: 2)
    #expect(cache.otherNames(of: copy) == [secret] && cache.otherNames(of: secret) == [copy])
    if isStored {
      let tree = SimulatedTree { 0 }
      try tree.makeDirectories(.store)
      try cache.store(in: tree)
      cache = StatCache(from: tree)
    }
    #expect(parted(&cache) == [])
    // The separation changed the link's number of links and time, and a scan may find that first.
    if isStored { cache[copy] = file(1, links: 1, changed: 9) }
    cache[secret] = file(2)
    #expect(parted(&cache) == ["secret copy"])
    #expect(cache.otherNames(of: copy) == [])
    cache[secret] = nil
    #expect(parted(&cache) == [])
  }

  @Test func `a new file with the inode of a deleted one is no link to it`() throws {
    let (secret, new) = (try WorkspacePath("secret"), try WorkspacePath("new"))
    var cache = StatCache()
    cache[try WorkspacePath("a")] = file(7, links: 2)
    cache[secret] = file(1, links: 2, changed: 5)
    cache[new] = file(1, modified: 6, changed: 6)
    #expect(cache.otherNames(of: new) == [])
    cache[secret] = file(2, changed: 6)
    #expect(parted(&cache) == [])
  }

  @Test func `a stored form that is damaged anywhere, or cut short, counts as none`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    var cache = try filled()
    try cache.store(in: tree)
    let bytes = try #require(try tree.read(StatCache.file.location, limit: .max)).bytes
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 1
      try tree.save(StatCache.file.location, bytes: damaged)
      #expect(StatCache(from: tree).count == 0, "byte \(position)")
    }
    for length in stride(from: 0, to: bytes.count, by: 7) {
      try tree.save(StatCache.file.location, bytes: Array(bytes[..<length]))
      #expect(StatCache(from: tree).count == 0, "length \(length)")
    }
  }

  @Test func `storing all of it waits until a fiftieth changed, and at least 64 entries`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    var cache = StatCache()
    let file = try #require(try filled()[WorkspacePath("folder/ä1")])
    func change(_ range: Range<Int>) throws { for index in range { cache[try WorkspacePath("\(index)")] = file } }
    try change(0..<63)
    #expect(!cache.isWorthStoring)
    try change(63..<64)
    #expect(cache.isWorthStoring)
    try change(64..<5_000)
    try cache.store(in: tree)
    try change(0..<99)
    #expect(cache.isDirty && !cache.isWorthStoring)
    try change(99..<100)
    #expect(cache.isWorthStoring)
  }

  @Test(arguments: [
    (now: Int64(10), left: 1), (3, 1), (2, 0), (0, 0),
  ])
  func `a day before the last change that was, and all that is to come, is recent`(now: Int64, left: Int) throws {
    let day: Int64 = 86_400_000_000_000
    var cache = StatCache()
    // One of long ago, two of a day, and one whose time has not come yet.
    for (name, changed) in [("a", day), ("b", 2 * day + 1), ("c", 2 * day + 2), ("d", 30 * day)] {
      let stamp = FileStamp(
        kind: .file, size: 1, modified: 0, changed: changed, inode: 1, device: 1, permissions: 0o644, links: 1,
        owner: 1, group: 1)
      cache[try WorkspacePath(name)] = CachedFile(stamp: stamp, blob: .emptyTree, isTrusted: true, isLarge: false)
    }
    let isForgotten = cache.forgetRecent(now: now * day)
    #expect(isForgotten && cache.count == left)
    #expect(try (cache[WorkspacePath("a")] != nil) == (left == 1))
  }

  @Test func `a missing stored form is an empty cache`() {
    #expect(StatCache(from: SimulatedTree { 0 }).count == 0)
  }

  @Test(arguments: [
    (settled: true, age: Int64(10_000_000), proves: true), (true, 9_999_999, false), (false, 10_000_000, false),
    (true, -1, false), (true, -3_600_000_000_000, true),
  ])
  func `only content that was settled and 10 ms away from when it was read is proved by its stamp`(
    settled: Bool, age: Int64, proves: Bool
  ) {
    let stamp = FileStamp(
      kind: .file, size: 1, modified: 1_000_000_000, changed: 0, inode: 1, device: 1, permissions: 0o644, links: 1,
      owner: 1, group: 1)
    let file = CachedFile(stamp: stamp, blob: .emptyTree, isSettled: settled, readAt: 1_000_000_000 + age)
    #expect(file.proves(stamp) == proves)
    var other = stamp
    other.permissions = 0o755
    #expect(!file.proves(other))
  }
}
