/// The continuation of a pause, and a signal that came before it.
struct Sleeper {
  private var continuation: CheckedContinuation<Void, Never>?
  private var isSignalled = false

  /// Ends the pause, or the next one if there is none.
  mutating func wake() {
    isSignalled = continuation == nil
    continuation?.resume()
    continuation = nil
  }

  /// Returns whether a signal came, and takes it.
  mutating func takeSignal() -> Bool {
    defer { isSignalled = false }
    return isSignalled
  }

  /// Begins a pause.
  mutating func sleep(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
}

/// The continuations of the callers that wait, by their numbers.
struct Callers {
  private var count = 0
  private var waiting: [Int: CheckedContinuation<SyncBarrierError?, Never>] = [:]

  /// Returns the number of the next caller.
  mutating func next() -> Int {
    count += 1
    return count
  }

  /// Adds a caller.
  mutating func add(_ continuation: CheckedContinuation<SyncBarrierError?, Never>, as id: Int) {
    waiting[id] = continuation
  }

  /// Answers a caller; nil if both sides are equal.
  mutating func answer(_ id: Int, _ error: SyncBarrierError?) {
    waiting.removeValue(forKey: id)?.resume(returning: error)
  }
}
