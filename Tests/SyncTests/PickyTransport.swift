import GitObjects
import Synchronization

@testable import GitProcess

/// A way to a remote that refuses commits by what is in their files.
final class PickyTransport: Transport {
  private let inner: MemoryTransport
  private let remote: MemoryRemote
  private let judge: @Sendable (_ path: String, _ text: String) -> String?
  private let count = Mutex(0)

  /// - Parameter judge: what the remote says to a file; nil where it takes it.
  init(_ remote: MemoryRemote, judge: @escaping @Sendable (_ path: String, _ text: String) -> String?) {
    inner = MemoryTransport(remote)
    self.remote = remote
    self.judge = judge
  }

  /// How many pushes there were.
  var pushes: Int { count.withLock { $0 } }

  func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult {
    try await inner.fetch(branch, into: store, isolation: isolation)
  }

  func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult] {
    count.withLock { $0 += 1 }
    if let first = updates.first, let id = first.commit, let said = try? verdict(id, in: store) {
      return [first.reference: .refused(message: said)]
    }
    return try await inner.push(updates, from: store, isolation: isolation)
  }

  private func verdict(_ id: ObjectID, in store: any ObjectStore) throws -> String? {
    let known = [remote.branch("main")].compactMap(\.self)
    for commit in try CommitGraph(store: store).commits(from: id, excluding: known) {
      for (path, text) in try store.files(commit).sorted(by: { $0.key < $1.key }) {
        if let said = judge(path, text) { return said }
      }
    }
    return nil
  }
}
