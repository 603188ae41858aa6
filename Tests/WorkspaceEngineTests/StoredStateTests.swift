import Dispatch
import FileSystem
import GitObjects
import LargeFiles
import LocalState
import Recording
import Synchronization
import TestSupport
import Testing

@testable import FolderKeeping
@testable import Secrets
@testable import Transfers
@testable import WorkspaceEngine

/// The small files of a workspace: concurrent changes, and their places.
@Suite struct StoredStateTests {
  private let folder = TemporaryFolder()

  private func tree() throws -> DiskTree {
    let tree = try DiskTree(root: folder.path)
    try tree.makeDirectories(.store)
    return tree
  }

  private func id(_ number: Int) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: "0", count: 36) + String(1_000 + number)))
  }

  @Test func `secrets that are allowed at once are all allowed after a restart`() throws {
    let tree = try tree()
    let allowed = AllowedSecrets(tree: tree)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 24) { lane in
      do { try allowed.allow(["print-\(lane)"]) } catch { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
    let again = AllowedSecrets(tree: tree)
    for lane in 0..<24 { #expect(again.contains("print-\(lane)")) }
  }

  @Test func `commits of git's that are noted at once are all known after a restart`() throws {
    let tree = try tree()
    let ids = try (0..<24).map(id)
    let makers = CommitMakers(tree: tree)
    DispatchQueue.concurrentPerform(iterations: 24) { lane in
      makers.note([ids[lane]], during: "s1", isNamed: false)
      makers.noteUnsealed([ids[lane]])
    }
    let again = CommitMakers(tree: tree)
    for id in ids { #expect(again.maker(of: id) == .other(during: "s1")) }
    let unsealed = StoredFile("unsealed").text(from: tree, limit: 1 << 20) ?? ""
    #expect(Set(unsealed.split(separator: "\n").map(String.init)) == Set(ids.map(\.hex)))
  }

  @Test func `what two remotes deny at once is taken from each one's own list`() throws {
    let tree = try tree()
    let ids = try (0..<20).map { try #require(ContentID(bytes: [UInt8](repeating: 0, count: 31) + [UInt8($0)])) }
    let remotes = ["one", "two", "three"].map { KnownObjects(of: $0, tree: tree) }
    for remote in remotes { remote.add(ids) }
    DispatchQueue.concurrentPerform(iterations: 3) { lane in
      for id in ids where id.bytes[31] % 3 == lane { remotes[lane].remove([id]) }
    }
    for (lane, name) in ["one", "two", "three"].enumerated() {
      let again = KnownObjects(of: name, tree: tree)
      #expect(ids.filter { !again.contains($0) } == ids.filter { Int($0.bytes[31]) % 3 == lane })
    }
  }

  /// How many writes ran in a task, and how many on a thread of their own.
  private final class Writes: Sendable {
    let counts = Mutex((inTask: 0, onThread: 0))
  }

  @Test func `nothing that a verb keeps is written on the cooperative pool`() async throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    let writes = Writes()
    tree.onOperation { operation, _ in
      guard operation == .create || operation == .synchronize else { return }
      let isInTask = withUnsafeCurrentTask { $0 != nil }
      writes.counts.withLock { if isInTask { $0.inTask += 1 } else { $0.onThread += 1 } }
    }
    try await PathMarks("pins", tree: tree).change(adding: ["a.bin"], removing: [])
    try await ClaimNumbers(tree: tree).reserve(above: 7)
    let (inTask, onThread) = writes.counts.withLock { $0 }
    #expect(inTask == 0 && onThread == 3)
  }
}
