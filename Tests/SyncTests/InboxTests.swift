import Git
import GitObjects
import Testing

@testable import GitProcess

@Suite struct InboxTests {
  private let lab: Lab
  private let transport: LosingTransport
  private let fast: Machine
  private let slow: Machine

  /// Two machines that have the same; the second loses every race for the branch.
  init() async throws {
    lab = try Lab()
    fast = try lab.machine("fast")
    try await fast.save(["n.md": "start\n"])
    try await fast.sync()
    transport = LosingTransport(lab.remote)
    try NewRepository.create(root: lab.folder.path + "/slow", branch: "main")
    slow = Machine(host: try FolderHost(root: lab.folder.path + "/slow"), transport: transport, time: lab.time)
    try await slow.sync()
  }

  /// The commit in an inbox of the slow machine; nil for none.
  private func left(_ place: Inbox.Place = .hidden) -> ObjectID? {
    lab.remote.reference(Inbox(place, machine: "slow", branch: "main").reference)
  }

  /// Saves on the slow machine, and waits until that is in its inbox.
  private func loseRaces(_ place: Inbox.Place = .hidden) async throws -> ObjectID {
    let tip = try await slow.save(["slow.md": "s\n"])
    await lab.time.drive(step: .seconds(2)) { left(place) != nil }
    #expect(left(place) == tip)
    return tip
  }

  /// A machine with a branch.
  private func machine(_ name: String, on branch: String, over transport: any Transport) throws -> Machine {
    let root = lab.folder.path + "/" + name
    try NewRepository.create(root: root, branch: branch)
    return Machine(host: try FolderHost(root: root, branch: branch), transport: transport, time: lab.time)
  }

  private func fetchAndSync(_ machine: Machine) async throws {
    await machine.engine.look()
    try await machine.sync()
  }

  @Test func `who keeps losing the race leaves its commits where the winner takes them`() async throws {
    _ = try await loseRaces()
    try await fast.save(["fast.md": "f\n"])
    try await fetchAndSync(fast)
    #expect(try await fast.host.files() == ["n.md": "start\n", "slow.md": "s\n", "fast.md": "f\n"])
    try await fetchAndSync(slow)
    #expect(try await slow.host.tip() == fast.host.tip())
  }

