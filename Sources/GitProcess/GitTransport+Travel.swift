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

  /// Returns whether a repository has a version of a session from any remote.
  package static func hasSession(_ id: String, in store: any ObjectStore) -> Bool {
    let names = try? store.references(withPrefix: sessionReference("")).keys
    return names?.contains { $0.hasSuffix("/\(id)") } ?? false
  }

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

  /// The result of a fetch of travelling references.
  package struct TravelFetch: Hashable, Sendable {
    /// Those that are too large or damaged, none of which was stored.
    package var refused: [String] = []
    /// The reason why others were not fetched; nil if all were.
    package var problem: TransportError?
  }

  /// The greatest number of failures of git for a reason other than a reference of the remote.
  private static let failureLimit = 32

  /// Fetches travelling references. One that is not among them stays as it is: a network's sign-in page looks like a
  /// remote without references. One that cannot be fetched does not hinder the others: it is found by halves.
  ///
  /// - Parameters:
  ///   - names: the rests of their names.
  ///   - bytes: the greatest size of what is received for each.
  package func fetch(_ names: [String], of part: TravelPart, atMost bytes: Int) async -> TravelFetch {
    var result = TravelFetch()
    var (groups, failures) = ([names], 0)
    while let group = groups.popLast() {
      guard !group.isEmpty else { continue }
      do throws(TransportError) {
        if try await takes(group, of: part, atMost: bytes) { continue }
        if group.count == 1 { result.refused += group }
      } catch {
        failures += 1
        let isOfGroup =
          switch error {
          case .failed, .damaged: failures < Self.failureLimit
          default: false
          }
        if !isOfGroup || group.count == 1 { result.problem = error }
        guard isOfGroup else { break }
      }
      guard group.count > 1 else { continue }
      let half = group.count / 2
      groups += [Array(group[half...]), Array(group[..<half])]
    }
    return result
  }

  /// Fetches references by one git; returns false if it stored none because some are too large or damaged.
  ///
  /// - Throws: `TransportError` as `GitFailure` classifies git's output.
  private func takes(
    _ names: [String], of part: TravelPart, atMost bytes: Int
  ) async throws(TransportError) -> Bool {
    let places = names.map { "+\(part.rawValue)\($0):\(part.prefix(remote: setting.remote))\($0)" }
    let child = setting.child(
      [
        "fetch", "--no-write-fetch-head", "--no-auto-maintenance", "--no-tags", "--no-prune", "--refmap=",
        "--no-recurse-submodules", "--no-show-forced-updates", setting.remote,
      ] + places, withoutIndex: true)
    let result = try await child.writingFiles(ofAtMost: bytes).run(deadline: setting.deadline)
    guard result.status != 0 else { return true }
    if GitFailure.isTooLargeHere(result.errors) || GitFailure.isBadContent(result.errors) { return false }
    throw GitFailure.error(status: result.status, text: result.errors)
  }
}
