import WorkspaceAPI
import Commands
import Glibc
import TestSupport
import Testing

@Suite struct WorkspaceFolderTests {
  @Test(arguments: [
    ("", "a.md", "a.md"), ("Research", "a.md", "Research/a.md"), ("Research/x", "../a.md", "Research/a.md"),
    ("Research", "./b//c/", "Research/b/c"), ("Research", "..", ""), ("", ".", ""),
    ("x", "/home/ann/Stet/b.md", "b.md"),
    ("x", "/home/ann/Stet", ""),
  ])
  func `a name is taken from where the command was called`(prefix: String, argument: String, path: String) throws {
    let folder = WorkspaceFolder(root: "/home/ann/Stet", prefix: prefix)
    let found: String = try folder.path(argument)
    #expect(found == path)
  }

  @Test(arguments: ["..", "../a.md", "a/../../b", "/etc/passwd", "/home/ann/Stet2/a"])
  func `a name outside the workspace is a usage error`(argument: String) {
    let folder = WorkspaceFolder(root: "/home/ann/Stet", prefix: "")
    let error = #expect(throws: VerbError.self) { let _: String = try folder.path(argument) }
    #expect(error?.code == .usage)
  }

  @Test func `a workspace is found upward from a folder in it`() throws {
    let temporary = TemporaryFolder()
    let made = temporary.path
    for folder in ["/.git", "/.git/stet", "/a", "/a/b"] { mkdir(made + folder, 0o700) }
    let root = try #require(WorkspaceFolder.resolve(made))
    #expect(try WorkspaceFolder.find(from: made + "/a/b") == WorkspaceFolder(root: root, prefix: "a/b"))
    #expect(try WorkspaceFolder.find(from: made) == WorkspaceFolder(root: root, prefix: ""))
    let error = #expect(throws: VerbError.self) { try WorkspaceFolder.find(from: "/") }
    #expect(error?.next?.contains("stet init") == true)
  }
}
