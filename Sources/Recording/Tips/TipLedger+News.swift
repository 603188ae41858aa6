package import Documents
package import GitObjects
internal import Merge

extension TipLedger {
  /// The changes between two tips, by path.
  package struct News: Hashable, Sendable {
    /// The paths, in order; at most the requested number.
    package var paths: [ChangedFile] = []
    /// The number of further paths.
    package var more = 0
    /// Whether all commits were examined.
    package var isWhole = true
  }

  /// The largest number of examined commits.
  private static let mostCommits = 500
  /// The largest number of paths listed for one commit.
  private static let mostPaths = 1_000
  /// The largest number of paths of one commit whose lines are counted.
  private static let mostCounted = 50
  /// The largest size in bytes of a text whose lines are counted.
  private static let longestCounted = 1 << 20

  /// Returns the changes since a commit, without those of the excluded authors.
  ///
  /// A merge is skipped: its changes were recorded by their authors. Changes that were only replayed onto the remote's
  /// are not new.
  package func news(
    since before: ObjectID, to tip: ObjectID, limit: Int, leavingOut isOwn: (Author) -> Bool
  ) throws(ObjectStoreError) -> News {
    var news = News()
    let commits: [ObjectID]
    if let line = try graph.line(from: tip, to: before, limit: Self.mostCommits) {
      commits = line
    } else {
      commits = try graph.commits(from: tip, excluding: [before], limit: Self.mostCommits + 1)
    }
    news.isWhole = commits.count <= Self.mostCommits
    var replaced: Set<String>?
    var files: [NameKey: ChangedFile] = [:]
    // The oldest first, so that authors are in their order.
    for id in commits.prefix(Self.mostCommits).reversed() {
      // A session's own commits are the most common, and their changes are not needed.
      if newsOfCommits[id] == nil, try isOwn(graph.author(of: id)) { continue }
      let commit = try self.news(of: id)
      guard !commit.isMerge, !isOwn(commit.writer.author) else { continue }
      if let change = commit.change {
        if replaced == nil { replaced = try changesReplaced(by: tip, since: before) }
        if replaced?.contains(change) == true { continue }
      }
      news.isWhole = news.isWhole && commit.isWhole
      for path in commit.paths {
        let key = NameKey(path.path)
        var file = files[key] ?? ChangedFile(path: path.path)
        if !file.authors.contains(commit.writer) { file.authors.append(commit.writer) }
        file.added = file.added.flatMap { sum in path.added.map { sum + $0 } }
        file.removed = file.removed.flatMap { sum in path.removed.map { sum + $0 } }
        files[key] = file
      }
    }
    let sorted = files.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    news.paths = Array(sorted.prefix(max(0, limit)))
    news.more = sorted.count - news.paths.count
    let present = try editor.entries(at: news.paths.map(\.path), of: tree)
    for (index, entry) in present.enumerated() { news.paths[index].token = entry?.id }
    return news
  }

  private func news(of id: ObjectID) throws(ObjectStoreError) -> CommitNews {
    if let known = newsOfCommits[id] { return known }
    let commit = try graph.commit(id)
    let message = try graph.message(of: id)
    let writer = ChangedFile.Writer(author: try graph.author(of: id), name: commit.author.name)
    var news = CommitNews(writer: writer, change: message.change, isMerge: commit.parents.count > 1)
    if !news.isMerge {
      let parent = try commit.parents.first.map { id throws(ObjectStoreError) in try graph.commit(id).tree }
      let changes = try TreeDiff.changes(from: parent, to: commit.tree, in: store, atMost: Self.mostPaths + 1)
      news.isWhole = changes.count <= Self.mostPaths
      for (index, change) in changes.prefix(Self.mostPaths).enumerated() {
        var path = CommitNews.Path(path: change.path)
        if index < Self.mostCounted, let old = text(change.old), let new = text(change.new) {
          let lines = LineDiff.changes(from: old, to: new)
          path.added = lines.reduce(0) { $0 + $1.new.count }
          path.removed = lines.reduce(0) { $0 + $1.old.count }
        }
        news.paths.append(path)
      }
    }
    newsOfCommits.put(news, for: id)
    return news
  }

  private func text(_ entry: TreeEntry?) -> [UInt8]? {
    guard let entry else { return [] }
    guard entry.mode.isFile, let bytes = try? store.blob(entry.id), bytes.count <= Self.longestCounted,
      TextMerge.isText(bytes)
    else { return nil }
    return bytes
  }

  /// Returns the changes that a tip does not contain because they were replayed.
  private func changesReplaced(by tip: ObjectID, since before: ObjectID) throws(ObjectStoreError) -> Set<String> {
    guard try !graph.isAncestor(before, of: tip) else { return [] }
    var changes: Set<String> = []
    for id in try graph.commits(from: before, excluding: [tip], limit: 1_000) {
      if let change = try graph.message(of: id).change { changes.insert(change) }
    }
    return changes
  }
}
