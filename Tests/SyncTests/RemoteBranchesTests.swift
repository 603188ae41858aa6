import Glibc
import Processes
import TestSupport
import Testing

@testable import Sync

@Suite struct RemoteBranchesTests {
  @Test(
    arguments: [
      ("", .empty),
      ("ref: refs/heads/trunk\tHEAD\nA\tHEAD\nA\trefs/heads/main\nA\trefs/heads/trunk\n", .branch("trunk")),
      ("A\trefs/heads/drafts\nA\trefs/heads/main\n", .branch("main")),
      ("A\trefs/heads/master\n", .branch("master")),
      ("A\trefs/heads/b/c\nA\trefs/heads/a\n", .several(["a", "b/c"])),
      ("ref: refs/heads/gone\tHEAD\nA\trefs/heads/main\n", .branch("main")),
      ("A\trefs/heads/stet/machine-1\n", .empty),
      ("A\trefs/heads/stet/machine-1\nA\trefs/heads/notes\n", .branch("notes")),
      ("ref: refs/heads/stet/machine-1\tHEAD\nA\trefs/heads/stet/machine-1\n", .empty),
      ("warning\nA\trefs/tags/v1\n", .empty),
    ] as [(String, RemoteBranches.Beginning)])
  func `a folder begins with the remote's choice, else with main, else with the only branch`(
    listing: String, beginning: RemoteBranches.Beginning
  ) {
    #expect(RemoteBranches(listing: listing).beginning == beginning)
  }
}

@Suite struct ProgramSearchTests {
  @Test func `the first executable file along the path is the program`() throws {
    let folder = TemporaryFolder()
    let root = folder.path
    for name in ["folder", "plain", "right", "later"] { mkdir("\(root)/\(name)", 0o755) }
    mkdir("\(root)/folder/tool", 0o755)
    for (name, mode) in [("plain", 0o644), ("right", 0o755), ("later", 0o755)] as [(String, mode_t)] {
      close(open("\(root)/\(name)/tool", O_CREAT | O_WRONLY, mode))
    }
    let path = "relative:\(root)/missing:\(root)/folder:\(root)/plain:\(root)/right:\(root)/later"
    #expect(ProgramSearch.find("tool", path: path) == "\(root)/right/tool")
    #expect(ProgramSearch.find("other", path: path) == nil)
    #expect(ProgramSearch.find("tool", path: nil) == nil)
    #expect(ProgramSearch.find("/any/where", path: path) == "/any/where")
  }
}
