/// One call of an agent, as the audit has it.
package struct AuditEntry: Hashable, Sendable, Codable {
  /// Its number; the first is 1.
  package var number: Int
  /// When, milliseconds since 1970.
  package var time: Int64
  /// The agent.
  package var agent: String
  /// Its session.
  package var session: String?
  /// Its model, where it said so.
  package var model: String?
  /// The tool.
  package var tool: String?
  /// What was done: `read`, `write`, `append`, `edit`, `delete`, `move`, `copy`, `restore`, `undo`, `hook`, `answer`, and
  /// `call` for what reads and writes no file.
  package var act: String
  /// The path, at most 1,000 bytes of it.
  package var path: String?
  /// The path it moved to, or was copied from.
  package var other: String?
  /// The version that was given out, or stands there after, as the beginning of its token.
  package var version: String?
  /// Why it was not done; nil where it was.
  package var refused: String?

  /// Makes an entry; what is too long is cut.
  package init(
    agent: String, session: String?, model: String?, tool: String?, act: String, path: String?, other: String? = nil,
    version: String? = nil, refused: String? = nil
  ) {
    number = 0
    time = 0
    self.agent = Self.cut(agent, 100)
    self.session = session.map { Self.cut($0, 100) }
    self.model = model.map { Self.cut($0, 100) }
    self.tool = tool.map { Self.cut($0, 60) }
    self.act = act
    self.path = path.map { Self.cut($0, 1_000) }
    self.other = other.map { Self.cut($0, 1_000) }
    self.version = version
    self.refused = refused.map { Self.cut($0, 100) }
  }

  private static func cut(_ text: String, _ bytes: Int) -> String {
    text.utf8.count <= bytes ? text : String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
  }
}
