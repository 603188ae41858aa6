/// An author in the form that JSON has everywhere: `{"kind","name","session"}`, the last two null where unknown.
package struct AuthorRecord: Hashable, Sendable, Codable {
  /// `user`, `agent`, `unsure` or `sync`.
  package var kind: String
  /// The person's or agent's name.
  package var name: String?
  /// The agent's session; for `unsure` the one during which it happened.
  package var session: String?

  package init(kind: String, name: String?, session: String?) {
    self.kind = kind
    self.name = name
    self.session = session
  }

  private enum CodingKeys: String, CodingKey { case kind, name, session }

  /// Writes all three keys, null where there is no value.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(session, forKey: .session)
  }
}
