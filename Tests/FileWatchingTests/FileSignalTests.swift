import Testing
import Threads

@testable import FileWatching

@Suite(.timeLimit(.minutes(5)))
struct FileSignalTests {
  @Test(arguments: ["echo x > lock", "echo x > new; mv new lock", "rm lock"])
  func `a change of the file is noted, and one beside it is not`(command: String) async throws {
    let folder = try WatchedFolder()
    try folder.shell("touch lock")
    let signal = FileSignal(of: "lock", in: folder.path)
    try folder.shell("echo x > other; rm other")
    try await signal.changes.wait(past: 0, atMost: .milliseconds(50))
    #expect(signal.changes.number == 0)
    try folder.shell(command)
    try await signal.changes.wait(past: 0, atMost: .seconds(60))
    #expect(signal.changes.number > 0)
  }

  @Test func `without the folder nothing is noted`() async throws {
    let folder = try WatchedFolder()
    let signal = FileSignal(of: "lock", in: folder.path + "/none")
    try folder.shell("mkdir none; touch none/lock")
    try await signal.changes.wait(past: 0, atMost: .milliseconds(50))
    #expect(signal.changes.number == 0)
  }
}
