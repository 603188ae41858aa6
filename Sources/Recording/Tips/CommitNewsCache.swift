internal import GitObjects

/// The changes of the last commits, in bounded memory.
struct CommitNewsCache {
  /// The greatest number of commits and paths together.
  private static let most = 50_000

  private var known: [ObjectID: CommitNews] = [:]
  private var size = 0

  init() {}

  /// Returns the changes of a commit; nil if they were not computed, or were dropped.
  subscript(_ commit: ObjectID) -> CommitNews? { known[commit] }

  /// Keeps the changes of a commit.
  mutating func put(_ news: CommitNews, for commit: ObjectID) {
    if size > Self.most {
      known = [:]
      size = 0
    }
    known[commit] = news
    size += 1 + news.paths.count
  }
}
