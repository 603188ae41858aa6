internal import GitObjects

/// What the last commits changed, in bounded memory.
struct CommitNewsCache {
  /// How many commits and paths are kept together.
  private static let most = 50_000

  private var known: [ObjectID: CommitNews] = [:]
  private var size = 0

  /// Knows of none.
  init() {}

  /// What a commit changed; nil where it was not worked out, or was forgotten.
  subscript(_ commit: ObjectID) -> CommitNews? { known[commit] }

  /// Keeps what a commit changed.
  mutating func put(_ news: CommitNews, for commit: ObjectID) {
    if size > Self.most {
      known = [:]
      size = 0
    }
    known[commit] = news
    size += 1 + news.paths.count
  }
}
