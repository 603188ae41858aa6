internal import Git
internal import GitObjects
internal import Recording
internal import Secrets
internal import WorkTree
internal import WorkspaceAPI

/// Finds files of the tip that are local only by the policy, and asks about them.
///
/// Belongs to the executor of `FolderKeeper`.
package final class LocalOnlyDesk {
  private let recorder: Recorder
  private let repository: Repository
  private let time: any TimeSource
  private let questions: QuestionList
  private let policy: PolicyBook
  private let allowedSecrets: AllowedSecrets
  private let localOnlyFile: LocalOnlyFile
  private let folder: FolderState
  private let history: FolderHistory
  private let frame: TurnFrame
  /// The local-only files that were published before.
  private(set) var publishedLocalOnly = PublishedLocalOnly()

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, repository: Repository, time: any TimeSource, questions: QuestionList, policy: PolicyBook,
    allowedSecrets: AllowedSecrets, localOnlyFile: LocalOnlyFile, folder: FolderState, history: FolderHistory,
    frame: TurnFrame
  ) {
    self.recorder = recorder
    self.repository = repository
    self.time = time
    self.questions = questions
    self.policy = policy
    self.allowedSecrets = allowedSecrets
    self.localOnlyFile = localOnlyFile
    self.folder = folder
    self.history = history
    self.frame = frame
  }

  /// The maximum number of changes of a tree that are read: a tree from elsewhere may have more than any search can
  /// read.
  private static let mostLocalOnly = 200_000

  /// The length of a slice of the search, in nanoseconds.
  private static let sliceOfWalk: Int64 = 5_000_000

  /// Applies the policy's local-only rules: files that they release are recorded on the tip by the next scan of the
  /// folder; files that they newly cover stay on the tip until they are saved again.
  func followLocalOnly() {
    guard publishedLocalOnly.follow(policy.localOnly) else { return }
    let isReleased = recorder.held.contains { path, reason in
      reason == .localOnly && !policy.isLocalOnly(path.string)
    }
    if isReleased { folder.scans.addAll() }
    askAboutLocalOnly()
    frame.schedule()
  }

  /// Asks about files of the tip that are local only: they came from elsewhere, or were published before the policy
  /// covered them. Only the changes since the last search are read.
  package func askAboutLocalOnly() {
    guard publishedLocalOnly.tree != recorder.tipTree, !history.published().isEmpty else { return }
    let mark = repository.id(of: .blob, Array(publishedLocalOnly.rulesText.utf8))
    if publishedLocalOnly.tree == nil, let last = localOnlyFile.read(mark: mark) {
      let asked = last.asked.filter { !allowedSecrets.contains(Self.print(published: $0.string)) }
      publishedLocalOnly.goOn(from: last.tree, asked: asked)
      for path in asked { questions.raise(.localOnly(path.string)) }
    }
    guard let last = publishedLocalOnly.tree, let changes = changesOfTip(since: last) else {
      publishedLocalOnly.startOver()
      if publishedLocalOnly.beginWalk(through: recorder.tipTree) {
        frame.start(.findLocalOnly)
      }
      return
    }
    let found = changes.compactMap { change -> WorkspacePath? in
      guard let new = change.new, new.mode != .gitlink, new.mode != .tree, isToAsk(about: change.path, new.id) else {
        return nil
      }
      return try? WorkspacePath(change.path)
    }
    noteLocalOnly(found, in: recorder.tipTree)
  }

  /// Searches the whole tip if that is due, in slices between the turns; returns at the end.
  func lookForLocalOnly(isolation: isolated (any Actor)? = #isolation) async {
    while var walk = publishedLocalOnly.takeWalk() {
      let end = time.now().monotonic + Self.sliceOfWalk
      // An unreadable tree ends the search; the next call of `askAboutLocalOnly` begins it anew.
      do throws(ObjectStoreError) {
        try walk.advance(recorder.objects, { isToAsk(about: $0, $1) }, while: { time.now().monotonic < end })
      } catch { return }
      if walk.isDone {
        noteLocalOnly(walk.found, in: walk.tree)
        // The changes of the tip in the meantime.
        askAboutLocalOnly()
      } else {
        publishedLocalOnly.putBack(walk)
      }
      await Task.yield()
    }
  }

  private func isToAsk(about path: String, _ content: ObjectID) -> Bool {
    publishedLocalOnly.covers(
      path, isPresentation: { KeynoteDocument.holds(path, content, in: recorder.objects) })
      && !allowedSecrets.contains(Self.print(published: path))
  }

  private func noteLocalOnly(_ found: [WorkspacePath], in tree: ObjectID) {
    for path in publishedLocalOnly.note(found, in: tree) { questions.raise(.localOnly(path.string)) }
    withdrawLocalOnly()
    let mark = repository.id(of: .blob, Array(publishedLocalOnly.rulesText.utf8))
    localOnlyFile.keep(mark: mark, tree, publishedLocalOnly.asked.sorted())
  }

  private func changesOfTip(since tree: ObjectID?) -> [TreeChange]? {
    try? TreeDiff.changes(
      from: tree, to: recorder.tipTree, in: recorder.objects, atMost: Self.mostLocalOnly, withRemovals: false)
  }

  /// Withdraws the questions about files that are no longer on the tip or no longer local only.
  func withdrawLocalOnly() {
    guard !publishedLocalOnly.asked.isEmpty else { return }
    let table = publishedLocalOnly
    let settled = publishedLocalOnly.settled { path in
      !table.covers(path.string) || ((try? recorder.entry(at: path)) ?? nil) == nil
    }
    for path in settled { questions.withdraw(QuestionSubject.localOnly(at: path.string)) }
  }

  /// Records that the person knows that a file was published.
  package func knowPublished(_ path: String) {
    try? allowedSecrets.allow([Self.print(published: path)])
  }

  private static func print(published path: String) -> String {
    AllowedSecrets.fingerprint(Array("published \(path)".utf8))
  }

  /// Returns list entries for the local-only files below a folder (nil: all): they are not on the tip.
  func localOnlyEntries(below folder: WorkspacePath?, recursive: Bool) -> [ListEntry] {
    let paths = recorder.held.filter { $0.value == .localOnly }.keys.filter { path in
      folder.map { path.isBelow($0) } ?? true
    }
    let depth = (folder?.components.count ?? 0) + 1
    var entries: [String: ListEntry] = [:]
    for path in paths.sorted() where !recorder.tree.isMissing(path) {
      if !recursive, path.components.count > depth {
        let name = path.components.prefix(depth).joined(separator: "/")
        entries[name] = ListEntry(path: name, kind: "folder", size: nil, token: nil)
        continue
      }
      let version = try? recorder.holds.version(at: path)
      var entry = ListEntry(
        path: path.string, kind: "file", size: version.flatMap { recorder.disk.size(of: path.string, $0) },
        token: version)
      entry.isLocalOnly = true
      entries[path.string] = entry
    }
    return Array(entries.values)
  }
}
