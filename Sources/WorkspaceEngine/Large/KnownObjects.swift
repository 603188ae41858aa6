internal import FileSystem
internal import Git
internal import LargeFiles
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
  private let location: FileLocation
  private let state = Mutex(State())

  /// Names the table of a remote; it is read when it is first asked.
  ///
  /// - Parameter address: the remote's, as it is used.
  init(of address: String, tree: (any FileTree)?) {
    self.tree = tree
    let name = Array(address.utf8).withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(16)
    location = .store("objects/\(name)")
  }

  /// Whether the remote is known to have an object.
  func contains(_ id: ContentID) -> Bool {
    state.withLock { state in
      read(&state)
      return state.ids.contains(id)
    }
  }

  /// Whether the remote denied an object within the last hour, and nothing of it was heard since.
  func denies(_ id: ContentID, at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { $0.denied[id].map { now - $0 < Self.patience } ?? false }
  }

  /// Notes that the remote has these.
  func add(_ ids: some Sequence<ContentID>) {
    state.withLock { state in
      read(&state)
      for id in ids { state.denied[id] = nil }
      let fresh = ids.filter { state.ids.insert($0).inserted }
      guard !fresh.isEmpty, let tree else { return }
      let bytes = fresh.flatMap(\.bytes)
      do throws(FileError) {
        if try tree.stamp(of: location) == nil {
          try tree.makeDirectories(.store("objects"))
          try tree.create(location, bytes: bytes, permissions: 0o600, durable: false)
        } else {
          _ = try tree.append(location, bytes: bytes, durable: false)
        }
      } catch {
        // Known until the stop; asked for again after it.
      }
    }
  }

  /// Notes that the remote has not got these, whatever it said before.
  func remove(_ ids: some Sequence<ContentID>) {
    state.withLock { state in
      read(&state)
      let now = ContinuousClock.now
      for id in ids { state.denied[id] = now }
      let before = state.ids.count
      state.ids.subtract(ids)
      guard state.ids.count < before, let tree else { return }
      let fresh = FileLocation.store("objects/new")
      do throws(FileError) {
        try tree.remove(fresh)
        try tree.create(fresh, bytes: state.ids.flatMap(\.bytes), permissions: 0o600, durable: false)
        try tree.replace(location, with: fresh)
      } catch {
        // Believed again after the stop, until the remote denies it again.
      }
    }
  }

  private func read(_ state: inout State) {
    guard !state.isRead else { return }
    state.isRead = true
    guard let bytes = (try? tree?.read(location, limit: 1 << 28))?.bytes else { return }
    state.ids.reserveCapacity(bytes.count / 32)
    var start = 0
    // A torn end is no id.
    while start + 32 <= bytes.count {
      if let id = ContentID(bytes: bytes[start..<(start + 32)]) { state.ids.insert(id) }
      start += 32
    }
  }
}
