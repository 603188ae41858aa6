import DaemonServer
import Glibc
import Testing

@Suite struct BoundedLogTests {
  @Test func `a log never grows past twice its bound and keeps the newest lines`() throws {
    var template = Array("/tmp/stet-test-XXXXXX".utf8CString)
    let folder = String(cString: mkdtemp(&template))
    let log = BoundedLog(path: folder + "/log", bound: 1_000)
    for number in 0..<500 { log.append("line \(number)") }
    var sizes: [Int] = []
    for name in ["log", "log.1"] {
      var status = stat()
      #expect(stat("\(folder)/\(name)", &status) == 0)
      sizes.append(Int(status.st_size))
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
    #expect(sizes.allSatisfy { $0 > 0 && $0 <= 1_000 })
  }
}
