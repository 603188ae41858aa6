internal import FileSystem
internal import FileWatching
internal import WorkspaceAPI

extension SessionPlace {
  /// The longest time between two looks: the kernel reports the end of a program before it releases the locks.
  private static let step = Duration.milliseconds(500)

  /// Returns what a look finds, which is repeated after each change of a file, such as a lock that another process holds;
  /// nil if it finds nothing for a time.
  func wait<Found>(
    for location: FileLocation, atMost limit: Duration, _ look: () throws(VerbError) -> Found?
  ) async throws(VerbError) -> Found? {
    if let found = try look() { return found }
    let signal = signal(of: location)
    let deadline = ContinuousClock.now + limit
    while true {
      let number = signal.changes.number
      if let found = try look() { return found }
      let rest = deadline - ContinuousClock.now
      guard rest > .zero, (try? await signal.changes.wait(past: number, atMost: min(rest, Self.step))) != nil else {
        return nil
      }
    }
  }

  /// Returns the signal of a file's changes.
  func signal(of location: FileLocation) -> FileSignal {
    FileSignal(of: location.name, in: "\(root)/\(location.parent.string)")
  }
}
