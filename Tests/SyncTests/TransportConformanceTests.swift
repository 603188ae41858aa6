import Git
import GitObjects
import SystemPackage
import TestSupport
import Testing

@testable import GitProcess

/// The rules of every transport, tried with each of them.
@Suite struct TransportConformanceTests {
  enum Kind: String, CaseIterable { case memory, path, file }

  /// Two stores that share one remote.
  struct Pair {
    let folder: TemporaryFolder
    let first: any ObjectStore
    let second: any ObjectStore
    let firstTransport: any Transport
    let secondTransport: any Transport
  }

  static func pair(_ kind: Kind) async throws -> Pair {
    let folder = TemporaryFolder()
    guard kind != .memory else {
      let remote = MemoryRemote()
      return Pair(
        folder: folder, first: MemoryObjectStore(), second: MemoryObjectStore(),
        firstTransport: MemoryTransport(remote), secondTransport: MemoryTransport(remote))
    }
    let prefix = kind == .file ? "file://" : ""
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    for name in ["a", "b"] {
      try await folder.run("git", "init", "-q", "-b", "main", name)
      try await folder.run("git", "-C", name, "remote", "add", "origin", prefix + folder.path + "/hub.git")
    }
    return Pair(
      folder: folder, first: try Repository(root: folder.path + "/a"), second: try Repository(root: folder.path + "/b"),
      firstTransport: GitTransport(setting(folder, "a")), secondTransport: GitTransport(setting(folder, "b")))
  }

  static func setting(
    _ folder: TemporaryFolder, _ name: String, environment: [String: String] = [:],
    deadline: ChildDeadline = .exchange, runtimeDirectory: String? = nil
  ) -> GitSetting {
    GitSetting(
      gitDirectory: FilePath(folder.path + "/\(name)/.git"), environment: folder.environment(environment),
      runtimeDirectory: runtimeDirectory, deadline: deadline)
  }

  @Test(arguments: Kind.allCases)
  func `an empty remote has no branch`(kind: Kind) async throws {
    let pair = try await Self.pair(kind)
    #expect(try await pair.firstTransport.fetch("main", into: pair.first, isolation: nil) == .fetched(nil))
  }

  @Test(arguments: Kind.allCases)
  func `what one pushes the other fetches whole`(kind: Kind) async throws {
    let pair = try await Self.pair(kind)
    let base = try pair.first.makeCommit(["a.md": "one\n"])
    let tip = try pair.first.makeCommit(["a.md": "two\n", "b.md": "b\n"], parents: [base])
    #expect(try await pair.firstTransport.push(tip, to: "main", from: pair.first, isolation: nil) == .accepted)
    #expect(try pair.first.reference("refs/remotes/origin/main") == tip)
    #expect(try await pair.secondTransport.fetch("main", into: pair.second, isolation: nil) == .fetched(tip))
    #expect(try pair.second.files(tip) == ["a.md": "two\n", "b.md": "b\n"])
    #expect(try pair.second.files(base) == ["a.md": "one\n"])
    #expect(try pair.second.reference("refs/remotes/origin/main") == tip)
  }

  @Test(arguments: Kind.allCases)
  func `a push that would lose the other's commit is rejected and changes nothing`(kind: Kind) async throws {
    let pair = try await Self.pair(kind)
    let mine = try pair.first.makeCommit(["a.md": "mine\n"])
    let other = try pair.second.makeCommit(["a.md": "other\n"])
    #expect(try await pair.firstTransport.push(mine, to: "main", from: pair.first, isolation: nil) == .accepted)
    let answer = try await pair.secondTransport.push(other, to: "main", from: pair.second, isolation: nil)
    #expect(answer == .rejectedNonFastForward)
    #expect(try await pair.secondTransport.fetch("main", into: pair.second, isolation: nil) == .fetched(mine))
  }

  @Test(arguments: Kind.allCases)
  func `pushing what is there already is accepted`(kind: Kind) async throws {
    let pair = try await Self.pair(kind)
    let tip = try pair.first.makeCommit(["a.md": "one\n"])
    for _ in 0..<2 {
      #expect(try await pair.firstTransport.push(tip, to: "main", from: pair.first, isolation: nil) == .accepted)
    }
  }

  @Test(arguments: Kind.allCases)
  func `an inbox goes with a push that the branch turns away, comes with a fetch, and goes again`(
    kind: Kind
  ) async throws {
    let pair = try await Self.pair(kind)
    let mine = try pair.first.makeCommit(["a.md": "mine\n"])
    let other = try pair.second.makeCommit(["b.md": "other\n"])
    #expect(try await pair.firstTransport.push(mine, to: "main", from: pair.first, isolation: nil) == .accepted)
    let inbox = Inbox(.hidden, machine: "second", branch: "main")
    let answers = try await pair.secondTransport.push(
      [ReferenceUpdate("refs/heads/main", to: other), ReferenceUpdate(inbox.reference, to: other, mayLose: true)],
      from: pair.second, isolation: nil)
    #expect(answers == ["refs/heads/main": .rejectedNonFastForward, inbox.reference: .accepted])
    _ = try await pair.firstTransport.fetch("main", into: pair.first, isolation: nil)
    #expect(try pair.first.reference(inbox.tracking(remote: "origin")) == other)
    #expect(try pair.first.files(other) == ["b.md": "other\n"])
    _ = try await pair.secondTransport.push(
      [ReferenceUpdate(inbox.reference, to: nil, mayLose: true)], from: pair.second, isolation: nil)
    _ = try await pair.firstTransport.fetch("main", into: pair.first, isolation: nil)
    #expect(try pair.first.reference(inbox.tracking(remote: "origin")) == nil)
  }

  @Test(arguments: [MemoryFault.offline, .silent, .replyLost, .rejected, .refused("no")])
  func `a fault in memory is met once`(fault: MemoryFault) async throws {
    let remote = MemoryRemote()
    let transport = MemoryTransport(remote)
    let store = MemoryObjectStore()
    let tip = try store.makeCommit(["a.md": "one\n"])
    remote.inject([fault])
    let first = try? await transport.push(tip, to: "main", from: store, isolation: nil)
    #expect(first != .accepted)
    #expect((remote.branch("main") == tip) == (fault == .replyLost))
    #expect(try await transport.push(tip, to: "main", from: store, isolation: nil) == .accepted)
  }
}
