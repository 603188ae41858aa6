import Documents
import GitObjects
import Glibc
import LargeFiles
import TestSupport
import Testing
import WorkTree

/// The agents' verbs with large files.
@Suite struct `Writes to large files` {
  private let folder: LargeFolder
  private let big = LargeFolder.content(1)

  init() throws { folder = try LargeFolder() }

  private func state(_ path: String) throws -> LargeEntry.State? {
    try folder.recorder.disk.largeEntries(under: folder.path(path)).first?.state
  }

  /// The blob of the pointer to a content.
  private func blob(_ content: [UInt8]) throws -> ObjectID {
    folder.repository.id(of: .blob, try pointer(to: content).bytes)
  }

  private func unchanged() throws {
    let tip = folder.recorder.tip
    try folder.scan()
    #expect(folder.recorder.tip == tip)
  }

  @Test func `what an agent writes beyond the threshold is a pointer of the agent's, line and all`() throws {
    let result = try folder.write("data.bin", .put(big)).result()
    let pointer = try pointer(to: big)
    #expect(result.token == folder.repository.id(of: .blob, pointer.bytes))
    #expect(try folder.recorded("data.bin") == pointer.bytes)
    #expect(try folder.bytes("data.bin") == big)
    let commit = try folder.repository.commit(#require(result.commit))
    #expect(CommitMessage(parsing: commit.message).author == .robot)
    let names = try Tree.flatten(commit.tree, in: folder.repository).map(\.path)
    #expect(names == [".gitattributes", "data.bin"])
    #expect(commit.parents.isEmpty)
    #expect(try state("data.bin") == .content)
    try unchanged()
  }

  @Test func `an edit reads the content, never the pointer`() throws {
    let text = (0..<200).map { "line \($0) of a large table\n" }.joined()
    let first = try folder.write("t.csv", .put(Array(text.utf8))).result()
    try folder.write("t.csv", .edit(old: "line 7 of", new: "line seven of", everywhere: false)).result()
    let changed = text.replacing("line 7 of", with: "line seven of")
    #expect(try folder.bytes("t.csv") == Array(changed.utf8))
    #expect(try folder.recorded("t.csv") == pointer(to: Array(changed.utf8)).bytes)
    // Versions of a large file are never merged.
    let stale = try folder.write(
      "t.csv", .edit(old: "line 9 of", new: "line nine of", everywhere: false),
      base: .version(try #require(first.token)))
    #expect(stale == .refused(.stale(base: first.token, current: try blob(Array(changed.utf8)))))
    #expect(try folder.bytes("t.csv") == Array(changed.utf8))
    try unchanged()
  }

  @Test func `what is appended is appended to the file that stands there`() throws {
    try folder.write("log.txt", .put(Array(repeating: 65, count: 1_990))).result()
    let inode = try folder.tree.stamp(of: .init(folder.path("log.txt")))?.inode
    try folder.write("log.txt", .append(Array(repeating: 66, count: 20))).result()
    try folder.write("log.txt", .append(Array(repeating: 67, count: 20))).result()
    let whole = [UInt8](repeating: 65, count: 1_990) + Array(repeating: 66, count: 20) + Array(repeating: 67, count: 20)
    #expect(try folder.bytes("log.txt") == whole)
    #expect(try folder.tree.stamp(of: .init(folder.path("log.txt")))?.inode == inode)
    #expect(try folder.recorded("log.txt") == pointer(to: whole).bytes)
    try unchanged()
  }

  @Test func `a placeholder whose content is elsewhere is not edited and may be replaced`() throws {
    try folder.write("t.csv", .put(big)).result()
    let pointer = try pointer(to: big)
    try folder.age("t.csv")
    try folder.scan()
    #expect(try folder.recorder.makePlaceholder(folder.path("t.csv"), pointer) == .done)
    try folder.objects.remove(pointer.id)
    #expect(try folder.write("t.csv", .append([65])) == .refused(.notHere))
    #expect(
      try folder.write("t.csv", .edit(old: "oid", new: "id", everywhere: false)) == .refused(.notHere))
    #expect(try folder.bytes("t.csv") == pointer.bytes)
    try folder.write("t.csv", .put(LargeFolder.content(2))).result()
    #expect(try folder.bytes("t.csv") == LargeFolder.content(2))
    try unchanged()
  }

  @Test func `an agent cannot write a pointer to what is not known`() throws {
    try folder.write("t.bin", .put(big)).result()
    let other = try pointer(to: LargeFolder.content(5))
    #expect(try folder.write("t.bin", .put(other.bytes)) == .refused(.pointerText))
    #expect(try folder.bytes("t.bin") == big)
  }

  @Test func `an agent cannot make a pointer to a known content by an edit or an append`() throws {
    try folder.write("t.bin", .put(big)).result()
    let text = String(decoding: try pointer(to: big).bytes, as: UTF8.self)
    // In a large file's place the beginning of a pointer is an edited pointer, to which nothing is appended.
    let refusals: [(path: String, append: WriteRefusal)] = [("a.bin", .pointerText), ("t.bin", .beingSaved)]
    for (path, refusal) in refusals {
      try folder.write(path, .put(Array("x\(text)".utf8))).result()
      #expect(
        try folder.write(path, .edit(old: "xversion", new: "version", everywhere: false)) == .refused(.pointerText))
      try folder.write(path, .put(Array(text.utf8.dropLast(2)))).result()
      #expect(try folder.write(path, .append(Array(text.utf8.suffix(2)))) == .refused(refusal))
      #expect(try folder.bytes(path) == Array(text.utf8.dropLast(2)))
    }
  }

  @Test func `a large file that moves keeps its pointer and has a line where it goes`() throws {
    try folder.write("a/one.bin", .put(big)).result()
    try folder.write("a/one.bin", .move(to: folder.path("b/two.bin"))).result()
    #expect(try folder.recorded("b/two.bin") == pointer(to: big).bytes)
    try unchanged()
    try folder.write("b", .move(to: folder.path("c"))).result()
    #expect(try folder.recorded("c/two.bin") == pointer(to: big).bytes)
    #expect(try folder.bytes("c/two.bin") == big)
    try unchanged()
    let text = String(decoding: try #require(try folder.bytes(".gitattributes")), as: UTF8.self)
    #expect(
      text.split(separator: "\n").compactMap { $0.split(separator: " ").first } == [
        "/a/one.bin", "/b/two.bin", "/c/two.bin",
      ])
    #expect(try folder.recorder.disk.largeEntries(under: nil).map(\.state) == [.content])
  }

  @Test func `an older version comes back as content where it is here, else as a placeholder`() throws {
    let first = try #require(try folder.write("a.bin", .put(big)).result().token)
    let second = LargeFolder.content(2)
    try folder.write("a.bin", .put(second)).result()
    let newest = try #require(try folder.recorder.entry(at: folder.path("a.bin"))?.id)
    try folder.write("a.bin", .place(mode: .file, blob: first)).result()
    #expect(try folder.bytes("a.bin") == big)
    #expect(try folder.recorded("a.bin") == pointer(to: big).bytes)
    try unchanged()
    try folder.objects.remove(pointer(to: second).id)
    try folder.write("a.bin", .place(mode: .file, blob: newest)).result()
    #expect(try folder.bytes("a.bin") == pointer(to: second).bytes)
    #expect(try state("a.bin") == .placeholder)
    try unchanged()
    // The content that was there was displaced and is here still.
    try folder.objects.check(pointer(to: big))
  }

  @Test func `a save that an agent's write displaces stands whole`() throws {
    let token = try #require(try folder.write("a.bin", .put(big)).result().token)
    try folder.put("a.bin", LargeFolder.content(3))
    let stale = try folder.write("a.bin", .put(LargeFolder.content(4)), base: .version(token))
    #expect(stale == .refused(.stale(base: token, current: try blob(LargeFolder.content(3)))))
    #expect(try folder.bytes("a.bin") == LargeFolder.content(3))
    #expect(try folder.recorded("a.bin") == pointer(to: LargeFolder.content(3)).bytes)
  }

  @Test func `what a program writes late into a displaced content is a version of its own`() throws {
    try folder.put("a.bin", big)
    try folder.scan()
    let late = open(folder.root + "/a.bin", O_WRONLY | O_CLOEXEC)
    try folder.write("a.bin", .put(LargeFolder.content(2))).result()
    var byte: UInt8 = 7
    try #require(Glibc.write(late, &byte, 1) == 1)
    close(late)
    try untilBlocking { folder.recorder.settleDisplaced().isEmpty }
    var changed = big
    changed[0] = 7
    #expect(try folder.bytes("a.bin") == changed)
    #expect(try folder.recorded("a.bin") == pointer(to: changed).bytes)
    // The program had not seen the agent's version, which is in no file.
    let conflicts = try folder.listed()
    #expect(try conflicts.map(\.other) == [blob(LargeFolder.content(2))])
    #expect(try conflicts.map(\.base) == [blob(big)] && conflicts.map(\.kept) == [blob(changed)])
    while !folder.recorder.displaced.isEmpty { try folder.recorder.log.checkpoint() }
    try unchanged()
  }

  @Test func `a copy of a large file is large`() throws {
    let token = try #require(try folder.write("a.bin", .put(big)).result().token)
    try folder.write("b.bin", .place(mode: .file, blob: token), base: .absent).result()
    #expect(try folder.bytes("b.bin") == big)
    #expect(try folder.recorder.disk.largeEntries(under: nil).map(\.state) == [.content, .content])
    try unchanged()
  }

  @Test func `deleting and undoing brings the content back`() throws {
    let token = try #require(try folder.write("a.bin", .put(big)).result().token)
    try folder.write("a.bin", .delete).result()
    #expect(try folder.bytes("a.bin") == nil)
    try folder.write("a.bin", .place(mode: .file, blob: token), base: .absent).result()
    #expect(try folder.bytes("a.bin") == big)
    try unchanged()
  }
}
