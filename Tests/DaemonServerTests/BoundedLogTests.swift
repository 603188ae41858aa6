import DaemonServer
import TestSupport
import Testing

@Suite struct BoundedLogTests {
  @Test func `a log never grows past twice its bound and keeps the newest lines`() throws {
    let folder = TemporaryFolder()
    let log = BoundedLog(path: folder.file("log"), bound: 1_000)
    for number in 0..<500 { log.append("line \(number)") }
    let sizes = try ["log", "log.1"].map { try #require(folder.read($0)).count }
    #expect(sizes.allSatisfy { $0 > 0 && $0 <= 1_000 })
  }
}
