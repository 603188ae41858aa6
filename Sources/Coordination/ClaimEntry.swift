internal import WorkspaceAPI

/// A request in the table with its stage.
struct ClaimEntry: Hashable, Sendable {
  /// The stage of a request.
  enum Stage: Hashable, Sendable {
    /// It waits for earlier ones.
    case waiting
    /// Its turn has come: until then programs are asked to save or let go, in monotonic nanoseconds.
    case preparing(until: Int64)
    /// The claim is granted.
    case held(number: Int64, until: Int64)
  }

  var request: ClaimRequest
  /// The stage of the request.
  var stage = Stage.waiting
  /// The presenters of notices that are not answered yet, by the notices' ids.
  var awaited: [Int: Int] = [:]
  /// Presenters to notify after the end, with the item that they let go.
  var letGo: [Int: ClaimItem] = [:]
  /// Presenters that did not do as asked.
  var unready: [UnreadyPresenter] = []

  /// Whether its turn has come or it is granted.
  var isActive: Bool { stage != .waiting }

  /// The number of the granted claim.
  var number: Int64? { if case .held(let number, _) = stage { number } else { nil } }

  /// The end of the granted claim.
  var until: Int64? { if case .held(_, let until) = stage { until } else { nil } }

  /// Whether it is a write of the workspace itself in progress, which never becomes due.
  var isWriteAtWork: Bool { request.isBrief && number != nil }

  /// The granted claim.
  var claim: Claim? {
    guard case .held(let number, let until) = stage else { return nil }
    return Claim(number: number, request: request, until: until, unready: unready)
  }

  /// The time of its next change, in monotonic nanoseconds.
  var due: Int64 {
    switch stage {
    case .waiting: request.waitUntil
    case .preparing(let until): awaited.isEmpty ? max(until, request.waitUntil) : until
    case .held(_, let until): until
    }
  }
}
