internal import Dispatch
internal import GitObjects
internal import Synchronization

/// Writes and flushes packs on a thread of its own, one after the other, while the next one is being filled.
final class PackQueue: Sendable {
  private struct State {
    var keeps: [String] = []
    var failure: ObjectStoreError?
  }

  private let queue = DispatchQueue(label: "stet.packs", qos: .userInitiated)
  private let state = Mutex(State())

  /// The `.keep` files of the packs so far.
  var keeps: [String] { state.withLock { $0.keeps } }

  /// Begins to install a pack; after a failure nothing more is installed.
  func install(_ files: PackFiles, by stage: PackStage) {
    queue.async { [self] in
      guard state.withLock({ $0.failure == nil }) else { return stage.remove() }
      do throws(ObjectStoreError) {
        let keep = try stage.install(files)
        state.withLock { $0.keeps.append(keep) }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }

  /// Waits until all packs are installed. Blocks.
  ///
  /// - Throws: the first failure.
  func wait() throws(ObjectStoreError) {
    queue.sync {}
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
