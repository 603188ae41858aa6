import Glibc
import Synchronization

extension FileWatcher {
  /// Returns when everything that happened to the files before the call has been taken from the kernel.
  ///
  /// A file is made in `.git/stet/cookies`, and the kernel keeps one order for all watches of one queue: when its event
  /// is read, all earlier ones are. Where that cannot be, or takes longer than `limit` nanoseconds, the next batch says
  /// that everything is to be read again, the repository too; folders without a watch come as rescans in any case.
  package func barrier(limit: Int64 = 2_000_000_000) async {
    let now = clock()
    let name: String? = state.withLock { state in
      guard !state.isStopped, !state.rootGone else { return nil }
      state.cookieCount += 1
      return "\(getpid())-\(state.cookieCount)"
    }
    guard let name else { return }
    await withCheckedContinuation { continuation in
      state.withLock { state in
        guard !state.isStopped, state.makeCookie(name) else {
          state.noteAll()
          return continuation.resume()
        }
        state.barriers[name] = WatchState.Barrier(continuation: continuation, until: now + limit)
        state.queue.wake()
      }
    }
    state.withLock { $0.removeCookie(name) }
  }
}

extension WatchState {
  /// Makes a barrier's file; false where it cannot be made or its event would not be seen.
  mutating func makeCookie(_ name: String) -> Bool {
    guard special.values.contains(.cookies),
      let folder = try? FolderDescriptor(Self.parts(".git/stet/cookies"), below: root.number)
    else { return false }
    let file = openat(folder.number, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    close(file)
    return true
  }

  /// Takes a barrier's file away.
  func removeCookie(_ name: String) {
    guard let folder = try? FolderDescriptor(Self.parts(".git/stet/cookies"), below: root.number) else { return }
    unlinkat(folder.number, name, 0)
  }
}
