package import MCP

/// The sessions that started with `initialize`, by the id that the client sends with each message; limited in number.
///
/// Pure: the clock is passed in as seconds since a fixed moment.
package struct SessionTable<Session: Sendable>: Sendable {
  private struct Place: Sendable {
    var session: Session
    var used: Double
  }

  private let limit: Int
  private let lifetime: Double
  private var places: [String: Place] = [:]

  /// Creates a table of at most `limit` sessions; each is removed after `lifetime` seconds without a message.
  package init(limit: Int, lifetime: Double) {
    self.limit = max(1, limit)
    self.lifetime = lifetime
  }

  /// The number of sessions.
  package var count: Int { places.count }

  /// Adds a session. In a full table it replaces the session that was unused for the longest time, whose client must
  /// start again.
  package mutating func insert(_ session: Session, id: String, at now: Double) {
    expire(at: now)
    if places.count >= limit, let oldest = places.min(by: { $0.value.used < $1.value.used }) {
      places[oldest.key] = nil
    }
    places[id] = Place(session: session, used: now)
  }

  /// Returns a session by its id and marks it as used; nil if it does not exist or has expired.
  package mutating func use(_ id: String, at now: Double) -> Session? {
    expire(at: now)
    places[id]?.used = now
    return places[id]?.session
  }

  /// Removes and returns a session; nil if it does not exist.
  package mutating func remove(_ id: String) -> Session? {
    places.removeValue(forKey: id)?.session
  }

  private mutating func expire(at now: Double) {
    places = places.filter { now - $0.value.used < lifetime }
  }
}

/// The functions that a session calls, the same as over standard input and output.
package struct SessionServices: Sendable {
  /// Executes a call.
  let handler: StdioServer.Handler
  /// Answers a request about resources.
  let finder: StdioServer.Finder
  /// Starts reporting changes of resources.
  let changes: @Sendable () -> AsyncStream<ResourceChange>

  /// Creates services.
  package init(
    finder: @escaping StdioServer.Finder = { _ in .failed("There are no resources.") },
    changes: @escaping @Sendable () -> AsyncStream<ResourceChange> = { AsyncStream { $0.finish() } },
    handler: @escaping StdioServer.Handler
  ) {
    self.handler = handler
    self.finder = finder
    self.changes = changes
  }
}

/// The budget for bytes of messages in memory, over all connections.
package struct ByteBudget: Hashable, Sendable {
  private let limit: Int
  private var taken = 0

  /// Creates a budget of `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Reserves bytes; returns false if there are not enough left. A single message is always allowed.
  package mutating func take(_ bytes: Int) -> Bool {
    guard taken == 0 || bytes <= limit - taken else { return false }
    taken += bytes
    return true
  }

  /// Releases reserved bytes.
  package mutating func giveBack(_ bytes: Int) {
    taken = max(0, taken - bytes)
  }
}
