import Git
import GitObjects

@testable import GitProcess
@testable import Sync

/// One running engine with its folder.
final class Machine: Sendable {
  let host: FolderHost
  let engine: SyncEngine
  let time: ManualTime
  private let task: Task<Void, Never>

  init(host: FolderHost, transport: any Transport, hearing: Hearing? = nil, time: ManualTime) {
    self.host = host
    self.time = time
    let root = host.root
    engine = SyncEngine(
      host: FolderSide(folder: host), clock: time, transport: transport, hearing: hearing,
      machine: root.split(separator: "/").last.map(String.init) ?? "machine"
    ) {
      () throws(ObjectStoreError) in try Repository(root: root)
    }
    task = Task { [engine] in await engine.run() }
  }

  deinit { task.cancel() }

  /// Ends the engine and waits until it has.
  func stop() async {
    task.cancel()
    await task.value
  }

  /// Saves and notifies the engine.
  @discardableResult
  func save(_ changes: [String: String?]) async throws -> ObjectID {
    let id = try await host.save(changes)
    await engine.notify()
    return id
  }

  /// Waits until both have the same.
  func sync() async throws { try await engine.barrier(timeout: .seconds(86_400)) }

  /// The next event that the test is interested in.
  func next<Value>(_ pick: (SyncEvent) -> Value?) async -> Value? {
    for await event in host.events { if let value = pick(event) { return value } }
    return nil
  }

  /// The next question.
  func question() async -> SyncQuestion? {
    for await question in host.questions { return question }
    return nil
  }
}
