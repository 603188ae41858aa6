internal import FileSystem
package import GitObjects

extension Recorder {
  /// Keeps what files hold now, off the tip, while it is not known whose change it is: the person's git is at work, or
  /// recording is paused (review A3).
  ///
  /// What the repository has already (git's own check-outs) costs nothing. What cannot be read is left: it is on disk,
  /// and it is recorded when recording goes on.
  package func capture(_ paths: [WorkspacePath]) {
    if case .readOnly = state { return }
    var plan = TurnPlan(sequence: sequence + 1)
    for path in paths.prefix(1_000) {
      guard let standing = try? look(at: path, rehash: true), standing.isSettled, let mode = standing.mode,
        let blob = standing.blob, let bytes = standing.bytes, !store.contains(blob), (try? isIgnored(path)) == false
      else { continue }
      _ = plan.add(
        PlannedChange(path: path, mode: mode, blob: blob, content: bytes), existed: true, origin: .person,
        held: .captured)
    }
    // A failure is told by the turn that records the files themselves.
    _ = try? execute(plan)
  }
}
