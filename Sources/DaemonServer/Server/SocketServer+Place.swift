internal import DaemonClient
internal import Dispatch
internal import Glibc

extension SocketServer {
  private static let longestPause = 30_000

  /// Watches the folder in which the socket stands: programs that clean temporary folders, and an end of the user's
  /// other sessions, take it away under a running daemon, which nobody would find any more.
  func watchPlace() {
    stopWatchingPlace()
    let events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { return }
    let mask = UInt32(IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVE_SELF)
    guard inotify_add_watch(events, path.directory, mask) >= 0 else {
      Glibc.close(events)
      // Taken away in the moment in which the socket came to stand.
      if !isInPlace { standLater() }
      return
    }
    let watch = Readiness(owning: events, on: executor.queue) { [weak self] _ in
      self?.assumeIsolated { $0.placeChanged(events) }
    }
    placeWatch = watch
    awaitPlace()
    // It may have gone before it was watched.
    if !isInPlace { standAgain() }
  }

  private func placeChanged(_ events: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(events, &buffer, buffer.count) > 0 {}
    awaitPlace()
    standAgain()
  }

  private func awaitPlace() {
    // Where the kernel watches no further descriptor the place is not watched, as where it has no inotify.
    try? placeWatch?.wait(for: .reading)
  }

  /// Ends that.
  func stopWatchingPlace() {
    placeWatch?.cancel()
    placeWatch = nil
  }

  /// Takes the socket's place again where it was taken away; connections go on. Tried later, ever more rarely, where the
  /// folder cannot be made.
  func standAgain() {
    guard !isFinished, !isInPlace else { return }
    stopListening()
    // A folder above it that is missing too is not made: it is the system's (`/run/user/<uid>`).
    mkdir(path.directory, 0o700)
    do throws(SocketError) {
      try listen()
      standingPause = 100
      logger.warning("the socket was taken away and stands again", metadata: ["path": "\(path.string)"])
    } catch {
      logger.error("the socket was taken away and cannot stand again yet", metadata: ["reason": "\(error)"])
      stopWatchingPlace()
      standLater()
    }
  }

  private func standLater() {
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(standingPause)) { [weak self] in
      self?.assumeIsolated { $0.standAgain() }
    }
    standingPause = min(standingPause * 2, Self.longestPause)
  }
}
