package import GitObjects

/// The references that travel if the person allows it: of sessions, and of machines' calls of models.
extension GitTransport {
  /// A part of the remote's references.
  package enum TravelPart: String, CaseIterable, Sendable {
    /// The sessions, by their ids.
    case sessions = "refs/stet/sessions/"
    /// The calls of models outside sessions, by the names of machines.
    case usage = "refs/stet/usage/"

    /// Returns the local prefix under which a fetch keeps the references of a remote.
    package func prefix(remote: String) -> String { "\(rawValue)\(remote)/" }
  }

  /// Returns the reference of a session at the remote.
  package static func sessionReference(_ id: String) -> String { TravelPart.sessions.rawValue + id }

  /// Returns the local prefix under which a fetch keeps the sessions of a remote.
  package static func sessionPrefix(remote: String) -> String { TravelPart.sessions.prefix(remote: remote) }

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

  /// Returns the commits of all travelling references at the remote, by the rest of their names.
  ///
  /// - Throws: `TransportError` as that of `branches`.
  package func travelling() async throws(TransportError) -> [TravelPart: [String: ObjectID]] {
    let parts = TravelPart.allCases
    let found = try await references(below: "", listing: [setting.remote] + parts.map { $0.rawValue + "*" })
    var commits: [TravelPart: [String: ObjectID]] = [:]
    for (name, commit) in found {
      guard let part = parts.first(where: { name.hasPrefix($0.rawValue) }) else { continue }
      commits[part, default: [:]][String(name.dropFirst(part.rawValue.count))] = commit
    }
    return commits
  }

  /// Fetches travelling references. One that is not among them stays as it is: a network's sign-in page looks like a
  /// remote without references.
  ///
  /// - Parameters:
  ///   - names: the rests of their names.
  ///   - bytes: the greatest size of what is received for each.
  /// - Returns: those that are larger, none of which was stored.
  /// - Throws: `TransportError` as `GitFailure` classifies git's output.
  package func fetch(
    _ names: [String], of part: TravelPart, atMost bytes: Int
  ) async throws(TransportError) -> [String] {
    guard !names.isEmpty else { return [] }
    let places = names.map { "+\(part.rawValue)\($0):\(part.prefix(remote: setting.remote))\($0)" }
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
    guard names.count > 1 else { return names }
    // Together they were too large: those that are so by themselves are found by halves.
    let half = names.count / 2
    let first = try await fetch(Array(names[..<half]), of: part, atMost: bytes)
    return try await first + fetch(Array(names[half...]), of: part, atMost: bytes)
  }
}
