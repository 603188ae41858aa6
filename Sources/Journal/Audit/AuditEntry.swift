/// One call of an agent, as recorded in the audit.
package struct AuditEntry: Hashable, Sendable, Codable {
  /// Its number; the first is 1.
  package var number: Int
  /// The time, in milliseconds since 1970.
  package var time: Int64
  package var agent: String
  package var session: String?
  /// Its model, if it named one.
  package var model: String?
  package var tool: String?
  /// The act: `read`, `write`, `append`, `edit`, `delete`, `move`, `copy`, `restore`, `undo`, `folder`, `hook`,
  /// `answer`; `search`, `diff`, `blame`, `conflicts` show parts of files, `list`, `look` and `log` only names; `call`
  /// is a call with none of these effects; `shown` continues the files of the previous entry; `secret` was received by
  /// sync, from the author in `agent`.
  package var act: String
  /// The path, at most 1,000 bytes of it.
  package var path: String?
  /// The path it moved to, or was copied from.
  package var other: String?
  /// The version that was served, or is at the path afterwards, as the beginning of its token.
  package var version: String?
  /// The reason of a refusal; nil if the call was executed.
  package var refused: String?
  /// The search pattern, at most 200 bytes of it.
  package var pattern: String?
  /// The number of returned hits, names or changes.
  package var count: Int?
  /// The files of which parts were shown, each at most 1,000 bytes.
  package var files: [String]?

  /// Makes an entry; values that are too long are cut.
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

  /// The greatest number of bytes of names in one line.
  private static let longestList = 8_000

  /// Adds the results of a search or a list.
  package mutating func add(pattern: String? = nil, count: Int, files: [String] = []) {
    self.pattern = pattern.map { Self.cut($0, 200) }
    self.count = count
    self.files = files.isEmpty ? nil : files.map { Self.cut($0, 1_000) }
  }

  /// The entry as several ones if it names more files than one line should have.
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
