internal import LargeFiles
internal import Synchronization

/// How much of the objects that are on their way has moved; told from any thread.
final class TransferProgress: Sendable {
  private let counts = Mutex<[ContentID: Int]>([:])

  /// Nothing is on its way.
  init() {}

  /// So many bytes of an object have moved.
  func note(_ id: ContentID, _ count: Int) { counts.withLock { $0[id] = count } }

  /// The object is not on its way any more.
  func forget(_ id: ContentID) { counts.withLock { $0[id] = nil } }

  /// How many bytes of an object have moved; nil while none was told.
  func count(of id: ContentID) -> Int? { counts.withLock { $0[id] } }
}
