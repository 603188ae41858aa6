package import FileSystem
internal import Git
package import LargeFiles
internal import LocalState
internal import Synchronization

/// The objects that a remote is known to have: the remote said so or accepted them.
///
/// Stored in one file per remote in `.git/stet/objects`, 32 bytes an object. The table saves questions and is never a
/// proof: before Stet deletes a local copy, it asks the remote. A lost entry costs another question; an object that the
/// remote denies is removed.
package final class KnownObjects: Sendable {
  private struct State {
    var ids: Set<ContentID> = []
    var isRead = false
    /// The objects that the remote denied since the start, with the time of the denial.
    var denied: [ContentID: ContinuousClock.Instant] = [:]
  }

  /// The time for which a denial counts if there is no other news: another machine may upload the object.
  private static let denialLifetime = Duration.seconds(3_600)

  private let tree: (any FileTree)?
  private let file: StoredFile
  private let state = Mutex(State())
  /// Locked while the file is read or written, so that a caller of `contains` does not wait for a write.
  private let access = Mutex(())

  /// Makes the table of a remote; the file is read on first use.
  ///
  /// - Parameter address: the remote's address, as it is used.
  package init(of address: String, tree: (any FileTree)?) {
    self.tree = tree
    let name = Array(address.utf8).withUnsafeBytes { Repository.id(of: .blob, $0) }.hex.prefix(16)
    file = StoredFile("objects/\(name)")
  }

  /// Whether the remote is known to have an object.
  package func contains(_ id: ContentID) -> Bool {
    read()
    return state.withLock { $0.ids.contains(id) }
  }

  /// Whether the remote denied an object within the last hour, with no news of the object since.
  package func denies(_ id: ContentID, at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { $0.denied[id].map { now - $0 < Self.denialLifetime } ?? false }
  }

  /// Adds objects that the remote has. If the write fails, the entries last in memory until the daemon stops; the
  /// remote is asked again after that.
  package func add(_ ids: some Sequence<ContentID>) {
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

  /// Removes objects that the remote does not have, whatever it said before. If the write fails, the removed entries
  /// reappear after the daemon's next start, until the remote denies the objects again.
  package func remove(_ ids: some Sequence<ContentID>) {
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

  /// Reads the file, on the first call only.
  private func read() {
    guard !state.withLock({ $0.isRead }) else { return }
    access.withLock { _ in
      guard !state.withLock({ $0.isRead }) else { return }
      let bytes = tree.flatMap { (try? file.read(from: $0, limit: 1 << 28)) ?? nil } ?? []
      // Bytes at the end that are fewer than 32 are no id.
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
