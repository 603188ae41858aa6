internal import LargeFiles
internal import Synchronization

/// How much of the objects that are on their way has moved, and what keeps those that are tried again; told from any
/// thread.
final class TransferProgress: Sendable {
  private struct Entry {
    var count: Int?
    var setback: (fault: TransferFault, at: ContinuousClock.Instant)?
  }

  /// For how long a setback is told of what moves again: a line that stalls now and then moves for a while each time.
  private static let told = Duration.seconds(30)

  private let entries = Mutex<[ContentID: Entry]>([:])

  /// Nothing is on its way.
  init() {}

  /// So many bytes of an object have moved; what kept it a while ago is over.
  func note(_ id: ContentID, _ count: Int) {
    entries.withLock { entries in
      entries[id, default: Entry()].count = count
      if let at = entries[id]?.setback?.at, .now - at > Self.told { entries[id]?.setback = nil }
    }
  }

  /// An object met something, and is tried again by itself.
  func postpone(_ id: ContentID, _ fault: TransferFault) {
    entries.withLock { $0[id, default: Entry()].setback = (fault, .now) }
  }

  /// The object is not on its way any more.
  func forget(_ id: ContentID) { entries.withLock { $0[id] = nil } }

  /// How many bytes of an object have moved; nil while none was told.
  func count(of id: ContentID) -> Int? { entries.withLock { $0[id]?.count } }

  /// What keeps an object that is tried again; nil where it has moved for a while.
  func setback(of id: ContentID) -> TransferFault? { entries.withLock { $0[id]?.setback?.fault } }
}
