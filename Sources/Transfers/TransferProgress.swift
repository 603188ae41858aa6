internal import LargeFiles
internal import Synchronization

/// The bytes that the running transfers have moved, and the faults of those that are being retried; may be called from
/// any thread.
final class TransferProgress: Sendable {
  private struct Entry {
    var count: Int?
    var setback: (fault: TransferFault, at: ContinuousClock.Instant)?
  }

  /// The time for which a fault is still reported after the transfer moves again: a connection that stalls now and then
  /// moves for a while each time.
  private static let faultLifetime = Duration.seconds(30)

  private let entries = Mutex<[ContentID: Entry]>([:])

  init() {}

  /// Records the number of bytes moved; a fault that is old enough is dropped.
  func note(_ id: ContentID, _ count: Int) {
    entries.withLock { entries in
      entries[id, default: Entry()].count = count
      if let at = entries[id]?.setback?.at, .now - at > Self.faultLifetime { entries[id]?.setback = nil }
    }
  }

  /// Records a fault after which the transfer is retried automatically.
  func postpone(_ id: ContentID, _ fault: TransferFault) {
    entries.withLock { $0[id, default: Entry()].setback = (fault, .now) }
  }

  /// Removes an object whose transfer has ended.
  func forget(_ id: ContentID) { entries.withLock { $0[id] = nil } }

  /// Returns the number of bytes of an object that have moved; nil before the first report.
  func count(of id: ContentID) -> Int? { entries.withLock { $0[id]?.count } }

  /// Returns the fault of an object that is being retried; nil if there was none, or once the object has moved for a
  /// while after it.
  func setback(of id: ContentID) -> TransferFault? { entries.withLock { $0[id]?.setback?.fault } }
}
