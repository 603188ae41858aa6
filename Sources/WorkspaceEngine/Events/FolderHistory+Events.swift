internal import FolderKeeping
internal import GitObjects
internal import Values
internal import WorkspaceAPI

/// The events of commits.
extension FolderHistory {
  /// The greatest size in bytes of a file of the feed that is read for events.
  private static let largestFeed = 16 << 20
  /// The greatest number of paths of an event.
  private static let mostPaths = 1_000

  /// The events of a commit, with its parents.
  struct CommitEvents: Sendable {
    var commit: ObjectID
    var parents: [ObjectID]
    /// Its `recorded` event, and one for each record that it added to the feed; none if it does not concern the path.
    var events: [WorkspaceEvent]
  }

  /// Returns the commits of a tip that are neither known nor in the history of a known one, parents before children.
  /// Commits whose changes are known from a commit that they replace are left out.
  func newCommits(to tip: ObjectID, beyond known: [ObjectID]) throws(ObjectStoreError) -> [ObjectID] {
    let found = try recorder.graph.commits(from: tip, excluding: known)
    guard !found.isEmpty else { return [] }
    var replaced: Set<String> = []
    for head in known where !isAncestor(head, of: tip) { replaced.formUnion(changes(of: head, without: tip)) }
    guard !replaced.isEmpty else { return found.reversed() }
    return found.reversed().filter { id in message(of: id)?.change.map { !replaced.contains($0) } ?? true }
  }

  /// Returns whether the changes of a commit and its ancestors are in a tip's history, as they were or replayed on other
  /// commits.
  func keeps(_ commit: ObjectID, in tip: ObjectID) -> Bool {
    guard !isAncestor(commit, of: tip) else { return true }
    let kept = changes(of: tip, without: commit)
    guard let own = try? recorder.graph.commits(from: commit, excluding: [tip]) else { return false }
    return own.allSatisfy { id in
      guard let message = message(of: id) else { return false }
      return message.author == .sync || message.change.map(kept.contains) ?? false
    }
  }

  private func changes(of commit: ObjectID, without other: ObjectID) -> Set<String> {
    let ids = (try? recorder.graph.commits(from: commit, excluding: [other])) ?? []
    return Set(ids.compactMap { message(of: $0)?.change })
  }

  /// Returns the events of a commit.
  ///
  /// - Parameters:
  ///   - path: the file or folder that the events concern; nil for all.
  ///   - heads: known commits, whose records of the feed are not reported again.
  func events(
    of id: ObjectID, at path: WorkspacePath?, beyond heads: [ObjectID]
  ) throws(ObjectStoreError) -> CommitEvents {
    let commit = try recorder.graph.commit(id)
    var result = CommitEvents(commit: id, parents: commit.parents, events: [])
    let before = try commit.parents.first.map { parent throws(ObjectStoreError) in
      try recorder.graph.commit(parent).tree
    }
    if let path, try entry(at: path.string, of: before) == entry(at: path.string, of: commit.tree) { return result }
    var paths = try TreeDiff.changes(from: before, to: commit.tree, in: recorder.objects, atMost: Self.mostPaths)
      .prefix(Self.mostPaths).map(\.path)
    if let path {
      let prefix = path.string + "/"
      paths = paths.filter { $0.hasSameBytes(as: path.string) || $0.utf8.starts(with: prefix.utf8) }
      if paths.isEmpty { paths = [path.string] }
    }
    let author = AuthorRecord(try recorder.graph.author(of: id), personName: commit.author.name)
    let kind = message(of: id).map { RecordedKind($0, parents: commit.parents.count) } ?? .change
    let time = ISOTime.text(commit.author.seconds, offset: commit.author.offset)
    result.events.append(
      WorkspaceEvent(
        event: .recorded, time: time, commit: id, paths: paths, author: author, kind: kind.rawValue,
        message: commit.subject))
    for (file, record) in try records(addedBy: commit, to: commit.parents + heads) {
      guard path.map({ file == $0 || file.isBelow($0) }) ?? true else { continue }
      result.events.append(
        WorkspaceEvent(
          event: .feed, time: time, commit: id, paths: [file.string], author: author, id: record.id,
          message: record.headline))
    }
    return result
  }

  private func entry(at path: String, of tree: ObjectID?) throws(ObjectStoreError) -> TreeEntry? {
    guard let tree else { return nil }
    return try Tree.entry(at: path, of: tree, in: recorder.objects)
  }

  /// Returns the records of the feed that a commit has and none of other commits has, each with its file.
  private func records(
    addedBy commit: Commit, to others: [ObjectID]
  ) throws(ObjectStoreError) -> [(file: WorkspacePath, record: FeedRecord)] {
    guard let folder = try entry(at: FeedRecord.folder, of: commit.tree), folder.mode == .tree else { return [] }
    var earlier: [[UInt8]] = []
    var folders: Set<ObjectID> = [folder.id]
    for other in others {
      guard let tree = try? recorder.graph.commit(other).tree,
        let feed = try entry(at: FeedRecord.folder, of: tree), feed.mode == .tree
      else { continue }
      if feed.id == folder.id { return [] }
      if folders.insert(feed.id).inserted { earlier += try texts(of: feed.id).map(\.text) }
    }
    return try texts(of: folder.id).flatMap { file, text in FeedText.added(by: text, to: earlier).map { (file, $0) } }
  }

  /// Returns the files of the feed in a folder.
  private func texts(of folder: ObjectID) throws(ObjectStoreError) -> [(path: WorkspacePath, text: [UInt8])] {
    var texts: [(path: WorkspacePath, text: [UInt8])] = []
    for entry in try recorder.objects.tree(folder).entries where entry.mode.isFile {
      guard let path = try? WorkspacePath("\(FeedRecord.folder)/\(entry.name)"), FeedFile.isOne(path.string),
        let text = try recorder.objects.blob(entry.id, ofAtMost: Self.largestFeed)
      else { continue }
      texts.append((path, text))
    }
    return texts
  }
}
