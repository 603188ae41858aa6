internal import FileSystem
internal import LocalState
internal import Sessions
internal import WorkspaceAPI

/// The sessions of this folder whose end the remote may not have: a file for each in `.git/stet/session-ends`, which the
/// process of the session creates before it goes on, and which is deleted when the remote has the end.
extension TravelStore {
  /// Returns the ids of these sessions; empty while the person lets none travel.
  func ends() -> [String] {
    guard let tree = try? DiskTree(root: root), TravelConsent(tree: tree).isGiven,
      let entries = try? tree.entries(of: .store(SessionShelf.ends))
    else { return [] }
    return entries.map(\.name).filter(SessionPlan.isID).sorted()
  }

  /// Returns the ids of those that no process runs.
  func leftEnds() -> [String] { ends().filter { !isAtWork($0) } }

  /// Returns the publication of the end of a session as the log here has it; nil if there is nothing to publish: the
  /// remote has the end, another folder has the session, or a process runs it.
  ///
  /// If a process resumes the session after this has read the remote's version, both publish on top of that version, and
  /// the remote accepts only one of them.
  ///
  /// - Parameter holder: this folder's name in leases.
  func end(of id: String, at remote: String, holder: String) throws(VerbError) -> TravelOrder? {
    do {
      let trees = TravelTree(store: try open())
      let session = try versions(at: remote)[id].flatMap { trees.session(id, at: $0) }
      let lines = try log(id)
      guard !isAtWork(id) else { return nil }
      let isOwn = session.map { $0.holder == holder } ?? !lines.isEmpty
      guard isOwn, session?.until != 0 || session?.lines != lines.count else {
        forgetEnd(of: id)
        return nil
      }
      return TravelOrder(
        id, expecting: session?.version, until: 0, sendsLog: trees.continues(lines, session), keepsAnswer: true)
    } catch { throw VerbError(any: error) }
  }

  /// Notes that the remote has the end of a session.
  func forgetEnd(of id: String) {
    guard let tree = try? DiskTree(root: root) else { return }
    try? StoredFile("\(SessionShelf.ends)/\(id)").remove(from: tree)
  }

  private func isAtWork(_ id: String) -> Bool { SessionShelf.runner(of: id, root: root) != nil }
}
