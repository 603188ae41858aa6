internal import Synchronization

/// The clock of a simulation, and the one executor of all in it: time goes on when nobody has anything left to do.
///
/// All jobs run on the thread that calls `run`, in the order in which they came; what is due at one time happens in the
/// order in which it was asked for. So the same seed does the same.
package final class StormTime: SerialExecutor, TaskExecutor {
  fileprivate struct Event {
    var due: Duration
    var number: Int
    var action: @Sendable () -> Void
  }

  fileprivate struct State {
    var now = Duration.zero
    var jobs: [UnownedJob] = []
    var count = 0
    /// A heap: none is due before its parent.
    var events: [Event] = []
    var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Makes a clock at zero.
  package init() {}

  /// The time since the beginning.
  package var now: Duration { state.withLock { $0.now } }

  /// Takes a job.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// All that runs while the simulation runs, runs here.
  package func checkIsolated() {}

  /// Has something done later.
  package func after(_ time: Duration, _ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.count += 1
      state.add(Event(due: state.now + time, number: state.count, action: action))
    }
  }

  /// Returns after the time, or throws when the task is cancelled.
  package func wait(_ time: Duration, isolation: isolated (any Actor)? = #isolation) async throws {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      // Else the closure would run on the pool.
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers[id] = continuation
          state.add(Event(due: state.now + time, number: id) { self.wake(id) })
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.resume(throwing: CancellationError())
    }
  }

  private func wake(_ id: Int) { state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume() }

  /// Lets the simulation go on until nothing is due before the end, or the condition, asked between two times, holds.
  package func run(until end: Duration, or isDone: () -> Bool = { false }) {
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        return state.jobs
      }
      for job in jobs {
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
      if !jobs.isEmpty { continue }
      if isDone() { return }
      let next = state.withLock { state -> Event? in
        guard let first = state.events.first, first.due <= end else { return nil }
        state.now = max(state.now, first.due)
        return state.take()
      }
      guard let next else { return }
      next.action()
    }
  }
}

extension StormTime.State {
  fileprivate mutating func add(_ event: StormTime.Event) {
    var place = events.count
    events.append(event)
    while place > 0, events[place].isBefore(events[(place - 1) / 2]) {
      events.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  fileprivate mutating func take() -> StormTime.Event? {
    guard let first = events.first, let last = events.popLast() else { return nil }
    guard !events.isEmpty else { return first }
    events[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < events.count && events[child].isBefore(events[least]) {
        least = child
      }
      if least == place { return first }
      events.swapAt(place, least)
      place = least
    }
  }
}

extension StormTime.Event {
  fileprivate func isBefore(_ other: StormTime.Event) -> Bool { (due, number) < (other.due, other.number) }
}
