import GitObjects
import Testing

@testable import FolderKeeping

@Suite struct IgnoredFoldersTests {
  private let ignored = IgnoredFolders()

  @Test func `a scan in progress does not make the watcher leave a folder with recorded files`() throws {
    let build = try WorkspacePath("build")
    ignored.note(build, isIgnored: true)
    #expect(!ignored.contains(build))
    #expect(!ignored.settle { _ in false })
    #expect(!ignored.contains(build))
  }

  @Test func `a covered folder is left when its last recorded file goes, and entered when one comes`() throws {
    let build = try WorkspacePath("build")
    ignored.note(build, isIgnored: true)
    #expect(ignored.settle { _ in true })
    #expect(ignored.contains(build))
    #expect(ignored.settle { _ in false })
    #expect(!ignored.contains(build))
    #expect(ignored.settle { _ in true })
    #expect(!ignored.settle { _ in true })
  }
}
