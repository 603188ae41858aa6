internal import GitObjects
internal import History

/// What is known of who made files and changed them last, for reads: each look goes on where the one before ended.
struct FileOrigins: Sendable {
  /// So many files are kept in mind.
  private static let most = 2_000
  /// So many files are looked for beside the reads.
  private static let mostWaiting = 50

  private var walks: [WorkspacePath: OriginWalk] = [:]
  /// Files whose history is looked through beside the reads.
  private var waiting: [WorkspacePath] = []

  /// What is known of a file.
  subscript(path: WorkspacePath) -> OriginWalk? { walks[path] }

  /// Notes what is known of a file, and that more is to be found out where the look did not come to its end.
  ///
  /// - Returns: whether it is the first such file.
  mutating func note(_ walk: OriginWalk, of path: WorkspacePath) -> Bool {
    if walks[path] == nil, walks.count >= Self.most { walks = [:] }
    walks[path] = walk
    guard !walk.isDone, !waiting.contains(path), waiting.count < Self.mostWaiting else { return false }
    waiting.append(path)
    return waiting.count == 1
  }

  /// The file that is looked for now; nil for none.
  var next: WorkspacePath? { waiting.first }

  /// Takes it off the list.
  mutating func finishNext() {
    if !waiting.isEmpty { waiting.removeFirst() }
  }
}
