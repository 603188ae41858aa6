import Glibc
import Synchronization

extension FileWatcher {
  /// Returns when every earlier change of the files has been read from the kernel.
  ///
  /// It creates a file in `.git/stet/cookies`. The kernel keeps one order for all watches of one queue, so when that
  /// file's event is read, all earlier ones have been. If that fails, or takes longer than `limit` nanoseconds, the
  /// next batch requests a rescan of everything, including the repository. Folders without a watch are reported as
  /// rescans in any case.
  package func barrier(limit: Int64 = 2_000_000_000) async {
    let now = clock()
    let name: String? = state.withLock { state in
      guard !state.isStopped, !state.root.isGone else { return nil }
      return "\(getpid())-\(state.barriers.nextNumber())"
    }
    guard let name else { return }
    await withCheckedContinuation { continuation in
      state.withLock { state in
        guard !state.isStopped, state.makeCookie(name) else {
          state.noteAll()
          return continuation.resume()
        }
        state.barriers.add(name, continuation, until: now + limit)
        state.queue.wake()
      }
    }
    state.withLock { $0.removeCookie(name) }
  }
}

extension WatchState {
  /// Creates a barrier's file; returns false if it cannot be created or its event would not be reported.
  mutating func makeCookie(_ name: String) -> Bool {
    guard special.values.contains(.cookies),
      let folder = try? FolderDescriptor(Self.parts(".git/stet/cookies"), below: root.folder.number)
    else { return false }
    let file = openat(folder.number, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    close(file)
    return true
  }

  /// Deletes a barrier's file.
  func removeCookie(_ name: String) {
    guard let folder = try? FolderDescriptor(Self.parts(".git/stet/cookies"), below: root.folder.number) else { return }
    unlinkat(folder.number, name, 0)
  }
}
