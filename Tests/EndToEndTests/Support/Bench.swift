import Synchronization
import Testing

/// Places at the bench: so many workspaces run at once that the machine's cores are busy and no more.
enum Bench {
  private struct State {
    var free = 3
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// Runs something as soon as a place is free.
  static func take<Value>(_ body: () async throws -> Value) async throws -> Value {
    await withCheckedContinuation { continuation in
      let mayGo = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if mayGo { continuation.resume() }
    }
    defer {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        if state.waiting.isEmpty {
          state.free += 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      next?.resume()
    }
    return try await body()
  }
}

extension Tag {
  /// Takes more than ten seconds by itself.
  @Tag static var slow: Self
}
