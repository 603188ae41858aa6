/// The changes of one commit in the form for others: computed once for each commit, however many sessions ask.
struct CommitNews: Hashable, Sendable {
  /// A changed path.
  struct Path: Hashable, Sendable {
    var path: String
    /// The number of added lines; nil if they were not counted.
    var added: Int?
    /// The number of removed lines; nil if they were not counted.
    var removed: Int?
  }

  /// The author of the commit.
  var writer: ChangedFile.Writer
  /// The id that survives replay.
  var change: String?
  /// Whether it only merges other commits.
  var isMerge: Bool
  /// The changed paths, at most a thousand.
  var paths: [Path] = []
  /// Whether `paths` has all of them.
  var isWhole = true
}
