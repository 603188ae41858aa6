/// The sessions that began with `initialize`, by the id that the client sends with each message; in bounded number.
///
/// A value: the clock is passed in, as seconds since some fixed moment.
package struct SessionTable<Session: Sendable>: Sendable {
  private struct Place: Sendable {
    var session: Session
    var used: Double
  }

  private let limit: Int
  private let lifetime: Double
  private var places: [String: Place] = [:]

  /// A table of at most `limit` sessions, each forgotten when nothing came for `lifetime` seconds.
  package init(limit: Int, lifetime: Double) {
    self.limit = max(1, limit)
    self.lifetime = lifetime
  }

  /// How many there are.
  package var count: Int { places.count }

  /// Takes a session in. Where the table is full, the one goes that was unused for longest: its client begins anew.
  package mutating func insert(_ session: Session, id: String, at now: Double) {
    expire(at: now)
    if places.count >= limit, let oldest = places.min(by: { $0.value.used < $1.value.used }) {
      places[oldest.key] = nil
    }
    places[id] = Place(session: session, used: now)
  }

  /// The session with an id, which counts as used; nil where there is none, or none any more.
  package mutating func use(_ id: String, at now: Double) -> Session? {
    expire(at: now)
    places[id]?.used = now
    return places[id]?.session
  }

  /// Ends a session; nil where there is none.
  package mutating func remove(_ id: String) -> Session? {
    places.removeValue(forKey: id)?.session
  }

  private mutating func expire(at now: Double) {
    places = places.filter { now - $0.value.used < lifetime }
  }
}
