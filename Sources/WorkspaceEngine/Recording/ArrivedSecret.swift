/// A secret that came with commits of others: it is in the shared history.
struct ArrivedSecret: Hashable, Sendable, Codable {
  /// The file.
  var path: String
  /// The secrets, by fingerprint.
  var prints: [String]
  /// What the first one is, for people.
  var kind: String
  /// The line that it begins in.
  var line: Int
  /// Who wrote it.
  var author: String
  /// The machine that it was recorded on; nil where the commit does not say.
  var machine: String?
  /// The commit that brought it.
  var commit: String
}
