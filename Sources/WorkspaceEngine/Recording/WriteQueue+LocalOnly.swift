internal import FileSystem
internal import GitObjects
internal import History

/// Files that are recorded on this machine and never published (`recording.local_only`, decision 44).
extension WriteQueue {
  /// The most files of a tree that are looked at: a tree from elsewhere may name more than anybody can walk through.
  private static let mostLocalOnly = 200_000

  /// Follows the policy: what it released is recorded on the tip by the next look at the folder, and what it came to
  /// cover stays as it is until it is saved again.
  func followLocalOnly() {
    guard publishedLocalOnly.follow(policy.localOnly) else { return }
    let isReleased = recorder.held.contains { path, reason in
      reason == .localOnly && !publishedLocalOnly.covers(path.string)
    }
    if isReleased { mustScan = true }
    askAboutLocalOnly()
    schedule()
  }

  /// Asks about files of the tip that are local only: they came from elsewhere, or were published before the policy said
  /// so. Only what changed since the last look is looked at.
  func askAboutLocalOnly() {
    guard publishedLocalOnly.tree != recorder.tipTree, !published().isEmpty else { return }
    let mark = repository.id(of: .blob, Array(publishedLocalOnly.rulesText.utf8))
    if publishedLocalOnly.tree == nil, let last = localOnlyFile.read(mark: mark) {
      let asked = last.asked.filter { !allowedSecrets.contains(Self.print(published: $0.string)) }
      publishedLocalOnly.goOn(from: last.tree, asked: asked)
      for path in asked { questions.raise(.localOnly(path.string)) }
    }
    var changes = changesOfTip(since: publishedLocalOnly.tree)
    if changes == nil, publishedLocalOnly.tree != nil {
      publishedLocalOnly.startOver()
      changes = changesOfTip(since: nil)
    }
    guard let changes else { return }
    let found = changes.compactMap { change -> WorkspacePath? in
      guard change.new.map({ $0.mode != .gitlink && $0.mode != .tree }) == true, publishedLocalOnly.covers(change.path),
        !allowedSecrets.contains(Self.print(published: change.path))
      else { return nil }
      return try? WorkspacePath(change.path)
    }
    for path in publishedLocalOnly.note(found, in: recorder.tipTree) { questions.raise(.localOnly(path.string)) }
    withdrawLocalOnly()
    localOnlyFile.keep(mark: mark, recorder.tipTree, publishedLocalOnly.asked.sorted())
  }

  private func changesOfTip(since tree: ObjectID?) -> [TreeChange]? {
    try? TreeDiff.changes(
      from: tree, to: recorder.tipTree, in: recorder.objects, atMost: Self.mostLocalOnly, withRemovals: false)
  }

  /// Asks no more about files that are not on the tip any more, or not local only.
  func withdrawLocalOnly() {
    guard !publishedLocalOnly.asked.isEmpty else { return }
    let table = publishedLocalOnly
    let settled = publishedLocalOnly.settled { path in
      !table.covers(path.string) || ((try? recorder.entry(at: path)) ?? nil) == nil
    }
    for path in settled { questions.withdraw(QuestionSubject.localOnly(at: path.string)) }
  }

  /// Takes that the person knows that a file was published.
  func knowPublished(_ path: String) {
    try? allowedSecrets.allow([Self.print(published: path)])
  }

  private static func print(published path: String) -> String {
    AllowedSecrets.fingerprint(Array("published \(path)".utf8))
  }

  /// The local-only files below a folder (nil: all) as a list has them: they are not on the tip.
  func localOnlyEntries(below folder: WorkspacePath?, recursive: Bool) -> [ListEntry] {
    let paths = recorder.held.filter { $0.value == .localOnly }.keys.filter { path in
      folder.map { path.isBelow($0) } ?? true
    }
    let depth = (folder?.components.count ?? 0) + 1
    var entries: [String: ListEntry] = [:]
    for path in paths.sorted() where !recorder.isMissing(path) {
      if !recursive, path.components.count > depth {
        let name = path.components.prefix(depth).joined(separator: "/")
        entries[name] = ListEntry(path: name, kind: "folder", size: nil, token: nil)
        continue
      }
      let version = try? recorder.version(at: path)
      var entry = ListEntry(
        path: path.string, kind: "file", size: version.flatMap { recorder.size(of: path.string, $0) }, token: version)
      entry.isLocalOnly = true
      entries[path.string] = entry
    }
    return Array(entries.values)
  }
}
