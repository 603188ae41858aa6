internal import GitObjects
internal import Permissions
internal import Recording

/// Keeps the changes of control files by agents' commands until the person decides about them.
///
/// Belongs to the executor of `FolderKeeper`.
package final class ControlFileLedger {
  private let recorder: Recorder
  private let questions: QuestionList
  private let policy: PolicyBook
  private let commitMakers: CommitMakers
  private let history: FolderHistory
  /// The control files that agents' commands changed.
  private var controlChanges: ControlChanges

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, questions: QuestionList, policy: PolicyBook, commitMakers: CommitMakers, history: FolderHistory,
    controlChanges: ControlChanges
  ) {
    self.recorder = recorder
    self.questions = questions
    self.policy = policy
    self.commitMakers = commitMakers
    self.history = history
    self.controlChanges = controlChanges
  }

  /// The maximum number of new commits that are read.
  private static let mostCommits = 1_000

  /// Records the control files that commits made here changed while an agent's command ran, and asks about them.
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
      for path in history.places(of: id, unlike: parent) where isControlFile(path.string) {
        let version = (try? recorder.entry(at: path))?.id
        controlChanges.note(ControlChange(path: path.string, before: parent, version: version, session: session))
      }
    }
  }

  /// Asks about the changes that still exist; a file that the person changed since, or restored, is no longer asked
  /// about.
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

  /// Marks a change as known to the person.
  package func settleControlFile(_ path: String) {
    controlChanges.forget(path)
    questions.withdraw(QuestionSubject.controlFile(at: path))
  }

  /// Returns the change of a control file about which a question is open; nil for none.
  package func controlChange(_ path: String) -> ControlChange? {
    controlChanges.list.first { $0.path.hasSameBytes(as: path) }
  }

  /// Returns the patterns that an agent's command added to `.gitignore` files, by file.
  package func newIgnorePatterns() -> [(file: String, patterns: [String])] {
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

  /// Returns the session whose command ran when a commit was made here; nil if none did, or if the commit is from
  /// another machine.
  private func sessionOfCommand(_ id: ObjectID) -> String? {
    if case .other(let session)? = commitMakers.maker(of: id) { return session }
    guard let text = (try? recorder.graph.commit(id))?.message,
      text.contains("Stet-Session: ") || text.contains("Stet-During: "), let message = history.message(of: id),
      recorder.identity.made(message)
    else { return nil }
    switch message.author {
    case .unsure(let during): return during.isEmpty ? nil : during
    case .agent(_, let session): return session
    case .user, .sync, nil: return nil
    }
  }

  /// Returns whether no agent may write a file, whatever the policy says. The policy file is excluded: it has its own
  /// question.
  private func isControlFile(_ path: String) -> Bool {
    path != Policy.file && policy.verdict(on: AgentAct(.write, path, agent: "")).reason == .controlFile
  }
}
