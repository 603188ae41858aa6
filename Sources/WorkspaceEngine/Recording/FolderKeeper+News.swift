internal import WorkspaceAPI
internal import Documents
internal import GitObjects
internal import History

extension FolderKeeper {
  /// Returns the changes since a commit by others than a session, by path.
  ///
  /// - Throws: `VerbError` if the history cannot be read.
  func news(since: ObjectID, without session: AgentSession?, limit: Int) throws(VerbError) -> ChangesReport {
    guard let tip = recorder.tip else { return ChangesReport(tip: nil) }
    do throws(ObjectStoreError) {
      let news = try recorder.tips.news(since: since, to: tip, limit: limit) { author in
        if case .agent(let name, let id?) = author { AgentSession(agent: name, id: id) == session } else { false }
      }
      let asked = Set(
        recorder.saves.unseen.all.keys.map { NameKey($0.string) }
          + (openConflicts()?.list ?? []).map { NameKey($0.conflict.path) })
      let shown = news.paths.map { path in
        var changed = ChangedPath(
          path: path.path, authors: path.authors.map { AuthorRecord($0.author, personName: $0.name) },
          added: path.added, removed: path.removed, token: path.token)
        if asked.contains(NameKey(path.path)) { changed.isAsked = true }
        return changed
      }
      return ChangesReport(tip: tip, changes: shown, more: news.more, isWhole: news.isWhole)
    } catch { throw VerbError(error) }
  }
}
