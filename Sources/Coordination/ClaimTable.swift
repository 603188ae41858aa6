internal import GitObjects

/// Who may do what with which file or folder now, who waits, and which programs have what open: a value.
///
/// First come, first served: a request waits for all that stand or wait before it and cannot be at the same time, so
/// that no stream of others keeps it waiting. Everything ends by itself: a wait at its limit, a question to a program at
/// its limit, a claim when its time is over or its holder's connection ends. Claims are advice: nothing here keeps a
/// program that does not ask from writing. Each call gives what is to be done outside, in order.
package struct ClaimTable: Sendable {
  /// How much and how long.
  package let limits: ClaimLimits
  /// All requests in the order they came.
  var entries: [ClaimEntry] = []
  /// Programs, by their numbers.
  package internal(set) var presenters: [Int: Presenter] = [:]
  /// The last number that was given.
  package private(set) var lastNumber: Int64
  private var lastNotice = 0
  private var lastPresenter = 0
  /// What is to be done outside.
  var effects: [ClaimEffect] = []

  /// An empty table.
  ///
  /// - Parameter floor: fencing numbers are above it; at least the highest that any earlier run of the workspace gave, so
  ///   that a number of such a run is known as ended.
  package init(above floor: Int64, limits: ClaimLimits = ClaimLimits()) {
    lastNumber = floor
    self.limits = limits
  }

  /// Claims that are granted, oldest first.
  package var claims: [Claim] { entries.compactMap(\.claim) }

  /// Requests that are not granted yet, oldest first.
  package var waiting: [ClaimRequest] { entries.filter { $0.claim == nil }.map(\.request) }

  /// Whether nothing stands, waits or is presented.
  package var isEmpty: Bool { entries.isEmpty && presenters.isEmpty }

  /// When `advance` is to be called next, monotonic nanoseconds; nil where nothing is due by itself.
  ///
  /// The workspace's own writes give back what they have: no clock need run for each of them.
  package var nextDue: Int64? { entries.lazy.filter { !$0.isWriteAtWork }.map(\.due).min() }

  /// Lets time pass: ends what is over and grants what has become free.
  package mutating func advance(to now: Int64) -> [ClaimEffect] {
    settle(now)
    return take()
  }

  /// A number no claim had.
  mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  /// A number no notice had.
  mutating func nextNotice() -> Int {
    lastNotice += 1
    return lastNotice
  }

  /// A number no presenter had.
  mutating func nextPresenter() -> Int {
    lastPresenter += 1
    return lastPresenter
  }

  /// What is to be done outside, once.
  mutating func take() -> [ClaimEffect] {
    defer { effects = [] }
    return effects
  }
}
