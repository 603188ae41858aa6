/// The plan of a transfer of many objects: which to ask for, which to move, what to try again and when.
///
/// A value: what happens is told to it, what to do next is asked of it. Every object ends in `outcomes`, once.
package struct TransferQueue: Sendable {
  /// Something to do.
  package enum Step: Hashable, Sendable {
    /// Ask the server for these, and say `answered` or `refused`.
    case ask([Pointer])
    /// Move this one, and say `moved`.
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

  /// What became of the objects so far.
  package private(set) var outcomes: [ContentID: TransferOutcome] = [:]
  /// What ended since `takeEnded`.
  private var ended: [(id: ContentID, outcome: TransferOutcome)] = []
  /// What met something and is tried again by itself, since `takeSetbacks`.
  private var setbacks: [(id: ContentID, fault: TransferFault)] = []
  private let retry: RetryPolicy
  private var limits: TransferLimits
  /// To be asked for; in order.
  private var waiting: [Item] = []
  /// Asked for, not answered.
  private var asked: [ContentID: Item] = [:]
  /// Answered, not begun; the last is next.
  private var granted: [Granted] = []
  /// Begun.
  private var moving: [ContentID: Item] = [:]
  /// All its bytes have come; it is being checked and flushed.
  private var landing: [ContentID: Item] = [:]

  /// A request is not begun this shortly before it runs out.
  private static let margin: Duration = .seconds(5)

  /// Plans a transfer; objects that stand twice are moved once, small ones first, so that most are there soon.
  package init(_ pointers: [Pointer], limits: TransferLimits = .standard, retry: RetryPolicy = .standard) {
    self.limits = limits
    self.retry = retry
    var seen = Set<ContentID>()
    waiting = pointers.filter { $0.size > 0 && seen.insert($0.id).inserted }
      .sorted { ($0.size, $0.id) < ($1.size, $1.id) }.map { Item(pointer: $0) }
  }

  /// Whether every object has its outcome.
  package var isFinished: Bool {
    waiting.isEmpty && asked.isEmpty && granted.isEmpty && moving.isEmpty && landing.isEmpty
  }

  /// When there is something to do again though nothing ends before; nil where nothing waits for a time.
  package var due: Duration? {
    asked.isEmpty && granted.isEmpty ? waiting.map(\.notBefore).min() : nil
  }

  /// What to do now. The next batch is asked for while the last one moves, so that no connection waits for an answer.
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

  /// The server answered the batch that was asked for.
  package mutating func answered(
    _ answer: BatchAnswer, now: Duration, using generator: inout some RandomNumberGenerator
  ) {
    let items = asked.values.sorted { ($0.pointer.size, $0.pointer.id) < ($1.pointer.size, $1.pointer.id) }
    asked = [:]
    for item in items.reversed() {
      switch answer.verdicts[item.pointer.id] {
      case .move(let action, let verify):
        let lifetimes = [action.lifetime, verify?.lifetime].compactMap { $0 }
        // One that runs out at once is used at once: asking again would not end.
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

  /// The batch that was asked for got no answer.
  package mutating func refused(
    _ fault: TransferFault, now: Duration, using generator: inout some RandomNumberGenerator
  ) {
    let items = asked.values.sorted { ($0.pointer.size, $0.pointer.id) < ($1.pointer.size, $1.pointer.id) }
    asked = [:]
    // Too many for it at once: fewer, and nobody has tried yet.
    if case .status(413, _, _) = fault, limits.batch > 1, items.count > 1 {
      limits.batch = max(1, items.count / 2)
      waiting = items + waiting
      return
    }
    // One wait for all: they are asked for together again.
    let jitter = Double.random(in: 0...1, using: &generator)
    for item in items { settle(item, fault, now, jitter) }
  }

  /// The bytes of an object have come, and its connection is free; `moved` follows.
  package mutating func arrived(_ id: ContentID) { landing[id] = moving.removeValue(forKey: id) }

  /// An object was moved, or was not.
  package mutating func moved(
    _ id: ContentID, _ fault: TransferFault?, now: Duration, using generator: inout some RandomNumberGenerator
  ) {
    guard let item = moving.removeValue(forKey: id) ?? landing.removeValue(forKey: id) else { return }
    if let fault { settle(item, fault, now, .random(in: 0...1, using: &generator)) } else { end(id, .moved) }
  }

  /// Nothing more is begun; what has not moved has not. What is moving still ends by `moved`.
  package mutating func cancel() {
    for item in waiting + asked.values + granted.map(\.item) { end(item.pointer.id, .failed(.cancelled)) }
    waiting = []
    asked = [:]
    granted = []
  }

  /// Takes what ended since, in the order in which it did.
  package mutating func takeEnded() -> [(id: ContentID, outcome: TransferOutcome)] {
    defer { ended = [] }
    return ended
  }

  private mutating func end(_ id: ContentID, _ outcome: TransferOutcome) {
    outcomes[id] = outcome
    ended.append((id, outcome))
  }

  /// Takes what was met since and is tried again by itself.
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
