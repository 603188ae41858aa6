import FileSystem
import Git
import GitObjects
import TestSupport
import Testing
import WorkTree

@testable import FolderKeeping

/// The files of a bulk import that other threads read.
@Suite struct FilesAheadTests {
  private let folder = TemporaryFolder()
  /// A clock that is far ahead of the files.
  private let later = SimulatedTime(Moment(wall: 4_000_000_000_000_000_000, monotonic: 1))

  private func files(
    _ paths: [WorkspacePath], threads: Int = 3, room: Int = 1 << 20,
    mayHoldSecret: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }
  ) throws -> FilesAhead {
    try FilesAhead(
      paths, in: DiskTree(root: folder.path), threads: threads, room: room, time: later, mayHoldSecret: mayHoldSecret)
  }

  private func all(_ files: FilesAhead) -> [FileAhead?] {
    var taken: [FileAhead?] = []
    while case let part = files.next(), !part.isEmpty { taken += part }
    return taken
  }

  @Test func `every file is handed over in its place, with its id and its entry for a pack`() throws {
    let paths = try (0..<300).map { try WorkspacePath("d\($0 % 7)/note-\($0).md") }
    for path in paths { try folder.write(path.string, "text of \(path.string)\n") }
    let taken = try all(files(paths))
    #expect(taken.count == paths.count)
    for (path, file) in zip(paths, taken) {
      let content = Array("text of \(path.string)\n".utf8)
      let blob = try BlobPacker().pack(content)
      #expect(file?.content.bytes == content && file?.blob == blob && file?.isFreeOfSecrets == true, "\(path)")
      #expect(try file?.content.stamp == DiskTree(root: folder.path).stamp(of: FileLocation(path)))
    }
  }

  @Test func `a file that cannot be read as one is left to the recorder, and the others are read`() throws {
    try folder.write("a.md", "a\n")
    try folder.write("folder/in.md", "in\n")
    try folder.write("b.md", "b\n")
    let taken = try all(files(["a.md", "missing.md", "folder", "b.md"].map { try WorkspacePath($0) }))
    #expect(taken.map { $0?.content.bytes } == [Array("a\n".utf8), nil, nil, Array("b\n".utf8)])
  }

  @Test func `the contents that wait have room, and what has none is left to the recorder`() throws {
    let paths = try (0..<640).map { try WorkspacePath("note-\($0).md") }
    for path in paths { try folder.write(path.string, [UInt8](repeating: 1, count: 1_000)) }
    let reading = try files(paths, threads: 1, room: 10_000)
    var (read, left) = (0, 0)
    while case let part = reading.next(), !part.isEmpty {
      // Two batches wait at most, and one file may exceed the room.
      #expect(part.count { $0 != nil } <= 11)
      read += part.count { $0 != nil }
      left += part.count { $0 == nil }
    }
    #expect(read > 0 && left > 0 && read + left == 640)
  }

  @Test func `a file that was modified when it was read is left to the recorder`() throws {
    let path = try WorkspacePath("a.md")
    try folder.write("a.md", "a\n")
    let stamp = try #require(try DiskTree(root: folder.path).stamp(of: FileLocation(path)))
    for (age, isRead) in [(0, false), (9_000_000, false), (10_000_000, true)] as [(Int64, Bool)] {
      let files = try FilesAhead(
        [path], in: DiskTree(root: folder.path), time: SimulatedTime(Moment(wall: stamp.modified + age, monotonic: 1)),
        mayHoldSecret: { _ in false })
      #expect(all(files).map { $0 != nil } == [isRead], "\(age) ns")
    }
  }

  @Test func `a content that may hold a secret is marked`() throws {
    try folder.write("a.md", "plain\n")
    try folder.write("b.md", "secret\n")
    let taken = try all(
      files(["a.md", "b.md"].map { try WorkspacePath($0) }) { $0.starts(with: "secret".utf8) })
    #expect(taken.map { $0?.isFreeOfSecrets } == [true, false])
  }
}
