/// The references of sessions that travel.
extension GitTransport {
  /// The part of the remote's references that has the sessions.
  private static let sessions = "refs/stet/sessions/"

  /// Returns the reference of a session at the remote.
  package static func sessionReference(_ id: String) -> String { sessions + id }

  /// Returns the local prefix under which a fetch keeps the sessions of a remote.
  package static func sessionPrefix(remote: String) -> String { "\(sessions)\(remote)/" }

  /// Returns the addresses to which git pushes: `pushurl` and `pushInsteadOf` name others than the one it fetches from.
  ///
  /// - Throws: `TransportError` as `GitFailure` classifies git's output.
  package func pushAddresses() async throws(TransportError) -> [String] {
    let result = try await setting.child(
      ["remote", "get-url", "--push", "--all", setting.remote], withoutIndex: true
    ).run(deadline: .configuration)
    guard result.status == 0 else { throw GitFailure.error(status: result.status, text: result.errors) }
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Fetches the sessions of all machines. A session that the remote no longer has stays: a network's sign-in page
  /// looks like a remote without references.
  ///
  /// - Throws: `TransportError` as `GitFailure` classifies git's output.
  package func fetchSessions() async throws(TransportError) {
    let result = try await setting.child(
      [
        "fetch", "--no-write-fetch-head", "--no-auto-maintenance", "--no-tags", "--no-prune", "--refmap=",
        "--no-recurse-submodules", "--no-show-forced-updates", setting.remote,
        "+\(Self.sessions)*:\(Self.sessionPrefix(remote: setting.remote))*",
      ], withoutIndex: true
    ).run(deadline: setting.deadline)
    guard result.status == 0 else { throw GitFailure.error(status: result.status, text: result.errors) }
  }
}
