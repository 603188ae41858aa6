import Glibc
import HTTPTransfer
import LargeFiles
import Synchronization
import TestSupport
import Testing

@Suite struct `An upload` {
  private func lab() throws -> ServerLab {
    let lab = try #require(try ServerLab())
    let file = open(lab.here.file("content"), O_RDONLY)
    defer { close(file) }
    _ = try lab.folder.store(file)
    unlink(lab.server.folder.file(lab.pointer.id.hex))
    return lab
  }

  @Test(arguments: ["plain", "busy", "down", "elsewhere"])
  func `arrives whole and is confirmed`(fault: String) async throws {
    let lab = try lab()
    #expect(await lab.run(.upload, fault) == .moved, "\(lab.server.log)")
    #expect(
      Shell.run("cmp '\(lab.here.file("content"))' '\(lab.server.folder.file(lab.pointer.id.hex))'").status == 0)
    #expect(lab.server.log.last?.contains("/verify") == true)
    #expect(await lab.run(.upload, fault) == .present)
  }

  @Test func `that is not confirmed, or for which there is no room, has not happened`() async throws {
    for (fault, code) in [("unverified", 500), ("full", 507)] {
      let lab = try lab()
      guard case .failed(.status(let status, _, _)) = await lab.run(.upload, fault, tries: 1) else {
        Issue.record("\(fault) went well")
        continue
      }
      #expect(status == code)
    }
  }

  @Test func `of an object that is not here is refused`() async throws {
    let lab = try lab()
    try lab.folder.remove(lab.pointer.id)
    #expect(await lab.run(.upload, "plain") == .failed(.local(.missing(lab.pointer.id))))
  }

  @Test func `of a damaged object sends nothing, and happens once the content is stored again`() async throws {
    let lab = try lab()
    let place = lab.folder.place(of: lab.pointer.id)
    Shell.run("rm -f '\(place)' && head -c \(lab.pointer.size) /dev/zero > '\(place)'")
    #expect(lab.folder.holds(lab.pointer))
    #expect(await lab.run(.upload, "plain") == .failed(.local(.wrongContent(lab.pointer.id))))
    #expect(!lab.server.log.contains { $0.hasPrefix("PUT") }, "\(lab.server.log)")
    #expect(!lab.folder.holds(lab.pointer))
    #expect(try lab.folder.store(lab.bytes) == lab.pointer)
    #expect(await lab.run(.upload, "plain") == .moved)
  }

  @Test func `keeps to a bandwidth`() async throws {
    let lab = try lab()
    lab.loop.limit(TransferSettings.Bandwidth(up: 600_000, down: nil))
    let clock = ContinuousClock()
    var outcome: TransferOutcome?
    let time = await clock.measure { outcome = await lab.run(.upload, "plain") }
    #expect(outcome == .moved)
    #expect(time > .milliseconds(200), "\(time)")
  }

  @Test func `that is retried soon does not wait for another object's long pause`() async throws {
    let lab = try lab()
    let second = try lab.folder.store(Samples.noise(1_000, seed: 6))
    func misbehave(_ pointer: Pointer, _ fault: String) throws {
      try lab.server.folder.write("\(pointer.id.hex).fault", Array(fault.utf8))
    }
    try misbehave(lab.pointer, "429-600")
    try misbehave(second, "slow")
    let postponed = Mutex<Set<ContentID>>([])
    let moved = Mutex<Set<ContentID>>([])
    let transfer = ObjectTransfer(
      .upload, with: lab.server("switched"), folder: lab.folder,
      postponed: { id, _ in _ = postponed.withLock { $0.insert(id) } },
      ended: { id, outcome in if outcome == .moved { _ = moved.withLock { $0.insert(id) } } })
    let retry = RetryPolicy(
      tries: 1_000, first: .milliseconds(10), longest: .milliseconds(50), longestRetryAfter: .seconds(600))
    let queue = TransferQueue([lab.pointer, second], retry: retry)
    let task = Task { await transfer.run(queue) }
    try await until { postponed.withLock { $0.contains(lab.pointer.id) } }
    try misbehave(second, "503")
    try await until { postponed.withLock { $0.contains(second.id) } }
    try misbehave(second, "plain")
    try await until { moved.withLock { $0.contains(second.id) } }
    task.cancel()
    #expect(await task.value == [lab.pointer.id: .failed(.cancelled), second.id: .moved])
  }

  @Test func `at a low bandwidth has not stalled while libcurl pauses after a buffer`() async throws {
    let lab = try lab()
    let pointer = try lab.folder.store(Samples.noise(700_000, seed: 5))
    lab.loop.limit(TransferSettings.Bandwidth(up: 250_000, down: nil))
    let retry = RetryPolicy(
      tries: 1, first: .milliseconds(1), longest: .milliseconds(2), longestRetryAfter: .seconds(5))
    let transfer = ObjectTransfer(.upload, with: lab.server("plain", stall: .seconds(1)), folder: lab.folder)
    #expect(await transfer.run(TransferQueue([pointer], retry: retry))[pointer.id] == .moved)
  }
}
