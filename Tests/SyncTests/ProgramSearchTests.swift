import Glibc
import Sync
import TestSupport
import Testing

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
