/// A secret in the commits of others: it is in the shared history.
struct ArrivedSecret: Hashable, Sendable, Codable {
  /// The path of the file.
  var path: String
  /// The fingerprints of the secrets.
  var prints: [String]
  /// The kind of the first secret, for the person.
  var kind: String
  /// The line in which it begins.
  var line: Int
  /// The author of the commit: the agent's name, else the committing person's.
  var author: String
  /// The machine that recorded the commit; nil if the commit does not name it.
  var machine: String?
  /// The id of the commit that introduced the secret.
  var commit: String
}
