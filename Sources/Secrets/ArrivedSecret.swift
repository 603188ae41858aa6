/// A secret in the commits of others: it is in the shared history.
package struct ArrivedSecret: Hashable, Sendable, Codable {
  /// The path of the file.
  package var path: String
  /// The fingerprints of the secrets.
  package var prints: [String]
  /// The kind of the first secret, for the person.
  package var kind: String
  /// The line in which it begins.
  package var line: Int
  /// The author of the commit: the agent's name, else the committing person's.
  package var author: String
  /// The machine that recorded the commit; nil if the commit does not name it.
  package var machine: String?
  /// The id of the commit that introduced the secret.
  package var commit: String
}
