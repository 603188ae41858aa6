import ArgumentParser
@testable import Commands
import DaemonClient
import Testing

@Suite struct DaemonInvocationTests {
  @Test func `the arguments of a launched daemon mean what the parser reads from them`() async throws {
    let arguments = DaemonLauncher.arguments(root: "/home/a/My Notes")
    let launched = try #require(DaemonInvocation(launched: arguments))
    let command = try #require(try await StetCommand.asyncParseAsRoot(arguments) as? DaemonCommand)
    #expect(command.invocation == launched)
    #expect(launched.directory == "/home/a/My Notes" && launched.report != nil)
  }

  @Test(arguments: [
    [], ["daemon"], ["daemon", "--report", "3"], ["-C", "x", "daemon", "--report", "3"],
    ["-C", "/x", "daemon", "--report", "-3"], ["-C", "/x", "daemon", "--report", "y"],
    ["-C", "/x", "daemon", "--report", "3", "--json"], ["-C", "/x", "status", "--report", "3"],
  ]) func `other arguments go through the parser`(arguments: [String]) {
    #expect(DaemonInvocation(launched: arguments) == nil)
  }
}
