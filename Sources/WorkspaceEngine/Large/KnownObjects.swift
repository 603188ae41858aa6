internal import FileSystem
internal import Git
internal import LargeFiles
internal import LocalState
internal import Synchronization

/// The objects that a remote is known to have: it said so, or took them.
///
/// One file a remote in `.git/stet/objects`, 32 bytes an object. It saves questions and is never a proof: before a copy
/// goes, the remote is asked. What is lost of it is asked for again; what the remote denies is taken out.
final class KnownObjects: Sendable {
  private struct State {
    var ids: Set<ContentID> = []
    var isRead = false
    /// What the remote denied since the start, and when.
    var denied: [ContentID: ContinuousClock.Instant] = [:]
  }

  /// For how long a denial is believed where nothing else is heard: another machine may send the object.
  private static let patience = Duration.seconds(3_600)

  private let tree: (any FileTree)?
  private let file: StoredFile
  private let state = Mutex(State())
  /// Held as long as the file is read or written, so that who asks what is known never waits for that.
  private let access = Mutex(())

  /// Names the table of a remote; it is read when it is first asked.
  ///
  /// - Parameter address: the remote's, as it is used.
  init(of address: String, tree: (any FileTree)?) {
    self.tree = tree
    let name = Array(address.utf8).withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(16)
    file = StoredFile("objects/\(name)")
  }

  /// Whether the remote is known to have an object.
  func contains(_ id: ContentID) -> Bool {
    read()
    return state.withLock { $0.ids.contains(id) }
  }

  /// Whether the remote denied an object within the last hour, and nothing of it was heard since.
  func denies(_ id: ContentID, at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { $0.denied[id].map { now - $0 < Self.patience } ?? false }
  }

  /// Notes that the remote has these. What cannot be kept is known until the stop, and asked for again after it.
  func add(_ ids: some Sequence<ContentID>) {
    read()
    access.withLock { _ in
      let fresh = state.withLock { state in
        for id in ids { state.denied[id] = nil }
        return ids.filter { state.ids.insert($0).inserted }
      }
      guard !fresh.isEmpty, let tree else { return }
      let bytes = fresh.flatMap(\.bytes)
      do throws(FileError) {
        if try tree.stamp(of: file.location) == nil {
          try file.write(bytes, .volatile, in: tree)
        } else {
          _ = try tree.append(file.location, bytes: bytes, durable: false)
        }
      } catch {}
    }
  }

  /// Notes that the remote has not got these, whatever it said before. What cannot be kept is believed again after the
  /// stop, until the remote denies it again.
  func remove(_ ids: some Sequence<ContentID>) {
    read()
    access.withLock { _ in
      let left: Set<ContentID>? = state.withLock { state in
        let now = ContinuousClock.now
        for id in ids { state.denied[id] = now }
        let before = state.ids.count
        state.ids.subtract(ids)
        return state.ids.count < before ? state.ids : nil
      }
      if let left, let tree { try? file.write(left.flatMap(\.bytes), .volatile, in: tree) }
    }
  }

  /// Reads the file, once.
  private func read() {
    guard !state.withLock({ $0.isRead }) else { return }
    access.withLock { _ in
      guard !state.withLock({ $0.isRead }) else { return }
      let bytes = tree.flatMap { (try? file.read(from: $0, limit: 1 << 28)) ?? nil } ?? []
      // A torn end is no id.
      let ids = stride(from: 0, through: bytes.count - 32, by: 32).compactMap {
        ContentID(bytes: bytes[$0..<($0 + 32)])
      }
      state.withLock { state in
        state.ids.formUnion(ids)
        state.isRead = true
      }
    }
  }
}
