import Glibc
import Processes
import SystemPackage
import TestSupport
import Testing

@testable import GitProcess

/// Children that do not do what they should.
@Suite struct ChildProcessTests {
  private static let deadline = ChildDeadline(stall: .seconds(60), answer: .seconds(60))

  @Test(arguments: ["exit 3", "exec <&-; echo said >&2; exit 3", "read -r line; exec <&-; echo said >&2; exit 3"])
  func `a child that does not read its input is run to its end`(script: String) async throws {
    // As the daemon does: a write to a child that has ended fails with an error.
    signal(SIGPIPE, SIG_IGN)
    let folder = TemporaryFolder()
    var child = ChildProcess(
      program: "sh", arguments: ["-c", script], environment: folder.environment(), directory: FilePath(folder.path))
    // More than a pipe holds.
    child.input = String(repeating: "a line\n", count: 100_000)
    for _ in 0..<5 {
      let result = try await child.run(deadline: Self.deadline)
      #expect(result.status == 3)
      #expect(result.errors.contains("said") == script.contains("said"))
    }
  }

  @Test func `a child gets its whole input, and its end`() async throws {
    let folder = TemporaryFolder()
    var child = ChildProcess(
      program: "wc", arguments: ["-c"], environment: folder.environment(), directory: FilePath(folder.path))
    child.input = String(repeating: "x", count: 300_000)
    let result = try await child.run(deadline: Self.deadline)
    #expect(result.output == "300000\n")
  }

  @Test func `without descriptors for its pipes a child is not started, and none is kept`() throws {
    var opened: [FileDescriptor] = []
    #expect(throws: Errno.tooManyOpenFiles) {
      try ChildDescriptors.require {
        guard opened.count < 5 else { throw Errno.tooManyOpenFiles }
        opened.append(try FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec))
        return opened[opened.count - 1]
      }
    }
    try ChildDescriptors.require()
    #expect(opened.count == 5)
  }
}