  @Test func `what stands in an inbox comes to the branch without a merge, as the change that it is`() async throws {
    let tip = try await loseRaces()
    try await fast.save(["fast.md": "f\n"])
    try await fetchAndSync(fast)
    let copy = try await fast.host.commit(try #require(try await fast.host.tip()))
    let original = try await slow.host.commit(tip)
    #expect(copy.parents.count == 1 && copy.unsealed == original.unsealed)
    #expect(copy.author == original.author && copy.committer == original.committer)
    // Its owner knows it again.
    try await fetchAndSync(slow)
    #expect(try await slow.host.tip() == fast.host.tip())
    let kept = try await slow.host.references("refs/stet/replayed/").values
    #expect(try kept.contains { try CommitGraph(store: MachineStore(slow.host.root).store).isAncestor(tip, of: $0) })
  }

  @Test func `what its owner changed further meanwhile is no conflict with it`() async throws {
    _ = try await loseRaces()
    try await fast.save(["fast.md": "f\n"])
    try await fetchAndSync(fast)
    transport.win()
    try await slow.save(["slow.md": "further\n"])
    try await fetchAndSync(slow)
    try await fetchAndSync(fast)
    #expect(try await fast.host.files() == ["n.md": "start\n", "slow.md": "further\n", "fast.md": "f\n"])
    var next = try await fast.host.tip()
    #expect(try await slow.host.tip() == next)
    while let id = next {
      let commit = try await fast.host.commit(id)
      #expect(commit.parents.count <= 1)
      next = commit.parents.first
    }
  }

  @Test func `an inbox that changes what the winner changed, too, is merged`() async throws {
    _ = try await slow.save(["n.md": "start\nslow\n", "slow.md": "s\n"])
    await lab.time.drive(step: .seconds(2)) { left() != nil }
    let tip = try #require(left())
    try await fast.save(["n.md": "fast\nstart\n"])
    try await fetchAndSync(fast)
    let merged = try await fast.host.commit(try #require(try await fast.host.tip()))
    #expect(merged.parents.contains(tip))
    #expect(try await fast.host.files()["n.md"] == "fast\nstart\nslow\n")
  }

  @Test func `an inbox goes when the branch has what was in it`() async throws {
    _ = try await loseRaces()
    try await fetchAndSync(fast)
    try await fetchAndSync(slow)
    transport.win()
    for text in ["once more\n", "again\n"] {
      try await slow.save(["slow.md": text])
      try await slow.sync()
    }
    #expect(left() == nil)
    try await fetchAndSync(fast)
    #expect(try await fast.host.references("refs/stet/inbox/").isEmpty)
    #expect(try await fast.host.files()["slow.md"] == "again\n")
  }

  @Test(arguments: [[:], ["fast.md": "f\n"]] as [[String: String?]])
  func `what was removed from the branch does not come back from the inbox in which it was left`(
    own: [String: String?]
  ) async throws {
    let base = try await fast.host.tip()
    _ = try await loseRaces()
    // With changes of its own the fast machine replays the slow one's.
    if !own.isEmpty { try await fast.save(own) }
    try await fetchAndSync(fast)
    let taken = try #require(lab.remote.branch("main"))
    #expect(try MachineStore(fast.host.root).store.files(taken)["slow.md"] == "s\n")
    lab.time.advance(by: .seconds(2))
    lab.remote.setBranch("main", to: base)
    await fast.host.answer(.remoteRewritten, .take)
    try await fetchAndSync(fast)
    #expect(lab.remote.branch("main") == base)
    #expect(try await fast.host.files() == ["n.md": "start\n"])
    #expect(left() != nil)
  }

  @Test func `an inbox for one branch does not come to another one`() async throws {
    let base = try #require(lab.remote.branch("main"))
    lab.remote.setBranch("next", to: base)
    let loser = try machine("loser", on: "next", over: LosingTransport(lab.remote))
    try await loser.sync()
    let tip = try await loser.save(["next.md": "n\n"])
    let inbox = Inbox(.hidden, machine: "loser", branch: "next").reference
    await lab.time.drive(step: .seconds(2)) { lab.remote.reference(inbox) != nil }
    #expect(lab.remote.reference(inbox) == tip)
    try await fetchAndSync(fast)
    #expect(try await fast.host.tip() == base)
    #expect(lab.remote.branch("main") == base)
    try await fast.save(["fast.md": "f\n"])
    try await fetchAndSync(fast)
    #expect(try await fast.host.files() == ["n.md": "start\n", "fast.md": "f\n"])
    #expect(try await lab.remote.branch("main") == fast.host.tip())
    // A machine with its branch takes it.
    let winner = try machine("winner", on: "next", over: MemoryTransport(lab.remote))
    try await winner.sync()
    try await winner.save(["more.md": "m\n"])
    try await fetchAndSync(winner)
    #expect(try await winner.host.files() == ["n.md": "start\n", "next.md": "n\n", "more.md": "m\n"])
    #expect(try await lab.remote.branch("next") == winner.host.tip())
  }

  @Test func `inboxes of one machine for several branches have different names side by side`() {
    for place in Inbox.Place.allCases {
      let names = ["main", "next", "next/one"].map { Inbox(place, machine: "slow", branch: $0).reference }
      #expect(Set(names).count == names.count)
      #expect(names.allSatisfy { !$0.dropFirst(place.rawValue.count).contains("/") })
    }
  }

  @Test func `an inbox keeps its name, because other versions of Stet look for it`() {
    let inbox = Inbox(.hidden, machine: "slow", branch: "main").reference
    #expect(inbox == Inbox.Place.hidden.rawValue + "slow+1f5962a2ce9803c8")
  }

  @Test func `what nobody takes from an inbox goes to the branch when that is free`() async throws {
    let tip = try await loseRaces()
    await fast.stop()
    transport.win()
    await lab.time.drive(step: .seconds(12)) { lab.remote.branch("main") == tip }
    #expect(try await slow.host.tip() == tip)
  }

  @Test func `where the server refuses the hidden place the inbox is a branch`() async throws {
    transport.refuse("refs/stet/")
    _ = try await loseRaces(.branches)
    try await fetchAndSync(fast)
    #expect(try await fast.host.files()["slow.md"] == "s\n")
  }

  @Test func `who is not turned away bothers the remote with no inbox`() async throws {
    transport.win()
    try await slow.save(["slow.md": "s\n"])
    try await slow.sync()
    #expect(lab.remote.branch("main") == (try await slow.host.tip()))
    #expect(left() == nil)
  }
}
