internal import DaemonClient
internal import Dispatch
internal import Glibc

extension SocketServer {
  private static let longestPause = 30_000

  /// Watches the folder of the socket: programs that clean temporary folders, or the end of the user's other sessions,
  /// delete the folder of a running daemon, which no client would find any more.
  func watchPlace() {
    stopWatchingPlace()
    let events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return }
    let mask = UInt32(IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVE_SELF)
    guard inotify_add_watch(events, path.directory, mask) >= 0 else {
      Glibc.close(events)
      // The folder was deleted just after the socket was created.
      if !isInPlace { standLater() }
      return
    }
    let watch = Readiness(owning: events, on: executor.queue) { [weak self] _ in
      self?.assumeIsolated { $0.placeChanged(events) }
    }
    placeWatch = watch
    awaitPlace()
    // The folder may have been deleted before it was watched.
    if !isInPlace { standAgain() }
  }

  private func placeChanged(_ events: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(events, &buffer, buffer.count) > 0 {}
    awaitPlace()
    standAgain()
  }

  private func awaitPlace() {
    // If the kernel cannot watch another descriptor, the folder is not watched, as on a system without inotify.
    try? placeWatch?.wait(for: .reading)
  }

  /// Ends the watch of the folder.
  func stopWatchingPlace() {
    placeWatch?.cancel()
    placeWatch = nil
  }

  /// Creates the socket again if it was deleted; connections continue. If the folder cannot be created it is retried
  /// with growing pauses.
  func standAgain() {
    guard !isFinished, !isInPlace else { return }
    stopListening()
    // A missing parent folder is not created: it is the system's (`/run/user/<uid>`).
    mkdir(path.directory, 0o700)
    do throws(SocketError) {
      try listen()
      bindPause = 100
      logger.warning("the socket was removed and created again", metadata: ["path": "\(path.string)"])
    } catch {
      logger.error("the socket was removed and cannot be created again yet", metadata: ["reason": "\(error)"])
      stopWatchingPlace()
      standLater()
    }
  }

  private func standLater() {
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(bindPause)) { [weak self] in
      self?.assumeIsolated { $0.standAgain() }
    }
    bindPause = min(bindPause * 2, Self.longestPause)
  }
}
