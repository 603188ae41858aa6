internal import Documents
internal import GitObjects

/// What a commit changed, as others are told it: worked out once for each commit, however many sessions ask.
struct CommitNews: Hashable, Sendable {
  /// A path that it changed.
  struct Path: Hashable, Sendable {
    /// The path.
    var path: String
    /// How many lines came; nil where they were not counted.
    var added: Int?
    /// How many lines went; nil where they were not counted.
    var removed: Int?
  }

  /// Who made it.
  var writer: ChangedFile.Writer
  /// The id that survives replay.
  var change: String?
  /// Whether it only puts other commits together.
  var isMerge: Bool
  /// What it changed, at most a thousand paths.
  var paths: [Path] = []
  /// Whether these are all.
  var isWhole = true
}
