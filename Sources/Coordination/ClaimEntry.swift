/// A request in the table, and how far it came.
struct ClaimEntry: Hashable, Sendable {
  /// How far a request came.
  enum Stage: Hashable, Sendable {
    /// Others are before it.
    case waiting
    /// Its turn has come: programs are asked to save or let go until then, monotonic nanoseconds.
    case preparing(until: Int64)
    /// Granted.
    case held(number: Int64, until: Int64)
  }

  /// What was asked.
  var request: ClaimRequest
  /// How far it came.
  var stage = Stage.waiting
  /// Notices that are not answered yet, by their ids, with the presenter.
  var awaited: [Int: Int] = [:]
  /// Presenters that are told when it has ended, with the item they let go.
  var letGo: [Int: ClaimItem] = [:]
  /// Presenters that did not do what they were asked.
  var unready: [UnreadyPresenter] = []

  /// Whether its turn has come or it is granted.
  var isActive: Bool { stage != .waiting }

  /// The number of the claim, where it is granted.
  var number: Int64? { if case .held(let number, _) = stage { number } else { nil } }

  /// When the claim ends, where it is granted.
  var until: Int64? { if case .held(_, let until) = stage { until } else { nil } }

  /// Whether it is a write of the workspace's own that goes on: nothing is ever due with it.
  var isWriteAtWork: Bool { request.isBrief && number != nil }

  /// The claim, where it is granted.
  var claim: Claim? {
    guard case .held(let number, let until) = stage else { return nil }
    return Claim(number: number, request: request, until: until, unready: unready)
  }

  /// When something is due with it, monotonic nanoseconds.
  var due: Int64 {
    switch stage {
    case .waiting: request.waitUntil
    case .preparing(let until): awaited.isEmpty ? max(until, request.waitUntil) : until
    case .held(_, let until): until
    }
  }
}
