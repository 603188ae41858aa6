package import Documents
package import GitObjects
internal import Merge

extension Recorder {
  /// What was recorded between two tips, by path.
  package struct News: Hashable, Sendable {
    /// The paths, in order.
    package var paths: [ChangedFile] = []
    /// Whether all commits were looked at.
    package var isWhole = true
  }

  /// How many commits are looked at.
  private static let mostCommits = 500
  /// How many paths lines are counted in, and how long their texts may be.
  private static let mostCounted = 200
  private static let longestCounted = 1 << 20

  /// What was recorded since a commit, without the changes of those authors that are left out.
  ///
  /// A merge is looked through: what it brings was recorded by who made it. Changes that were only replayed onto the
  /// remote's are not new.
  package func news(
    since before: ObjectID, to tip: ObjectID, leavingOut isOwn: (Author) -> Bool
  ) throws(ObjectStoreError) -> News {
    var news = News()
    let commits = try graph.commits(from: tip, excluding: [before], limit: Self.mostCommits + 1)
    news.isWhole = commits.count <= Self.mostCommits
    var known: Set<String>?
    var files: [NameKey: ChangedFile] = [:]
    // The oldest first, so that authors come in their order.
    for id in commits.prefix(Self.mostCommits).reversed() {
      let commit = try graph.commit(id)
      let message = CommitMessage(parsing: commit.message)
      let author = message.author ?? .user
      guard commit.parents.count < 2, !isOwn(author) else { continue }
      if let change = message.change {
        if known == nil { known = try changesReplaced(by: tip, since: before) }
        if known?.contains(change) == true { continue }
      }
      let parent = try commit.parents.first.map { id throws(ObjectStoreError) in try graph.commit(id).tree }
      for change in try TreeDiff.changes(from: parent, to: commit.tree, in: store) {
        let key = NameKey(change.path)
        guard files[key] != nil || files.count < 10_000 else {
          news.isWhole = false
          break
        }
        var file = files[key] ?? ChangedFile(path: change.path)
        if !file.authors.contains(where: { $0.author == author && $0.name == commit.author.name }) {
          file.authors.append(ChangedFile.Writer(author: author, name: commit.author.name))
        }
        if files.count <= Self.mostCounted { count(change, in: &file) } else { (file.added, file.removed) = (nil, nil) }
        files[key] = file
      }
    }
    news.paths = files.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for index in news.paths.indices {
      news.paths[index].token = try editor.entry(at: news.paths[index].path, of: tipTree)?.id
    }
    return news
  }

  private func count(_ change: TreeChange, in file: inout ChangedFile) {
    guard let added = file.added, let removed = file.removed, let old = text(change.old), let new = text(change.new)
    else {
      (file.added, file.removed) = (nil, nil)
      return
    }
    let changes = LineDiff.changes(from: old, to: new)
    file.added = added + changes.reduce(0) { $0 + $1.new.count }
    file.removed = removed + changes.reduce(0) { $0 + $1.old.count }
  }

  private func text(_ entry: TreeEntry?) -> [UInt8]? {
    guard let entry else { return [] }
    guard entry.mode.isFile, let bytes = try? store.blob(entry.id), bytes.count <= Self.longestCounted,
      TextMerge.isText(bytes)
    else { return nil }
    return bytes
  }

  /// The changes that a tip does not contain because they were replayed.
  private func changesReplaced(by tip: ObjectID, since before: ObjectID) throws(ObjectStoreError) -> Set<String> {
    guard try !graph.isAncestor(before, of: tip) else { return [] }
    var changes: Set<String> = []
    for id in try graph.commits(from: before, excluding: [tip], limit: 1_000) {
      if let change = CommitMessage(parsing: try graph.commit(id).message).change { changes.insert(change) }
    }
    return changes
  }
}
