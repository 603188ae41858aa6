import FoundationEssentials
import Glibc
import Testing

@testable import WorkspaceEngine

/// The look at names on disk.
@Suite struct FolderReaderTests {
  private let name = String(repeating: "d", count: 200)

  /// Makes folders in each other until the path of the last is longer than the system takes; each by its descriptor.
  private func makeTooDeep(in folder: String) throws -> [Int32] {
    var folders = [open(folder, O_RDONLY | O_DIRECTORY)]
    for _ in 0..<25 {
      try #require(mkdirat(folders[folders.count - 1], name, 0o755) == 0)
      folders.append(openat(folders[folders.count - 1], name, O_RDONLY | O_DIRECTORY))
    }
    return folders
  }

  @Test func `a folder that cannot be listed is named, and the rest is listed all the same`() async throws {
    let folder = try await TestFolder(isEmpty: true)
    try folder.save("a.md", "one")
    try folder.save("z/b.md", "two")
    try FileManager.default.createDirectory(atPath: folder.root + "/k", withIntermediateDirectories: true)
    let folders = try makeTooDeep(in: folder.root + "/k")
    defer {
      for descriptor in folders.reversed() {
        unlinkat(descriptor, name, AT_REMOVEDIR)
        close(descriptor)
      }
    }
    let report = try #require(try await FolderReader(root: folder.root).look(at: nil, reach: .everything))
    #expect(report.entries.map(\.path).filter { !$0.hasPrefix("k/") } == ["a.md", "k", "z", "z/b.md"])
    let unread = report.entries.filter { $0.isUnreadable == true }
    #expect(unread.count == 1)
    #expect(report.entries.count < folders.count + 3)
  }
}
