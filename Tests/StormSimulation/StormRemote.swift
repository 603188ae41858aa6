internal import Documents
internal import GitObjects
import GitProcess
internal import Sync
internal import Synchronization

/// The remote that all share, whose moves are heard.
final class StormRemote: Sendable {
  let memory = MemoryRemote()
  let time: StormTime
  let log: StormLog
  private let listeners = Mutex<[(delay: Duration, stream: AsyncStream<HearingEvent>.Continuation)]>([])

  init(time: StormTime, log: StormLog) { (self.time, self.log) = (time, log) }

  /// How a machine hears the branch that late.
  func hearing(after delay: Duration) -> Hearing {
    Hearing(kind: .refs) { _ in
      AsyncStream(bufferingPolicy: .bufferingNewest(16)) { stream in
        self.listeners.withLock { $0.append((delay, stream)) }
        stream.yield(.ready)
      }
    }
  }

  /// Notes what the branch has now and has all hear of it.
  func moved(to head: ObjectID, in store: any ObjectStore) {
    let now = time.now
    log.state.withLock { state in
      state.head = head
      var pending = [head]
      while let id = pending.popLast() {
        guard state.known.insert(id).inserted, let commit = try? store.commit(id) else { continue }
        state.commits += 1
        if commit.parents.count > 1 { state.merges += 1 }
        pending += commit.parents
        guard let change = CommitMessage(parsing: commit.message).change, state.saves[change]?.published == nil else {
          continue
        }
        state.saves[change]?.published = now
      }
    }
    for listener in listeners.withLock({ $0 }) {
      time.after(listener.delay) { listener.stream.yield(.changed(head)) }
    }
  }
}
