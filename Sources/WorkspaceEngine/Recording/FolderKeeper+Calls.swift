internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History

extension FolderKeeper {
  /// Adds an agent's write to the audit record, and determines the changes that are new to its session.
  func close(_ closing: CallClosing, _ result: WriteResult) -> ClosedCall {
    var entry = closing.entry
    entry.version = result.token.map { String($0.hex.prefix(12)) }
    audit(entry, isCommitted: result.commit != nil)
    var report = ChangesReport(tip: recorder.tip)
    if let since = closing.since, since != report.tip {
      // If the old tip is not known any more, nothing is reported as new.
      report = (try? news(since: since, without: closing.session, limit: closing.mostNews)) ?? report
    }
    return ClosedCall(news: report)
  }

  /// The number of newest commits that are read whatever their times, because the machines' clocks differ; and the
  /// maximum number.
  private static let (leastCalls, mostCalls) = (100, 2_000)

  /// Returns the calls of agents' sessions that were executed here within the time for which a repeated call gets the
  /// same answer, as recorded in the commits. A call is left out if its session changed one of the files again later.
  func recentCalls() -> [RecalledCall] {
    let now = time.now().seconds
    var found: [RecalledCall] = []
    var later: Set<SessionPath> = []
    var waiting: [(seconds: Int64, id: ObjectID)] = []
    var seen: Set<ObjectID> = []
    func wait(_ id: ObjectID) {
      guard seen.insert(id).inserted, let commit = try? recorder.graph.commit(id) else { return }
      let place = waiting.firstIndex { $0.seconds > commit.committer.seconds } ?? waiting.endIndex
      waiting.insert((commit.committer.seconds, id), at: place)
    }
    for tip in [recorder.tip, recorder.tips.heldTip] { if let tip { wait(tip) } }
    var count = 0
    while count < Self.mostCalls, let (_, id) = waiting.popLast(), let commit = try? recorder.graph.commit(id) {
      count += 1
      let age = max(0, now - commit.author.seconds)
      guard age <= RepeatedCalls.window / 1_000_000_000 || count <= Self.leastCalls else { continue }
      for parent in commit.parents { wait(parent) }
      guard let message = message(of: id),
        age <= RepeatedCalls.window / 1_000_000_000, message.machine == recorder.identity.machine,
        case .agent(let agent, let name?)? = message.author
      else { continue }
      let paths = places(of: id, unlike: commit.parents.first)
      let session = AgentSession(agent: agent, id: name)
      let places = paths.map { SessionPath(session: session, path: $0) }
      defer { later.formUnion(places) }
      guard let call = message.call, later.isDisjoint(with: places) else { continue }
      let standing = paths.first { entry(at: $0, in: id) != nil } ?? paths.first
      let receipt = WriteReceipt(
        path: standing?.string ?? "", token: standing.flatMap { entry(at: $0, in: id)?.id }, commit: id,
        merged: false, unchanged: false, held: nil)
      found.append(
        RecalledCall(session: session, call: call, paths: paths.map(\.string), receipt: receipt, age: age))
    }
    return found
  }

  private struct SessionPath: Hashable {
    var session: AgentSession
    var path: WorkspacePath
  }
}
