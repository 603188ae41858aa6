/// The claims on files and folders, the waiting requests, and the programs with open files; pure.
///
/// First come, first served: a request waits for all conflicting ones before it, so that later requests cannot delay
/// it. Everything times out: a wait, a notice to a program, and a claim, which also ends with its holder's connection.
/// Claims are advisory: they do not prevent writes of programs that request none. Each call returns the actions to take
/// outside, in order.
package struct ClaimTable: Sendable {
  package let limits: ClaimLimits
  /// All requests in order of arrival.
  var entries: [ClaimEntry] = []
  /// The presenters by their numbers.
  package internal(set) var presenters: [Int: Presenter] = [:]
  /// The last fencing number.
  package private(set) var lastNumber: Int64
  private var lastNotice = 0
  private var lastPresenter = 0
  /// The pending actions to take outside.
  var effects: [ClaimEffect] = []

  /// Creates an empty table.
  ///
  /// - Parameter floor: fencing numbers are above it; at least the highest number of any earlier run of the workspace,
  ///   so that such a number is known as ended.
  package init(above floor: Int64, limits: ClaimLimits = ClaimLimits()) {
    lastNumber = floor
    self.limits = limits
  }

  /// The granted claims, oldest first.
  package var claims: [Claim] { entries.compactMap(\.claim) }

  /// The waiting requests, oldest first.
  package var waiting: [ClaimRequest] { entries.filter { $0.claim == nil }.map(\.request) }

  /// Whether there are no claims, requests and presenters.
  package var isEmpty: Bool { entries.isEmpty && presenters.isEmpty }

  /// The time of the next `advance` in monotonic nanoseconds; nil if nothing is due by itself.
  ///
  /// The workspace's own writes release their claims themselves, so they need no clock.
  package var nextDue: Int64? { entries.lazy.filter { !$0.isWriteAtWork }.map(\.due).min() }

  /// Advances the time: ends what has timed out and grants what has become free.
  package mutating func advance(to now: Int64) -> [ClaimEffect] {
    settle(now)
    return take()
  }

  /// Returns a new fencing number.
  mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  /// Returns a new number for a notice.
  mutating func nextNotice() -> Int {
    lastNotice += 1
    return lastNotice
  }

  /// Returns a new number for a presenter.
  mutating func nextPresenter() -> Int {
    lastPresenter += 1
    return lastPresenter
  }

  /// Returns the pending actions and clears them.
  mutating func take() -> [ClaimEffect] {
    defer { effects = [] }
    return effects
  }
}

/// The limits on the number and duration of claims.
package struct ClaimLimits: Hashable, Sendable {
  /// The time that programs have to save or let go, in nanoseconds.
  package var noticeTime: Int64 = 2_000_000_000
  /// The longest duration of a claim without renewal, in nanoseconds.
  package var longest: Int64 = 3_600_000_000_000
  /// The largest number of granted and waiting claims, without those for one write.
  package var mostClaims = 1_000
  /// The largest number of presented files and folders.
  package var mostPresenters = 10_000

  package init() {}
}

/// An action to take outside after a change of the table.
package enum ClaimEffect: Hashable, Sendable {
  /// A request was granted.
  case granted(Claim)
  /// A request was refused.
  case refused(ticket: UInt64, ClaimRefusal)
  case ended(Claim, ClaimEnd)
  /// A program must receive a notice.
  case notice(PresenterNotice)
}
