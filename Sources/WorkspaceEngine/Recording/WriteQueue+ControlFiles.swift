internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History

/// Control files that an agent's command changes past the door: they stand, and the person is asked.
extension WriteQueue {
  /// So many new commits are looked at.
  private static let mostCommits = 1_000

  /// Notes the control files that commits made here changed while an agent's command ran, and asks about them.
  func noteControlFiles(since before: ObjectID?) {
    defer { askAboutControlFiles() }
    guard let before, let tip = recorder.tip else { return }
    let line = try? recorder.graph.line(from: tip, to: before, limit: Self.mostCommits)
    let new =
      (line ?? nil)
      ?? (try? recorder.graph.commits(from: tip, excluding: [before], limit: Self.mostCommits)) ?? []
    let sessions = Dictionary(
      new.compactMap { id in sessionOfCommand(id).map { (id, $0) } }, uniquingKeysWith: { first, _ in first })
    guard !sessions.isEmpty else { return }
    for id in new.reversed() {
      guard let session = sessions[id], let parent = (try? recorder.graph.commit(id))?.parents.first else { continue }
      for path in places(of: id, unlike: parent) where isControlFile(path.string) {
        let version = (try? recorder.entry(at: path))?.id
        controlChanges.note(ControlChange(path: path.string, before: parent, version: version, session: session))
      }
    }
  }

  /// Asks about the changes that stand; what the person changed since, or brought back, is none any more.
  func askAboutControlFiles() {
    for change in controlChanges.list {
      let path = try? WorkspacePath(change.path)
      let standing = path.flatMap { try? recorder.entry(at: $0) }?.id
      let former = (try? recorder.graph.commit(change.before).tree).flatMap { tree in
        (try? Tree.entry(at: change.path, of: tree, in: recorder.objects)) ?? nil
      }?.id
      if standing == change.version, standing != former {
        questions.raise(.controlFile(change))
      } else {
        settleControlFile(change.path)
      }
    }
  }

  /// Takes a change for one that the person knows of.
  func settleControlFile(_ path: String) {
    controlChanges.forget(path)
    questions.withdraw(QuestionSubject.controlFile(at: path))
  }

  /// The change of a control file about which a question is open.
  func controlChange(_ path: String) -> ControlChange? {
    controlChanges.list.first { $0.path.hasSameBytes(as: path) }
  }

  /// The patterns that an agent's command put into files `.gitignore`, by the folder of each.
  func newIgnorePatterns() -> [(file: String, patterns: [String])] {
    controlChanges.list.filter { $0.path == ".gitignore" || $0.path.hasSuffix("/.gitignore") }.compactMap { change in
      guard let blob = change.version, let tree = try? recorder.graph.commit(change.before).tree else { return nil }
      let old = (try? Tree.entry(at: change.path, of: tree, in: recorder.objects)) ?? nil
      let known = Set(old.map { lines(of: $0.id) } ?? [])
      let new = lines(of: blob).filter { !known.contains($0) }
      return new.isEmpty ? nil : (change.path, new)
    }
  }

  private func lines(of blob: ObjectID) -> [String] {
    let bytes = (try? recorder.objects.blob(blob, ofAtMost: 1 << 20)) ?? []
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The session whose command ran when a commit was made here; nil where none did, or it was made elsewhere.
  private func sessionOfCommand(_ id: ObjectID) -> String? {
    if case .other(let session)? = commitMakers.maker(of: id) { return session }
    guard let text = (try? recorder.graph.commit(id))?.message,
      text.contains("Stet-Session: ") || text.contains("Stet-During: "), let message = message(of: id),
      message.machine == recorder.identity.machine
    else { return nil }
    switch message.author {
    case .unsure(let during): return during.isEmpty ? nil : during
    case .agent(_, let session): return session
    case .user, .sync, nil: return nil
    }
  }

  /// Whether no agent may write a file, whatever the policy says. The policy's own file has a question of its own.
  private func isControlFile(_ path: String) -> Bool {
    path != PolicyBook.file && policy.verdict(on: AgentAct(.write, path, agent: "")).reason == .controlFile
  }
}
