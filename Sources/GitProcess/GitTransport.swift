package import GitObjects

/// Exchanges with a remote through `git fetch` and `git push` as killable children, one for each call.
package struct GitTransport: Transport {
  /// The greatest number of fetches in a row if the branch is missing in the fetch but exists when the branches are
  /// listed.
  private static let fetchAttempts = 3

  /// The settings of the children.
  package let setting: GitSetting

  /// Makes a transport; nothing is started.
  package init(_ setting: GitSetting) {
    self.setting = setting
  }

  /// Fetches the branch into `refs/remotes/…` and the inboxes beside it; tags, other branches and `FETCH_HEAD` stay
  /// unchanged.
  ///
  /// - Throws: `TransportError` as `GitFailure` classifies git's output.
  package func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult {
    let tracking = setting.trackingReference(branch)
    for _ in 0..<Self.fetchAttempts {
      let result = try await setting.child(
        [
          "fetch", "--progress", "--no-write-fetch-head", "--no-auto-maintenance", "--no-tags", "--prune", "--refmap=",
          "--no-recurse-submodules", "--no-show-forced-updates", setting.remote, "+refs/heads/\(branch):\(tracking)",
        ]
          + Inbox.Place.allCases.map { "+\($0.rawValue)*:\(Inbox.prefix(remote: setting.remote, $0))*" },
        withoutIndex: true
      ).run(deadline: setting.deadline)
      if result.status == 0 {
        do { return .fetched(try store.reference(tracking)) } catch { throw .failed("\(error)") }
      }
      guard GitFailure.isMissingBranch(result.errors) else {
        throw GitFailure.error(status: result.status, text: result.errors)
      }
      // A web page that is not git's answer has no branch either.
      guard try await branches(isolation: isolation)[branch] != nil else { return .fetched(nil) }
      // Another machine made the branch in between: the next attempt finds it.
    }
    throw .offline("the remote's branch was created and deleted during the fetch")
  }

  /// Asks for the heads of branches only.
  ///
  /// - Throws: `TransportError` as `GitFailure` classifies git's output; `.offline` if the answer is not from git: git
  ///   reads a network's sign-in page (200) as a repository without branches.
  package func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID] {
    try await references(below: "refs/heads/", listing: ["--heads", setting.remote])
  }

  /// Returns the commits of the remote's references below a prefix, by the rest of their names.
  ///
  /// - Parameter words: the arguments of `git ls-remote`.
  /// - Throws: `TransportError` as that of `branches`; `.failed` if the list is longer than the output of a child may be.
  package func references(
    below prefix: String, listing words: [String]
  ) async throws(TransportError) -> [String: ObjectID] {
    var child = setting.child(["ls-remote", "--quiet"] + words, withoutIndex: true)
    child.environment["GIT_TRACE_PACKET"] = "1"
    let result = try await child.run(deadline: setting.deadline)
    let (errors, isOfGit) = GitFailure.withoutPackets(result.errors)
    guard result.status == 0 else { throw GitFailure.error(status: result.status, text: errors) }
    guard isOfGit || !result.output.isEmpty else { throw .offline(GitFailure.page) }
    var found: [String: ObjectID] = [:]
    for line in result.output.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2, fields[1].hasPrefix(prefix), let id = ObjectID(hex: String(fields[0])) else {
        continue
      }
      found[String(fields[1].dropFirst(prefix.count))] = id
    }
    return found
  }

  /// Pushes each reference by itself, without local hooks and without tags.
  ///
  /// - Throws: `TransportError`; an answer that was lost on its way is `.offline` or `.failed`.
  package func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult] {
    let packing = updates.contains(where: \.skipsDeltas) ? ["-c", "pack.window=0"] : []
    let result = try await setting.child(
      packing + [
        "-c", "remote.\(setting.remote).mirror=false", "push", "--porcelain", "--progress", "--no-verify",
        "--no-signed", "--no-atomic", "--recurse-submodules=no", setting.remote,
      ] + updates.map { "\($0.mayLose ? "+" : "")\($0.commit?.hex ?? ""):\($0.reference)" }
    ).run(deadline: setting.deadline)
    let answers = PushReport.read(output: result.output, errors: result.errors)
    if let first = updates.first, answers[first.reference] != nil { return answers }
    // A web server that accepts no body of that size refuses the pushed commits, not the exchange.
    if let first = updates.first, let words = GitFailure.tooLarge(result.errors) {
      return [first.reference: .refused(message: words)]
    }
    throw GitFailure.error(status: result.status, text: result.errors)
  }
}
