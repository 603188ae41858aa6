/// The detection of changes on the remote: a listener reports them, or the remote is polled.
struct RemoteWatch: Hashable, Sendable {
  /// The state of the listener.
  enum Listener: Hashable, Sendable {
    /// It is not running.
    case off
    /// It is running, and reports no changes yet, or none for the moment.
    case silent
    /// It reports changes.
    case hearing
    /// There is none for this remote.
    case unsupported
  }

  /// The time for which a listener reports changes before its end counts as one of a working listener: a server may end
  /// each one right after its greeting.
  private static let settled: Duration = .seconds(60)

  /// The state of the listener.
  private(set) var listener: Listener
  private let canListen: Bool
  /// The uptime of the running listener's first report.
  private var heardSince: Duration?
  private var restarts = RetrySchedule.offline
  private var polls = PollSchedule()
  private var pollAt: Duration?

  /// Makes a watch for a remote.
  ///
  /// - Parameter canListen: whether there is a listener for it.
  init(canListen: Bool) {
    self.canListen = canListen
    listener = canListen ? .off : .unsupported
  }

  /// Whether a listener reports changes, so that the remote is not polled.
  var isHearing: Bool { listener == .hearing }

  /// Returns whether the listener must be started, and notes that it is.
  mutating func starts() -> Bool {
    guard listener == .off else { return false }
    listener = .silent
    return true
  }

  /// Notes that the listener was stopped, to be started again.
  mutating func stopped() {
    heardSince = nil
    listener = canListen ? .off : .unsupported
  }

  /// Notes that the listener reports changes.
  mutating func ready(at now: Duration) {
    heardSince = heardSince ?? now
    listener = .hearing
    pollAt = nil
  }

  /// Notes that the listener reports no changes for the moment.
  mutating func lost() { if listener == .hearing { listener = .silent } }

  /// Notes that the listener does not work with this remote.
  mutating func unsupported() { listener = .unsupported }

  /// Notes that the listener ended; returns the delay until its next start, which is longer each time until one works.
  mutating func ended(at now: Duration, using generator: inout some RandomNumberGenerator) -> Duration? {
    if let heardSince, now - heardSince >= Self.settled { restarts.reset() }
    heardSince = nil
    lost()
    return listener == .silent ? restarts.next(using: &generator) : nil
  }

  /// Returns the uptime of the next poll, which is set if none was; nil while a listener reports changes.
  mutating func nextPoll(at now: Duration, using generator: inout some RandomNumberGenerator) -> Duration? {
    guard !isHearing else { return nil }
    let next = pollAt ?? now + polls.next(using: &generator)
    pollAt = next
    return next
  }

  /// Notes that the remote is polled now.
  mutating func polled() { pollAt = nil }

  /// Notes a save here: the next poll is soon.
  mutating func saved() {
    polls.noteActivity()
    pollAt = nil
  }

  /// Notes a change on the remote: the next intervals are short.
  mutating func changed() { polls.noteActivity() }
}
