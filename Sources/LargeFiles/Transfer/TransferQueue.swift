/// The state of a transfer of many objects: which to request, which to move, which to retry and when.
///
/// A pure value: it is notified of events and returns the next steps. Every object has exactly one entry in `outcomes`
/// in the end.
package struct TransferQueue: Sendable {
  /// A step to execute.
  package enum Step: Hashable, Sendable {
    /// Ask the server for these objects, then call `answered` or `refused`.
    case ask([Pointer])
    /// Transfer this object, then call `moved`.
    case move(Pointer, BatchAction, verify: BatchAction?)
  }

  private struct Item: Hashable {
    var pointer: Pointer
    var tried = 0
    var notBefore: Duration = .zero
  }

  private struct Granted: Hashable {
    var item: Item
    var action: BatchAction
    var verify: BatchAction?
    var until: Duration?
  }

  /// The outcomes so far.
  package private(set) var outcomes: [ContentID: TransferOutcome] = [:]
  /// The objects that ended since `takeEnded`.
  private var ended: [(id: ContentID, outcome: TransferOutcome)] = []
  /// The objects that failed and are retried automatically, since `takeSetbacks`.
  private var setbacks: [(id: ContentID, fault: TransferFault)] = []
  private let retry: RetryPolicy
  private var limits: TransferLimits
  /// Objects to request, in order.
  private var waiting: [Item] = []
  /// Requested objects without an answer yet.
  private var asked: [ContentID: Item] = [:]
  /// Objects with an answer whose transfer has not started; the last is next.
  private var granted: [Granted] = []
  /// Objects whose transfer is in progress.
  private var moving: [ContentID: Item] = [:]
  /// Objects whose bytes are all received and that are being checked and flushed.
  private var landing: [ContentID: Item] = [:]

  /// A request is not started within this time before it expires.
  private static let margin: Duration = .seconds(5)

  /// Creates a queue. Duplicates are transferred once, small objects first, so that most are available soon.
  package init(_ pointers: [Pointer], limits: TransferLimits = .standard, retry: RetryPolicy = .standard) {
    self.limits = limits
    self.retry = retry
    var seen = Set<ContentID>()
    waiting = pointers.filter { $0.size > 0 && seen.insert($0.id).inserted }
      .sorted { ($0.size, $0.id) < ($1.size, $1.id) }.map { Item(pointer: $0) }
  }

  /// Whether every object has an outcome.
  package var isFinished: Bool {
    waiting.isEmpty && asked.isEmpty && granted.isEmpty && moving.isEmpty && landing.isEmpty
  }

  /// The time of the next step if no event happens before; nil if nothing waits for a time.
  package var due: Duration? {
    asked.isEmpty && granted.isEmpty ? waiting.map(\.notBefore).min() : nil
  }

  /// Returns the steps to start now. The next batch is requested during the transfers of the last one, so that no
  /// connection waits for an answer.
  package mutating func next(now: Duration) -> [Step] {
    var steps: [Step] = []
    while moving.count < limits.parallel, landing.count < limits.landing, let next = granted.popLast() {
      if let until = next.until, now + Self.margin >= until {
        waiting.append(next.item)
        continue
      }
      moving[next.item.pointer.id] = next.item
      steps.append(.move(next.item.pointer, next.action, verify: next.verify))
    }
    if asked.isEmpty, granted.count < limits.parallel {
      let ready = waiting.indices.filter { waiting[$0].notBefore <= now }.prefix(limits.batch)
      if !ready.isEmpty {
        let items = ready.map { waiting[$0] }
        for index in ready.reversed() { waiting.remove(at: index) }
        for item in items { asked[item.pointer.id] = item }
        steps.append(.ask(items.map(\.pointer)))
      }
    }
    return steps
  }

  /// Applies the server's answer to the requested batch.
  package mutating func answered(
    _ answer: BatchAnswer, now: Duration, using generator: inout some RandomNumberGenerator
  ) {
    let items = asked.values.sorted { ($0.pointer.size, $0.pointer.id) < ($1.pointer.size, $1.pointer.id) }
    asked = [:]
    for item in items.reversed() {
      switch answer.verdicts[item.pointer.id] {
      case .move(let action, let verify):
        let lifetimes = [action.lifetime, verify?.lifetime].compactMap { $0 }
        // A request that expires at once is used at once: asking again would not end.
        let until = lifetimes.min().flatMap { $0 > Self.margin * 2 ? now + $0 : nil }
        granted.append(Granted(item: item, action: action, verify: verify, until: until))
      case .present: end(item.pointer.id, .present)
      case .refused(let code, let message):
        settle(item, .refused(code: code, message: message), now, .random(in: 0...1, using: &generator))
      case nil:
        settle(
          item, .refused(code: 0, message: "the server did not answer for it"), now,
          .random(in: 0...1, using: &generator))
      }
    }
  }

  /// Applies the failure of the requested batch.
  package mutating func refused(
    _ fault: TransferFault, now: Duration, using generator: inout some RandomNumberGenerator
  ) {
    let items = asked.values.sorted { ($0.pointer.size, $0.pointer.id) < ($1.pointer.size, $1.pointer.id) }
    asked = [:]
    // The batch was too large for the server: it is halved, and this does not count as a try.
    if case .status(413, _, _) = fault, limits.batch > 1, items.count > 1 {
      limits.batch = max(1, items.count / 2)
      waiting = items + waiting
      return
    }
    // One pause for all: they are requested together again.
    let jitter = Double.random(in: 0...1, using: &generator)
    for item in items { settle(item, fault, now, jitter) }
  }

  /// Notes that all bytes of an object are received and its connection is free; `moved` follows.
  package mutating func arrived(_ id: ContentID) { landing[id] = moving.removeValue(forKey: id) }

  /// Notes the end of an object's transfer.
  package mutating func moved(
    _ id: ContentID, _ fault: TransferFault?, now: Duration, using generator: inout some RandomNumberGenerator
  ) {
    guard let item = moving.removeValue(forKey: id) ?? landing.removeValue(forKey: id) else { return }
    if let fault { settle(item, fault, now, .random(in: 0...1, using: &generator)) } else { end(id, .moved) }
  }

  /// Cancels all objects whose transfer has not started; transfers in progress still end by `moved`.
  package mutating func cancel() {
    for item in waiting + asked.values + granted.map(\.item) { end(item.pointer.id, .failed(.cancelled)) }
    waiting = []
    asked = [:]
    granted = []
  }

  /// Returns the objects that ended since the last call, in order.
  package mutating func takeEnded() -> [(id: ContentID, outcome: TransferOutcome)] {
    defer { ended = [] }
    return ended
  }

  private mutating func end(_ id: ContentID, _ outcome: TransferOutcome) {
    outcomes[id] = outcome
    ended.append((id, outcome))
  }

  /// Returns the objects that failed since the last call and are retried automatically.
  package mutating func takeSetbacks() -> [(id: ContentID, fault: TransferFault)] {
    defer { setbacks = [] }
    return setbacks
  }

  private mutating func settle(_ item: Item, _ fault: TransferFault, _ now: Duration, _ jitter: Double) {
    var item = item
    item.tried += 1
    switch retry.decide(fault, tried: item.tried, jitter: jitter) {
    case .again(let wait):
      item.notBefore = now + wait
      waiting.append(item)
      setbacks.append((item.pointer.id, fault))
    case .giveUp: end(item.pointer.id, .failed(fault))
    }
  }
}
