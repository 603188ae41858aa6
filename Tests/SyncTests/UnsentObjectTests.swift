import GitObjects
import Testing

@testable import Sync

@Suite struct UnsentObjectTests {
  private func published(_ lab: Lab, _ machine: Machine) throws -> [String: String] {
    try lab.remote.branch("main").map { try MachineStore(machine.host.root).store.files($0) } ?? [:]
  }

  @Test func `everything else goes out, and what waits follows when its object is there`() async throws {
    let lab = try Lab()
    let a = try lab.machine("a")
    try await a.host.save(["n.md": "one\n"])
    try await a.sync()
    try await a.host.save(["film.mp4": "pointer\n"])
    try await a.host.save(["n.md": "two\n"])
    let before = try await a.host.files()
    try await a.host.holdBack("film.mp4", problem: "the server is full")
    await #expect(throws: SyncBarrierError.objects("the server is full")) { try await a.sync() }
    #expect(try published(lab, a) == ["n.md": "two\n"])
    #expect(try await a.host.files() == before)
    try await a.host.save(["n.md": "three\n"])
    await #expect(throws: SyncBarrierError.objects("the server is full")) { try await a.sync() }
    #expect(try published(lab, a) == ["n.md": "three\n"])
    await a.host.holdNothingBack()
    try await a.sync()
    #expect(try published(lab, a) == ["film.mp4": "pointer\n", "n.md": "three\n"])
    #expect(await a.engine.state().ahead == 0)
  }

  @Test func `a change of others is taken while something waits`() async throws {
    let lab = try Lab()
    let (a, b) = (try lab.machine("a"), try lab.machine("b"))
    try await a.host.save(["n.md": "one\n"])
    try await a.sync()
    try await b.sync()
    try await a.host.save(["film.mp4": "pointer\n"])
    try await a.host.holdBack("film.mp4", problem: "no room")
    await #expect(throws: SyncBarrierError.self) { try await a.sync() }
    try await b.host.save(["m.md": "from b\n"])
    try await b.sync()
    await #expect(throws: SyncBarrierError.self) { try await a.sync() }
    #expect(try await a.host.files() == ["film.mp4": "pointer\n", "m.md": "from b\n", "n.md": "one\n"])
    #expect(try published(lab, a) == ["m.md": "from b\n", "n.md": "one\n"])
    await a.host.holdNothingBack()
    try await a.sync()
    try await b.sync()
    #expect(try await b.host.files() == a.host.files())
  }
}
