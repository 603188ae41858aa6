package import GitObjects

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

  /// Returns the commits of all sessions at the remote, by their ids.
  ///
  /// - Throws: `TransportError` as that of `branches`.
  package func sessions() async throws(TransportError) -> [String: ObjectID] {
    try await references(below: Self.sessions, listing: [setting.remote, Self.sessions + "*"])
  }

  /// Fetches sessions. One that is not among them stays as it is: a network's sign-in page looks like a remote without
  /// references.
  ///
  /// - Parameter bytes: the greatest size of what is received for each session.
  /// - Returns: the sessions that are larger, none of which was stored.
  /// - Throws: `TransportError` as `GitFailure` classifies git's output.
  package func fetchSessions(_ ids: [String], atMost bytes: Int) async throws(TransportError) -> [String] {
    guard !ids.isEmpty else { return [] }
    let places = ids.map { "+\(Self.sessions)\($0):\(Self.sessionPrefix(remote: setting.remote))\($0)" }
    let child = setting.child(
      [
        "fetch", "--no-write-fetch-head", "--no-auto-maintenance", "--no-tags", "--no-prune", "--refmap=",
        "--no-recurse-submodules", "--no-show-forced-updates", setting.remote,
      ] + places, withoutIndex: true)
    let result = try await child.writingFiles(ofAtMost: bytes).run(deadline: setting.deadline)
    if result.status == 0 { return [] }
    guard GitFailure.isTooLargeHere(result.errors) else {
      throw GitFailure.error(status: result.status, text: result.errors)
    }
    guard ids.count > 1 else { return ids }
    // Together they were too large: those that are so by themselves are found by halves.
    let half = ids.count / 2
    let first = try await fetchSessions(Array(ids[..<half]), atMost: bytes)
    return try await first + fetchSessions(Array(ids[half...]), atMost: bytes)
  }
}
