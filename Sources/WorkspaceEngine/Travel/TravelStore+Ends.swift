internal import FileSystem
internal import GitObjects
internal import LocalState
internal import Sessions
internal import GitProcess
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

  /// Notes all sessions of this folder whose logs can be read as a whole, so that their ends are published.
  ///
  /// - Throws: `VerbError` if the folder cannot be read.
  func noteAll() throws(VerbError) {
    do throws(FileError) {
      let tree = try DiskTree(root: root)
      let survey = try SessionShelf.survey(in: tree)
      let ids = Set(survey.summaries.map(\.plan.id)).subtracting(survey.damaged)
      SessionShelf.noteTravel(ids.sorted(), in: tree)
    } catch { throw VerbError(error) }
  }

  /// Returns the publication of the end of a session as the log here has it; nil if there is nothing to publish: the
  /// remote has the end, another folder has the session, or a process runs it. The remote's sessions were fetched just
  /// now.
  ///
  /// If a process resumes the session after this has read the remote's version, both publish on top of that version, and
  /// the remote accepts only one of them.
  ///
  /// - Parameter holder: this folder's name in leases.
  func end(of id: String, at remote: String, holder: String) throws(VerbError) -> TravelOrder? {
    do {
      let trees = TravelTree(store: try open())
      let known = try versions(at: remote)[id].flatMap { trees.session(id, at: $0) }
      // A version that was noted before its push may never have reached the remote.
      let session = listed[id] == nil ? nil : known
      let lines = try log(id)
      guard !isAtWork(id) else { return nil }
      let isOwn = known.map { $0.holder == holder } ?? true
      guard isOwn, session != nil || !lines.isEmpty, session?.until != 0 || session?.lines != lines.count else {
        forgetEnd(of: id)
        return nil
      }
      return TravelOrder(
        id, expecting: session?.version, until: 0, sendsLog: trees.continues(lines, session), keepsAnswer: true)
    } catch { throw VerbError(any: error) }
  }

  /// Publishes ends by one push. Those that the remote refuses, or that cannot be read, wait for the next time.
  ///
  /// - Parameter time: seconds since 1970.
  func publish(ends orders: [TravelOrder], holder: String, to setting: GitSetting, time: Int64) async {
    guard !orders.isEmpty, let store = try? open() else { return }
    var ends: [(session: String, commit: ObjectID)] = []
    for order in orders {
      guard let commit = try? make(order, holder: holder, in: store, time: time) else { continue }
      ends.append((order.session, commit))
    }
    do { try store.synchronize(nil) } catch { return }
    for end in ends { try? keep(end.commit, end.session, of: setting, in: store) }
    await send(ends[...], to: setting, store)
  }

  /// Pushes ends. If the remote takes none because of the size of one, they are pushed by halves.
  private func send(
    _ ends: ArraySlice<(session: String, commit: ObjectID)>, to setting: GitSetting, _ store: any ObjectStore
  ) async {
    guard !ends.isEmpty else { return }
    func reference(_ end: (session: String, commit: ObjectID)) -> String {
      GitTransport.sessionReference(end.session)
    }
    do throws(TransportError) {
      let updates = ends.map { ReferenceUpdate(reference($0), to: $0.commit) }
      let answers = try await GitTransport(setting).push(updates, from: store, isolation: self)
      for end in ends where answers[reference(end)] == .accepted { forgetEnd(of: end.session) }
      let isWhole = ends.allSatisfy { end in
        switch answers[reference(end)] {
        case nil: false
        case .refused(let message): !message.contains("unpack")
        case .accepted, .rejectedNonFastForward, .locked: true
        }
      }
      if isWhole { return }
    } catch {
      guard case .failed = error else { return }
    }
    guard ends.count > 1 else { return }
    let middle = ends.startIndex + ends.count / 2
    await send(ends[..<middle], to: setting, store)
    await send(ends[middle...], to: setting, store)
  }

  /// Notes that the remote has the end of a session.
  func forgetEnd(of id: String) {
    guard let tree = try? DiskTree(root: root) else { return }
    try? StoredFile("\(SessionShelf.ends)/\(id)").remove(from: tree)
  }

  private func isAtWork(_ id: String) -> Bool { SessionShelf.runner(of: id, root: root) != nil }
}
