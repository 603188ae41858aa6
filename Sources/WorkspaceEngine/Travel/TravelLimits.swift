internal import GitObjects
internal import Sessions

/// The limits of what is fetched from a remote, to which anybody who can push may add sessions. Pure.
struct TravelLimits: Hashable, Sendable {
  /// The greatest number of sessions.
  var sessions = 4_096
  /// The greatest size of a log in bytes, and of what is received for it.
  var bytes = 64 << 20

  /// The sessions of a remote, divided by these limits.
  struct Choice: Hashable, Sendable {
    /// The ids of those to fetch.
    var wanted: [String] = []
    /// The ids of those that are left at the remote.
    var left: [String] = []
  }

  /// Returns the sessions that are fetched: those that are valid, changed, and not known to be too large or damaged.
  ///
  /// - Parameters:
  ///   - listed: the versions at the remote, by id.
  ///   - known: the versions that were fetched. Their sessions count first, so that no session of this folder is left.
  ///   - large: the versions that are too large or damaged.
  func choice(
    _ listed: [String: ObjectID], known: [String: ObjectID], large: [String: ObjectID]
  ) -> Choice {
    var choice = Choice()
    let ids = listed.keys.filter(SessionPlan.isID).sorted { one, other in
      (known[one] == nil ? 1 : 0, one) < (known[other] == nil ? 1 : 0, other)
    }
    for (index, id) in ids.enumerated() {
      if index >= sessions || large[id] == listed[id] {
        choice.left.append(id)
      } else if known[id] != listed[id] {
        choice.wanted.append(id)
      }
    }
    return choice
  }
}
