import Glibc
import Testing

/// The real program, killed, cut off and starved; the scripts beside this file say how.
///
/// A sample of the places each; all of them with `STET_LONG=1`.
@Suite(.serialized) struct CrashTests {
  private static let isLong = getenv("STET_LONG") != nil

  @Test(arguments: ["save", "write", "create", "append", "delete", "move", "adopt", "stop", "recover"])
  func `killed at a system call, nothing is lost and nobody is locked out`(operation: String) throws {
    let script = try Script("kill", [operation])
    #expect(script.status == 0, "\(script.report)")
  }

  @Test(arguments: ["save", "adopt", "stop", "evict", "place", "recover"])
  func `killed among large files, each is whole and nobody's save is made up`(operation: String) throws {
    let script = try Script("films", [operation])
    #expect(script.status == 0, "\(script.report)")
  }

  @Test(arguments: isLong ? ["ext4", "xfs", "btrfs"] : ["ext4"])
  func `after a power cut everything that was acknowledged or synced is there`(system: String) throws {
    let script = try Script("power", [system])
    #expect(script.status == 0, "\(script.report)")
  }

  @Test(arguments: ["full", "sync-fails", "read-only", "git-read-only"])
  func `a disk that refuses is told, and works again when it is mended`(fault: String) throws {
    let script = try Script("faults", [fault])
    #expect(script.status == 0, "\(script.report)")
  }

  @Test func `killed again and again under load, two folders end up equal with nothing lost`() throws {
    let script = try Script("loop", [])
    #expect(script.status == 0, "\(script.report)")
  }
}
