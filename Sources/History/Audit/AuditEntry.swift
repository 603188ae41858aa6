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
  /// What was done: `read`, `write`, `append`, `edit`, `delete`, `move`, `copy`, `restore`, `undo`, `folder`, `hook`,
  /// `answer`; `search`, `diff`, `blame`, `conflicts` show parts of files, `list`, `look` and `log` only names; `call` is
  /// what does none of it; `shown` goes on with the files of the entry before; `secret` came by sync, from whom `agent`
  /// names.
  package var act: String
  /// The path, at most 1,000 bytes of it.
  package var path: String?
  /// The path it moved to, or was copied from.
  package var other: String?
  /// The version that was given out, or stands there after, as the beginning of its token.
  package var version: String?
  /// Why it was not done; nil where it was.
  package var refused: String?
  /// What was searched for, at most 200 bytes of it.
  package var pattern: String?
  /// How many hits, names or changes were given.
  package var count: Int?
  /// The files of which something was shown, each at most 1,000 bytes.
  package var files: [String]?

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

  /// So many bytes of names stand in one line.
  private static let longestList = 8_000

  /// Puts in what a search or a list gave.
  package mutating func add(pattern: String? = nil, count: Int, files: [String] = []) {
    self.pattern = pattern.map { Self.cut($0, 200) }
    self.count = count
    self.files = files.isEmpty ? nil : files.map { Self.cut($0, 1_000) }
  }

  /// The entry as several, where it names more files than one line should.
  package var lines: [AuditEntry] {
    guard let files else { return [self] }
    var lines = [self]
    lines[0].files = []
    var room = Self.longestList
    for file in files {
      if room < file.utf8.count, lines.last?.files?.isEmpty == false {
        var more = self
        (more.act, more.pattern, more.count, more.files) = ("shown", nil, nil, [])
        lines.append(more)
        room = Self.longestList
      }
      lines[lines.count - 1].files?.append(file)
      room -= file.utf8.count + 3
    }
    return lines
  }

  private static func cut(_ text: String, _ bytes: Int) -> String {
    text.utf8.count <= bytes ? text : String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
  }
}
