internal import DaemonClient
internal import Threads

/// The processes of a session's headless agent that were left when the program that ran it was killed.
enum LeftAgents {
  /// The time that they have to end by themselves.
  private static let limit = Duration.seconds(2)

  /// Returns the variables by which the processes of a session's agent are known.
  static func variables(_ session: String, root: String) -> [String: String] {
    ["STET_SESSION": session, "STET_FOLDER": root]
  }

  /// Ends them: two agents that go on with the same session would do everything twice.
  static func end(_ session: String, root: String) async {
    let marks = variables(session, root: root)
    func left() async -> [Int32] { await onThread("stet.left") { LeftProcesses.find(marks) } }
    let found = await left()
    guard !found.isEmpty else { return }
    LeftProcesses.end(found, byForce: false)
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      guard await !left().isEmpty else { return }
      try? await Task.sleep(for: .milliseconds(50))
    }
    LeftProcesses.end(await left(), byForce: true)
  }
}
